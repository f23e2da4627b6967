"""What of a result rests on card values that nobody has seen: provisional characters and gems, and how that is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yomisim.cards.load import Game


def provisional(game: Game, characters: Iterable[str]) -> frozenset[str]:
    """Which of these characters (ids) rest on filled values or on cards that are known in part."""
    return frozenset(i for i in characters if getattr(game.characters[i], "provisional", False))


def provisional_gem(game: Game) -> bool:
    """Whether the gem that both players wear does; every figure rests on it then."""
    return bool(getattr(game.worn_gem, "provisional", False))


def told(game: Game, characters: Iterable[str]) -> dict[str, Any]:
    """For the record of a result of a game with gems: ``provisional``, ids of these characters that rest on filled
    values, and ``doubt``, what rests on them in words (empty where nothing does). Empty for other games."""
    if not game.gems:
        return {}
    doubtful = sorted(provisional(game, characters))
    gem = game.gem if provisional_gem(game) else None
    return {"provisional": doubtful, "doubt": sentence((game.characters[i].short_name for i in doubtful), gem)}


def sentence(names: Iterable[str], gem: str | None, mark: str = "") -> str:
    """Both in words, empty where nothing is provisional.

    Parameters
    ----------
    names : of provisional characters. gem : the gem's name where it is provisional, else None.
    mark : the sign that tells such characters in a table or picture, put before the sentence.
    """
    people = ", ".join(sorted(names))
    worn = "" if gem is None else f"the gem {gem}, and so every figure"
    parts = [part for part in (people, worn) if part]
    return f"{mark}provisional, resting on card values that no source gives: {'; '.join(parts)}" if parts else ""
