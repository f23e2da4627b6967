"""Playing a scenario: the engine asks, the file answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.errors import BadInput
from yomisim.policies import codes
from yomisim.rules.records import ANSWERS, NOBODY
from yomisim.scenario.questions import Question
from yomisim.scenario.refusals import Refused
from yomisim.scenario.rooms import Room, room_of

HERE = Path()


@dataclass
class Played:
    """What came of a scenario.

    `cast` are the players as the narration wants them, `names` what the file calls them, both by seat. `rows` are the
    event rows of all turns played; `match` is the state after the last one, shape (1,); `refused` is the first illegal
    decision, whose turn was not played, and `so_far` are the rows of that turn up to the decision.
    """

    scenario: Any
    game: Game
    room: Room
    cast: tuple[Any, ...]
    names: tuple[str, ...]
    table: np.ndarray
    match: np.ndarray
    rows: list[np.ndarray] = field(default_factory=list)
    refused: Refused | None = None
    so_far: np.ndarray | None = None


def play(scenario: Any, game: Game, folder: Path = HERE) -> Played:
    """Play all turns of a scenario; paths in it are relative to `folder`.

    Raises
    ------
    BadInput
        for names and notations that cannot be understood, and for turns after the end of the game.
    """
    room = room_of(scenario.room)
    cast = room.cast(scenario, game, folder)
    table, match = room.set_up(scenario, game, cast)
    played = Played(scenario, game, room, cast, room.sides(scenario), table, match)
    for number, turn in enumerate(scenario.turns):
        if match[0]["over"]:
            raise BadInput("the game has ended before this turn", field=f"turns[{number + 1}]")
        try:
            played.rows.append(_play_turn(played, turn, f"turns[{number + 1}]"))
        except Refused as refused:
            played.refused = refused
            break
    return played


def _play_turn(played: Played, turn: Any, place: str) -> np.ndarray:
    """Play one turn, asking for one decision after the other; the state is untouched where one is refused."""
    room, before = played.room, played.match.copy()
    answers: list[int] = []
    try:
        question = _advance(played, before, answers)
        if not room.settle_chance(played.scenario, before, played.match[0], len(played.rows)):
            question = _advance(played, before, answers)
        players = room.players(played.cast, played.table, before[0], played.match[0], turn, place)
        while question is not None:
            seat, asked = question
            answers.append(players[seat].answer(asked))
            question = _advance(played, before, answers)
        m = played.match[0]
        rows = _log(played)
        room.check_all_used(players, rows, bool(m["over"]))
    except (Refused, BadInput) as error:
        if isinstance(error, Refused):
            played.so_far = _so_far(played, before, answers)
        _copy(before, played.match)
        raise
    room.core(m)["log_rows"] = 0
    return rows


def _log(played: Played) -> np.ndarray:
    m = played.room.core(played.match[0])
    return m["log"][: m["log_rows"]].copy()


def _so_far(played: Played, before: np.ndarray, answers: list[int]) -> np.ndarray:
    """The rows of a turn up to the decision that follows on `answers`.

    The engine plays on past an open question, so that its log alone does not tell. What happens whatever is decided
    has happened before. Where there is a single option, what follows from it has to be told apart: a combo is over
    after its last move, and of other decisions only what was before the decision before is sure.
    """
    asked = _advance(played, before, answers)
    if asked is None:
        return _log(played)
    seat, question = asked
    if len(question.all()) > 1:
        return _whatever_is_decided(played, before, answers, question)
    if question.kind in (codes.CONTINUE, codes.PUMP):
        rows = _up_to_a_choice(played, before, answers)
        over = [i for i, row in enumerate(rows) if row[1] == seat and int(row[0]) in played.room.COMBO_OVER]
        return rows[: over[0]] if over else rows
    for count in reversed(range(len(answers))):
        earlier = _advance(played, before, answers[:count])
        if earlier is not None and len(earlier[1].all()) > 1:
            return _whatever_is_decided(played, before, answers[:count], earlier[1])
    return _log(played)[:0]


def _up_to_a_choice(played: Played, before: np.ndarray, answers: list[int]) -> np.ndarray:
    """The rows up to the next decision with two options or more, or up to the end of the turn."""
    answers = list(answers)
    while (asked := _advance(played, before, answers)) is not None:
        options = asked[1].all()
        if len(options) > 1:
            return _whatever_is_decided(played, before, answers, asked[1])
        answers += options
    return _log(played)


def _whatever_is_decided(played: Played, before: np.ndarray, answers: list[int], question: Question) -> np.ndarray:
    """The rows that all options of a decision have in common."""
    rows = _log(played)
    for option in question.all():
        _advance(played, before, [*answers, option])
        rows = rows[: _alike(rows, _log(played))]
    return rows


def _alike(rows: np.ndarray, others: np.ndarray) -> int:
    """How many rows both logs have in common, from the first on."""
    count = min(len(rows), len(others))
    different = (rows[:count] != others[:count]).any(axis=1)
    return int(different.argmax()) if different.any() else count


def _advance(played: Played, before: np.ndarray, answers: list[int]) -> tuple[int, Question] | None:
    """Play the turn from its start with the answers so far; the first question that is still open, or None."""
    _copy(before, played.match)
    m = played.match[0]
    script = played.room.core(m)["script"]
    if len(answers) > ANSWERS:
        raise BadInput("too many decisions in one turn")
    script["given"] = len(answers)
    script["used"] = 0
    script["missing"] = 0
    script["answer"][: len(answers)] = answers
    played.room.play_turn(played.table, m, len(played.rows), played.scenario)
    if not script["missing"]:
        return None
    return played.room.asked(m)


def _copy(source: np.ndarray, target: np.ndarray) -> None:
    """As bytes, for every answer: field by field, as numpy copies records, it takes eight times as long."""
    target.view(np.uint8)[...] = source.view(np.uint8)


def state(played: Played) -> dict[str, Any]:
    """The state afterwards in names and numbers, for people and for JSON."""
    m = played.match[0]
    out: dict[str, Any] = {"turn": played.room.turn(m), "over": bool(m["over"])}
    winner = int(m["winner"])
    out["winner"] = None if not m["over"] else ("draw" if winner == NOBODY else played.names[winner])
    out["ending"] = played.room.ENDINGS[int(m["ending"])] if m["over"] else None
    for seat, name in enumerate(played.names):
        out[name] = played.room.fighter(played.cast, m, seat)
    return out
