"""Playing a scenario: the engine asks, the file answers, what is expected is compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, parse_card
from yomisim.errors import BadInput
from yomisim.play.yomi1 import play_turn
from yomisim.policies import codes
from yomisim.rules.records import ANSWERS, NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import ENDINGS
from yomisim.scenario.answers import Player
from yomisim.scenario.leftovers import Why, check_all_used
from yomisim.scenario.questions import Question
from yomisim.scenario.refusals import Refused
from yomisim.scenario.schema import Scenario, Turn
from yomisim.scenario.setup import PLAYERS, names, set_up


@dataclass
class Played:
    """What came of a scenario.

    `rows` are the event rows of all turns played; `match` is the state after the last one, shape (1,); `refused` is
    the first illegal decision, whose turn was not played, and `so_far` are the rows of that turn up to the decision.
    """

    scenario: Scenario
    game: Game
    table: np.ndarray
    match: np.ndarray
    rows: list[np.ndarray] = field(default_factory=list)
    refused: Refused | None = None
    so_far: np.ndarray | None = None


def play(scenario: Scenario, game: Game) -> Played:
    """Play all turns of a scenario.

    Raises
    ------
    BadInput
        for names and notations that cannot be understood, and for turns after the end of the game.
    """
    table, match = set_up(scenario, game)
    played = Played(scenario, game, table, match)
    for number, turn in enumerate(scenario.turns):
        if match[0]["over"]:
            raise BadInput("the game has ended before this turn", field=f"turns[{number + 1}]")
        try:
            played.rows.append(_play_turn(played, turn, f"turns[{number + 1}]"))
        except Refused as refused:
            played.refused = refused
            break
    return played


def _play_turn(played: Played, turn: Turn, place: str) -> np.ndarray:
    """Play one turn, asking for one decision after the other; the state is untouched where one is refused."""
    before = played.match.copy()
    answers: list[int] = []
    try:
        question = _advance(played, before, answers)
        if not _initiative_as_wished(played):
            before[0]["flip"] ^= 1  # the coin falls the other way
            question = _advance(played, before, answers)
        players = _players(played, turn, place)
        while question is not None:
            seat, asked = question
            answers.append(players[seat].answer(asked))
            question = _advance(played, before, answers)
        m = played.match[0]
        rows = _log(played)
        why = _why(rows, bool(m["over"]))
        for player in players:
            check_all_used(player, why)
    except (Refused, BadInput) as error:
        if isinstance(error, Refused):
            played.so_far = _so_far(played, before, answers)
        played.match[...] = before
        raise
    m["log_rows"] = 0
    return rows


def _log(played: Played) -> np.ndarray:
    m = played.match[0]
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
        over = [i for i, row in enumerate(rows) if row[1] == seat and row[0] in (events.CHAIN, events.COMBO_END)]
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


def _players(played: Played, turn: Turn, place: str) -> list[Player]:
    scenario = played.scenario
    return [
        Player(
            name,
            played.game.character(who.character),
            played.table["char"][0, seat, int(played.match[0]["public"]["fighter"][seat]["variant"])],
            told,
            f"{place}.{name}",
        )
        for seat, (name, who, told) in enumerate(zip(PLAYERS, (scenario.a, scenario.b), (turn.a, turn.b), strict=True))
    ]


def _advance(played: Played, before: np.ndarray, answers: list[int]) -> tuple[int, Question] | None:
    """Play the turn from its start with the answers so far; the first question that is still open, or None."""
    played.match[...] = before
    m = played.match[0]
    script = m["script"]
    if len(answers) > ANSWERS:
        raise BadInput("too many decisions in one turn")
    script["given"] = len(answers)
    script["used"] = 0
    script["missing"] = 0
    script["answer"][: len(answers)] = answers
    play_turn(played.table[0], m)
    if not script["missing"]:
        return None
    question = Question(
        kind=int(script["kind"]),
        options=int(script["options"]),
        hand=int(script["hand"]),
        last_side=int(script["last_move"]),
        points_left=int(script["points_left"]),
        pumps=int(script["pumps"]),
    )
    return int(script["seat"]), question


def _initiative_as_wished(played: Played) -> bool:
    """Where life is equal a scenario may say who has initiative (in its first turn)."""
    wish = played.scenario.initiative
    if wish is None or played.rows:
        return True
    return PLAYERS[int(played.match[0]["public"]["initiative"])] == wish


def _why(rows: np.ndarray, over: bool) -> Why:
    def by(event: int) -> frozenset[str]:
        return frozenset(PLAYERS[int(row[1])] for row in rows if row[0] == event)

    decided = (events.HIT, events.TIE, events.NO_CONTACT, events.BLOCK, events.DODGE, events.BURST)
    return Why(
        over=over,
        fought=any(row[0] in decided for row in rows),
        tie=any(row[0] == events.TIE for row in rows),
        burst_by=by(events.BURST),
        hit_by=by(events.HIT),
    )


def state(played: Played) -> dict[str, Any]:
    """The state afterwards in names and numbers, for people and for JSON."""
    m = played.match[0]
    out: dict[str, Any] = {"turn": int(m["public"]["turn"]), "over": bool(m["over"])}
    winner = int(m["winner"])
    out["winner"] = None if not m["over"] else ("draw" if winner == NOBODY else PLAYERS[winner])
    out["ending"] = ENDINGS[int(m["ending"])] if m["over"] else None
    for seat, name in enumerate(PLAYERS):
        me = m["public"]["fighter"][seat]
        own = m["own"][seat]
        pile = sorted(names(me["discard"]), key=lambda card: -_stamp(me, card))
        out[name] = {
            "character": played.game.character(getattr(played.scenario, name).character).id,
            "life": int(me["life"]),
            "hand": names(own["hand"]),
            "discard": pile,
            "in_play": names(me["in_play"]),
            "shown": names(me["shown"]),
            "deck_size": int(m["deep"][seat]["deck"]).bit_count(),
            "deck_top_known": [card_name(int(own["top"][i])) for i in reversed(range(int(own["top_known"])))],
            "knocked_down": bool(me["down"]),
        }
    return out


def _stamp(me: np.void, name: str) -> int:
    return int(me["stamp"][parse_card(name)])
