"""One game of a batch again, event by event: ``yomisim replay``.

A game depends only on run seed, pair of characters, game number and seats. So the game that `yomisim simulate`
played as number k can be played once more with the log switched on, turn by turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.batch.engine import engine_for
from yomisim.batch.plan import DEFAULT_POLICY, check_game_number, check_policies, check_seed, pair_key
from yomisim.cards.load import Game, load_game
from yomisim.console import emit, emit_json
from yomisim.errors import EXIT_DONE
from yomisim.narrate import PLAYERS, event_record, narrate, player_names
from yomisim.paths import label


@dataclass(frozen=True)
class Turn:
    """What happened in one turn.

    Parameters
    ----------
    number : from 1; 0 is the set-up, with the opening hands.
    rows : rows of the event log, shape (n, 6), int16; their columns are those of the game's `events`.
    life : of both seats at the end of the turn.
    """

    number: int
    rows: np.ndarray
    life: tuple[int, int]


@dataclass(frozen=True)
class Replay:
    """One game.

    Parameters
    ----------
    game : with its edition.
    characters, policies : of seats 0 and 1.
    seed, number : which game of which batch.
    turns : the set-up and then every turn.
    winner : seat, or None for a draw.
    ending : one of `ENDINGS` of the game (`rules.yomi1.state`, `rules.yomi2.state`).
    choices : decisions among two or more options, of both players.
    """

    game: Game
    characters: tuple[Any, Any]
    policies: tuple[str, str]
    seed: int
    number: int
    turns: tuple[Turn, ...]
    winner: int | None
    ending: str
    choices: int

    @property
    def life(self) -> tuple[int, int]:
        """Life of both seats at the end."""
        return self.turns[-1].life

    def as_record(self) -> dict[str, Any]:
        """What ``--json`` prints."""
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "p1": self.characters[0].id,
            "p2": self.characters[1].id,
            "policy": list(self.policies),
            "seed": self.seed,
            "number": self.number,
            "turns": [
                {"turn": turn.number, "events": [event_record(self.game, row, self.characters) for row in turn.rows]}
                for turn in self.turns
            ],
            "winner": None if self.winner is None else PLAYERS[self.winner],
            "ending": self.ending,
            "life": list(self.life),
            "data": label(self.game.folder),
            "data_hash": self.game.data_hash,
        }

    def as_lines(self) -> list[str]:
        """The game in plain words, turns set apart by empty lines."""
        names = player_names(self.game, self.characters)
        who = " against ".join(f"{name} ({policy})" for name, policy in zip(names, self.policies))
        lines = [f"{self.game.called}: {who}; seed {self.seed}, game {self.number}."]
        for turn in self.turns:
            lines += ["", *narrate(self.game, self.characters, turn.rows)]
        return lines


def replay_game(
    game: Game,
    a: str,
    b: str,
    *,
    seed: int,
    number: int,
    policy: str | None = None,
    policy2: str | None = None,
) -> Replay:
    """Play one game of a batch with `a` in seat 0 and `b` in seat 1.

    Parameters
    ----------
    a, b : id, name or short name of a character, in any case.
    seed : of the batch, 0 to 2**64 - 1. number : of the game, from 0.
    policy, policy2 : as for a batch; `equilibrium`, and the same for both, where they are not given.

    Raises
    ------
    BadInput
        for an unknown character or policy, or a number out of range.
    """
    from yomisim.policies.codes import policy_code

    characters = game.character(a), game.character(b)
    policies = check_policies(DEFAULT_POLICY if policy is None else policy, policy2)
    check_seed(seed)
    check_game_number(number)
    from yomisim.rules.records import NOBODY

    t = engine_for(game.id).pack_table(game, *characters)[0]
    play = import_module(f"yomisim.play.{game.id}")
    state = import_module(f"yomisim.rules.{game.id}.state")
    match = np.zeros(1, state.MATCH)
    m = match[0]
    m["policy"] = [policy_code(name) for name in policies]
    m["log_on"] = 1
    key = pair_key(characters[0].id, characters[1].id)
    play.start_game(t, m, seed, key, number)
    turns = [_cut(m)]
    while not m["over"]:
        play.play_turn(t, m)
        turns.append(_cut(m))
    winner = int(m["winner"])
    return Replay(
        game=game,
        characters=characters,
        policies=policies,
        seed=int(seed),
        number=int(number),
        turns=tuple(turns),
        winner=None if winner == NOBODY else winner,
        ending=state.ENDINGS[int(m["ending"])],
        choices=int(m["choices"]),
    )


def _cut(m: Any) -> Turn:
    """What the log holds, which is emptied."""
    fighters = m["public"]["fighter"]
    turn = Turn(
        number=int(m["public"]["turn"]),
        rows=m["log"][: m["log_rows"]].copy(),
        life=(int(fighters[0]["life"]), int(fighters[1]["life"])),
    )
    m["log_rows"] = 0
    return turn


def main(
    game: str,
    a: str,
    b: str,
    seed: int,
    number: int,
    policy: str | None,
    policy2: str | None,
    edition: str | None,
    data: Path | None,
    as_json: bool,
) -> int:
    """Print one game as the command line asks for it; gives the exit code.

    Raises
    ------
    BadInput
        for anything in the arguments or the card data that cannot be used, or an output that takes nothing.
    ReaderGone
        where nobody reads the output.
    """
    loaded = load_game(game, edition, data)
    replay = replay_game(loaded, a, b, seed=seed, number=number, policy=policy, policy2=policy2)
    if as_json:
        emit_json(replay.as_record())
    else:
        first, *more = replay.as_lines()
        emit([first, f"Data {label(loaded.folder)}, hash {loaded.data_hash}.", *more])
    return EXIT_DONE
