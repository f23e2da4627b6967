"""What was told but never came up in the turn: it was not allowed, and what happened says why."""

from __future__ import annotations

from dataclasses import dataclass

from yomisim.cards.yomi1 import tables as tab
from yomisim.scenario.yomi1.answers import Player
from yomisim.scenario.yomi1.rules import Refused


@dataclass(frozen=True)
class Why:
    """What happened in a turn, as far as it explains why a decision never came up."""

    over: bool
    fought: bool
    tie: bool
    burst_by: frozenset[str]
    hit_by: frozenset[str]

    def no_combo(self, player: str, *, pumps: bool) -> str:
        """The rule that kept `player` from a combo or pump."""
        if self.tie:
            return "tie"
        if player in self.burst_by:
            return "burst-no-combo"
        if self.over and (player in self.hit_by or not self.fought):
            return "game-over"
        return "pump-needs-hit" if pumps else "no-hit"

    def no_window(self, player: str) -> str:
        """The rule that kept `player` from putting a card face down."""
        return "game-over" if self.over and (self.hit_by - {player} or not self.fought) else "no-face-down-window"


def check_used(player: Player, why: Why) -> None:
    """Refused for the first decision that was told and did not come up; `why` knows what happened."""
    if player.told.opener_again is not None and not player.asked_again:
        raise Refused("not-asked", player.name, f"opener_again {player.told.opener_again!r}")
    if player.combo and not player.combo_begun:
        steps = player.combo[1:] or player.combo[:1]
        if len(player.combo) > 1 or player.combo[0].pumps or player.opener is None:
            raise Refused(why.no_combo(player.name, pumps=len(player.combo) == 1), player.name, steps[0].text)
    elif player.combo:
        slug = "game-over" if why.over else why.no_combo(player.name, pumps=False)
        raise Refused(slug, player.name, player.combo[0].text)
    elif player.pumps_left:
        raise Refused("game-over" if why.over else "pump-needs-hit", player.name, "a pump")
    if player.face_down:
        raise Refused(why.no_window(player.name), player.name, f"{player.face_down[0]} face down")
    if player.hit_back:
        _unused(player, why, "no-hit-back", player.hit_back[0].text)
    if player.after_hit_back:
        _unused(player, why, "hit-back-single", player.after_hit_back[0].text)
    if player.sets:
        _unused(player, why, "not-asked", "power up")
    if player.aces_from:
        _unused(player, why, "not-entitled", f"aces_from {player.aces_from[0]}")
    if player.limit:
        _unused(player, why, "within-hand-limit", f"discard of {player.limit[0]}")
    for uses in (player.abilities, player.counters):
        if uses:
            _unused(player, why, "ability-not-usable" if uses[0].numbers else "not-asked", uses[0].text)
    if player.turning:
        _unused(player, why, "no-more-cards", f"blackjack with {player.turning} cards more")
    for what, pile in (
        ("pump_with", player.pump_with),
        ("pay", player.pay),
        ("take", player.take),
        ("discard_for", player.discard_for),
        ("alternative", player.alternatives),
        ("name_kind", [tab.KIND_NAMES[kind] for kind in player.kinds]),
        ("mark", player.mark),
        ("take_back", [card or "pass" for card in player.take_back]),
        ("on_deck", player.on_deck),
        ("blackjack", player.blackjack),
    ):
        if pile:
            _unused(player, why, "not-asked", f"{what} {pile[0]}")


def _unused(player: Player, why: Why, slug: str, what: str) -> None:
    raise Refused("game-over" if why.over else slug, player.name, what)
