"""Openers at positions that people write down, or at those of self-play."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yomisim.batch.plan import check_policies, check_seed
from yomisim.cards.load import GAMES, Game, load_game
from yomisim.errors import BadInput, unknown
from yomisim.estimate.opener_result import OpenerMixes
from yomisim.estimate.openers import GAMES_PER_CELL, play_openers
from yomisim.estimate.result import loaded_game
from yomisim.products import check_product

if TYPE_CHECKING:
    from yomisim.batch.run import Progress


def _positions(game: str) -> Any:
    """How a game's positions are written."""
    if game not in GAMES:
        raise unknown("game", game, GAMES, field="game")
    return import_module(f"yomisim.scenario.{game}.positions")


def opener_mixes(
    game: Game | str,
    a: str,
    b: str,
    *,
    state: Path | None = None,
    position: str | None = None,
    games_per_cell: Any = GAMES_PER_CELL,
    policy: str | None = "greedy",
    edition: str | None = None,
    seed: Any = 1,
    workers: Any = None,
    data: Path | None = None,
    gem: str | None = None,
    progress: Progress | None = None,
) -> OpenerMixes:
    """Estimate the openers of two characters: at a scenario file's position, one of one line, or those of self-play.

    Parameters
    ----------
    game : a loaded game, or its id with `edition`, `data` and `gem` as for `load_game`; a scenario file may name the
        edition.
    state, position : at most one of them; see `positions` in the game's room of `yomisim.scenario`.
    a, b, games_per_cell, policy, seed, workers, progress : as for `yomisim.estimate.openers.play_openers`.

    Raises
    ------
    BadInput : for whatever cannot be used.
    """
    if state is not None and position is not None:
        raise BadInput("give a file or a line, not both", field="position")
    if isinstance(game, str):
        wanted = edition if edition is not None or state is None else _positions(game).edition_of(state)
        loaded = load_game(game, wanted, data, gem)
    else:
        loaded = loaded_game(game)
    check_product("openers", loaded.id)
    ids = (loaded.character(a).id, loaded.character(b).id)
    name, number = check_policies(policy, None, loaded.id)[0], check_seed(seed)
    places = None
    if state is not None:
        places = _positions(loaded.id).from_file(state, loaded, *ids, name)
    elif position is not None:
        places = [_positions(loaded.id).from_line(position, loaded, *ids, name, number)]
    return play_openers(
        loaded,
        *ids,
        places,
        games_per_cell=games_per_cell,
        policy=name,
        seed=number,
        workers=workers,
        progress=progress,
    )
