"""What was told but never came up in the turn: it was not allowed, and what happened says why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from yomisim.rules.yomi2 import events
from yomisim.scenario.yomi2.answers import Player
from yomisim.scenario.yomi2.rules import Refused

#: Who sits in a seat, and who opposite: the third seat is that of a second human against the second one, a bot.
_OF_SEAT = ("a", "b", "c")
_OPPOSITE = ("b", "ac", "b")


@dataclass(frozen=True)
class Why:
    """What happened in a turn, as far as it explains why a decision never came up.

    Sets of players: who hit, whose attack was blocked, who was beaten by what another move says, whose hit was
    answered by armor, whose moves were kept from combos.
    """

    over: bool
    hit: frozenset[str]
    blocked: frozenset[str]
    beaten: frozenset[str]
    armored: frozenset[str]
    stopped: frozenset[str]

    @classmethod
    def of(cls, rows: np.ndarray, over: bool) -> Why:
        """From the rows of the turn."""

        def by(event: int, *, other: bool = False) -> frozenset[str]:
            return frozenset(
                name for row in rows if row[0] == event for name in (_OPPOSITE if other else _OF_SEAT)[int(row[1])]
            )

        return cls(
            over=over,
            hit=by(events.HIT),
            blocked=by(events.BLOCK, other=True),
            beaten=by(events.BEATS, other=True),
            armored=by(events.ARMOR, other=True),
            stopped=by(events.NO_COMBO) | by(events.CRUSH),
        )

    def no_combo(self, player: str) -> str:
        """The rule that kept `player` from a combo or pump."""
        for slug, players in (("no-combo", self.stopped & self.hit), ("armored", self.armored)):
            if player in players:
                return slug
        if self.over:
            return "game-over"
        for slug, players in (("blocked", self.blocked), ("beaten", self.beaten)):
            if player in players:
                return slug
        return "no-hit"


def check_used(player: Player, why: Why) -> None:
    """Refused for the first decision that was told and did not come up; `why` knows what happened."""

    def refuse(slug: str, what: str) -> None:
        raise Refused(slug, player.name, what)

    def unused(slug: str, what: str) -> None:
        refuse("game-over" if why.over else slug, what)

    if player.main.left:
        refuse("no-main-phase", player.main.left[0].text)
    if player.opener is not None and not player.opened:
        unused("not-in-hand", str(player.told.opener))
    if player.combo and not player.combo_begun:
        steps = player.combo[1:] or player.combo[:1]
        if len(player.combo) > 1 or player.combo[0].pumps:
            refuse(why.no_combo(player.name), steps[0].text)
    elif player.combo:
        refuse(why.no_combo(player.name), player.combo[0].text)
    if player.pumps_left and why.over:
        refuse("game-over", "a pump")
    player.check_pumps()
    if player.hit_backs:
        unused("no-hit-back", player.hit_backs[0][0].text)
    if player.after_hit_back:
        unused("hit-back-single", player.after_hit_back[0].text)
    if player.abilities:
        unused("ability-not-usable" if player.abilities[0][0] else "not-asked", player.abilities[0][1])
    for what, pile in (
        ("pump_with", player.pump_with),
        ("from_deck", player.from_deck),
        ("pay", player.pay),
        ("take", player.take),
        ("discard_for", player.discard_for),
        ("alternative", player.alternatives),
    ):
        if pile:
            unused("not-asked", f"{what} {pile[0]}")
