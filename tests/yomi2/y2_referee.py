"""A referee of Yomi 2: reads the log of a whole game and says where it is not as the rules demand.

Taken from the log are only decisions and cards that chance brings: what is drawn, exchanged, discarded, opened, played.
Everything else (who wins, damage, meter, cards, knockdowns, what comes back, in which order) the referee works out by
itself, in plain Python from the models of the cards, and it must stand in the log just so.
"""

from __future__ import annotations

from y2_books import Objection, move, other
from y2_combat import Combat

STORM_TURNS = 2
TURN_LIMIT = 200


class Referee(Combat):
    """Judges one game."""

    def judge(self) -> None:
        """Raise `Objection` at the first row that is not as it must be."""
        start, *turns = self.replay.as_record()["turns"]
        self.rows, self.at = start["events"], 0
        for who in "ab":
            self.draw(who, 4, "opening")
        self._done()
        first = turns[0]["events"][0]["player"]
        for number, record in enumerate(turns, start=1):
            if self.over:
                raise Objection("the game goes on after its end")
            self.turn, self.rows, self.at = number, record["events"], 0
            self.active = first if number % 2 == 1 else other(first)
            self._turn()
            self._done()
        if not self.over:
            raise Objection("the game does not end")

    def _done(self) -> None:
        if self.at < len(self.rows):
            raise Objection(f"turn {self.turn}: nothing more must happen, not {self.rows[self.at :]}")

    def _turn(self) -> None:
        who = self.active
        self.read("turn", who, turn=self.turn, life_0=self.sides["a"].life, life_1=self.sides["b"].life)
        for side in self.sides.values():
            side.begin_turn()
        for step in (self._draw_phase, self._main_phase, self.combat, self._end):
            step()
            if self.over:
                return
        if self.turn >= TURN_LIMIT:
            self.end(None, "turn_limit")

    def _draw_phase(self) -> None:
        self.turn_starts(self.active)
        self.draw(self.active, 1 if self.turn == 1 else 2, "turn")
        if not self.over:
            self.opponent_draws(other(self.active))

    # main phase

    def _main_phase(self) -> None:
        who, side = self.active, self.sides[self.active]
        if side.jailed:
            if not self.follows("discard", who, reason="escape"):
                self.read("main_skipped", who, reason="jail")
                return
            self._discard_pair(who, "escape")
            side.jailed = False
            self.read("jail", who, on=0)
        if side.skips:
            side.skips = False
            self.read("main_skipped", who, reason="skipped")
            return
        left = {"exchange": 2 if side.id == "grave" else 1, "ability": 1, "discard": 1, "storm": 1}
        actions = {
            "exchange": self._exchange,
            "ability": self._ability,
            "discard": self._power_up,
            "storm": self._storm,
        }
        while self.at < len(self.rows) and (name := self.rows[self.at]["event"]) in actions:
            if name == "ability" and self.rows[self.at]["move"] not in ("ability", "gem_ability"):
                break
            left[name] -= 1
            if left[name] < 0:
                raise Objection(f"turn {self.turn}: once too often: {self.rows[self.at]}")
            actions[name]()
        self.main_phase_ends(who)

    def _exchange(self) -> None:
        who, side = self.active, self.sides[self.active]
        row = self.read("exchange", who)
        if any(self.card(who, row[name]).class_ != "normal" for name in ("given", "taken")):
            raise Objection(f"turn {self.turn}: no sign: {row}")
        move(side.pile, side.hand, row["taken"])
        move(side.hand, side.pile, row["given"])

    def _ability(self) -> None:
        self.ability_card(self.active, str(self.read("ability", self.active)["move"]))

    def _discard_pair(self, who: str, reason: str) -> str:
        slot = str(self.rows[self.at]["card"])
        for _ in range(2):
            self.read("discard", who, card=slot, reason=reason)
            move(self.sides[who].hand, self.sides[who].pile, slot)
        return slot

    def _power_up(self) -> None:
        who, side = self.active, self.sides[self.active]
        fetched = self.read("power_up", who, move=self._discard_pair(who, "power_up"))["fetched"]
        if fetched is None:
            self.gain_meter(who, 2, "power_up")
            return
        if self.card(who, fetched).class_ != "super":
            raise Objection(f"turn {self.turn}: {fetched} is no super")
        move(side.pile, side.hand, fetched)
        self.gain_meter(who, 1, "power_up")

    def _storm(self) -> None:
        who, side = self.active, self.sides[self.active]
        if side.storm_used or not side.gem or self.sides[other(who)].storm_until:
            raise Objection(f"turn {self.turn}: no storm now")
        side.storm_used = True
        side.storm_until = self.turn + STORM_TURNS - 1
        self.read("storm", who, until=side.storm_until)

    # end of turn

    def _end(self) -> None:
        for who in (self.active, other(self.active)):
            self.turn_ends(who)
            if self.over:
                return
        for who, side in self.sides.items():
            if side.storm_until == self.turn:
                side.storm_until = 0
                self.read("storm_ends", who)
            while self.turn in side.ongoing:
                side.ongoing.remove(self.turn)
                side.pile["ability"] += 1
                self.read("leave", who, card="ability")
        self._pass_on()

    def _pass_on(self) -> None:
        """Knockdowns and edges of this combat count in the next one; where both have one, nobody has."""
        a, b = self.sides.values()
        if a.down_next and b.down_next:
            a.down_next = b.down_next = False
            self.read("knockdown_void")
        if a.edge_next and b.edge_next:
            a.edge_next = b.edge_next = False
            self.read("edge_void")
        for side in (a, b):
            side.down, side.edge, side.down_next, side.edge_next = side.down_next, side.edge_next, False, False
