"""``yomisim solo``: one human, or two, against a bot of Yomi 2."""

from __future__ import annotations

from typing import Annotated

import typer

from yomisim.console import emit, emit_json, progress_bar
from yomisim.errors import EXIT_DONE
from yomisim.options import Data, Games, Gem, Json, Seed, Workers

BotName = Annotated[str, typer.Option("--bot", metavar="BOT", help="Id or name of the bot, such as colossus.")]
Character = Annotated[str, typer.Option("--character", metavar="A", help="Whom the human plays: id or name.")]
Partner = Annotated[
    str | None, typer.Option("--coop", metavar="B", help="Whom a second human plays; else one fights alone.")
]
SoloPolicy = Annotated[
    str | None,
    typer.Option("--policy", metavar="P", help="Who plays the humans: best-reply (default), greedy or random."),
]
Setting = Annotated[
    str,
    typer.Option("--setting", metavar="S", help="In a team: normal (humans see each other's openers) or hard."),
]


def solo(
    bot: BotName,
    character: Character,
    games: Games = 10_000,
    seed: Seed = 1,
    policy: SoloPolicy = None,
    coop: Partner = None,
    setting: Setting = "normal",
    gem: Gem = None,
    workers: Workers = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play Yomi 2 against a bot many times, alone or as two."""
    from yomisim.batch.solo import run_solo, solo_plan
    from yomisim.cards.load import load_game
    from yomisim.estimate.bots import summary

    loaded = load_game("yomi2", None, data, gem)
    plan = solo_plan(loaded, bot, character, games=games, seed=seed, policy=policy, partner=coop, setting=setting)
    with progress_bar() as progress:
        figures = summary(run_solo([plan], workers=workers, progress=progress))
    if as_json:
        emit_json(figures)
    else:
        from yomisim.report.bots_text import solo_lines

        emit(solo_lines(figures, loaded))
    return EXIT_DONE
