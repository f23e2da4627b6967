"""Write the golden narrations anew: ``python -m tests.golden.renew`` from the top of the checkout.

One seeded game for each character and edition (of either game), told in plain words. They guard against unnoticed
change: where a change of rules, cards, policies or wording is meant, renew them and read the difference (``git diff
tests/golden``) before it is committed. The games were picked among the first of seed 1: short ones in which much
happens.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yomisim.cards.load import load_game
from yomisim.replay import replay_game

FOLDER = Path(__file__).resolve().parent
DATA = FOLDER.parents[1] / "data"
SEED = 1
#: Who plays, by edition: seat 0 and seat 1.
POLICIES = {"first": ("greedy", "greedy"), "second": ("random", "greedy")}
#: Game numbers of the first and the second edition; each character meets the next one of the list.
GAMES = {
    "argagarg": (19, 224),
    "degrey": (22, 81),
    "geiger": (121, 183),
    "grave": (211, 56),
    "jaina": (139, 88),
    "lum": (119, 95),
    "midori": (296, 284),
    "rook": (69, 76),
    "setsuki": (42, 96),
    "valerie": (50, 269),
}


#: Game numbers of Yomi 2, where both wear the green gem; each character meets the next one of the list.
GAMES_OF_YOMI2 = {
    "bigby": 9,
    "degrey": 9,
    "gloria": 3,
    "grave": 6,
    "gwen": 10,
    "jaina": 6,
    "midori": 1,
    "onimaru": 5,
    "rook": 13,
    "setsuki": 7,
}
YOMI2, GEM = "yomi2", "green"


def cases() -> list[tuple[str, str]]:
    """(character, edition) of every narration; "yomi2" stands for the one edition of Yomi 2."""
    return [(who, edition) for who in GAMES for edition in POLICIES] + [(who, YOMI2) for who in GAMES_OF_YOMI2]


def golden_file(who: str, edition: str) -> Path:
    """Where a narration is kept."""
    return FOLDER / f"{who}_{edition}.txt"


def narration(who: str, edition: str) -> str:
    """The game as it goes today."""
    games = GAMES_OF_YOMI2 if edition == YOMI2 else GAMES
    ids = list(games)
    other = ids[(ids.index(who) + 1) % len(ids)]
    if edition == YOMI2:
        game = load_game("yomi2", None, DATA, GEM)
        number, policies = GAMES_OF_YOMI2[who], ("greedy", "random")
    else:
        game = load_game("yomi1", edition, DATA)
        number, policies = GAMES[who][list(POLICIES).index(edition)], POLICIES[edition]
    replay = replay_game(game, who, other, seed=SEED, number=number, policy=policies[0], policy2=policies[1])
    return "\n".join(replay.as_lines()) + "\n"


def main() -> int:
    """Write what has changed; gives the exit code."""
    changed = 0
    for who, edition in cases():
        file, text = golden_file(who, edition), narration(who, edition)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {file.relative_to(FOLDER.parents[1])}")
            changed += 1
    print(f"{changed} of {len(cases())} narrations changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
