"""Combat for a referee of Yomi 2: openers, who wins, combos, hit-backs, what comes back to hand."""

from __future__ import annotations

from y2_books import ATTACKS, HAND_LIMIT, LANDING, Objection, move, other
from y2_effects import Effects

LETTERS = "ABCDEFGHIJ"


class Combat(Effects):
    """One combat, from the openers to the discard piles."""

    def combat(self) -> None:
        order = (self.active, other(self.active))
        for who in order:
            self._open(who)
            if self.over:
                return
        for moment in (lambda who: self.played(who, self.sides[who].opener or ""), self.opened):
            for who in order:
                moment(who)
                if self.over:
                    return
        self._meet()
        if not self.over:
            self._clean_up()

    # openers

    def _open(self, who: str) -> None:
        """A card is opened; where it is invalid cards from the deck follow until one is not."""
        side = self.sides[who]
        swings = side.held() == 0
        while True:
            if swings and not self.top_of_deck(who):
                return
            if swings:
                self.read("wild_swing", who)
            slot = self.read("opener", who)["card"]
            move(side.deck if swings else side.hand, side.table, slot)
            reason = self._why_invalid(who, slot)
            if reason is None:
                break
            self.read("invalid", who, card=slot, reason=reason)
            move(side.table, side.pile, slot)
            swings = True
        side.opener = slot
        self.pay(who, slot)

    def _why_invalid(self, who: str, slot: str) -> str | None:
        card, side = self.card(who, slot), self.sides[who]
        if card.kind == "ability":
            return "ability"
        if card.class_ == "super" and not side.storm_until and side.meter < card.meter_cost:
            return "meter"
        return "disabled" if card.kind == "dodge" and side.down else None

    # who wins

    def _speed(self, who: str) -> int:
        me, them = self.sides[who], self.sides[other(who)]
        speed = self.card(who, me.opener or "").speed or 0
        if them.down:
            return max(speed, 10)
        if me.edge and not me.down and speed < 10:
            return min(speed + 3, 10)
        return speed

    def _beats(self, who: str) -> bool:
        """Whether the opener of `who` says that it beats the other."""
        mine = self.card(who, self.sides[who].opener or "")
        theirs = self.card(other(who), self.sides[other(who)].opener or "")
        if theirs.kind == "strike" and theirs.class_ in ("normal", "special") and mine.beats_strikes_from:
            return self._speed(other(who)) >= mine.beats_strikes_from
        if theirs.kind == "dodge":
            return mine.undodgeable or (mine.kind == "projectile" and self.wind(who))
        return theirs.kind == "block" and mine.unblockable

    def _endures(self, who: str) -> bool:
        """Whether the armor of `who` answers the other's opener."""
        slot = self.sides[who].opener or ""
        mine, theirs = self.card(who, slot), self.card(other(who), self.sides[other(who)].opener or "")
        rock = self.sides[who].id == "rook" and mine.class_ == "normal" and mine.kind == "strike"
        grade = "medium" if rock else mine.armor
        if theirs.class_ == "normal":
            return grade in ("medium", "heavy") or (grade == "light" and theirs.slot in "ABC")
        return theirs.class_ == "special" and grade == "heavy"

    def _meet(self) -> None:
        active, second = self.active, other(self.active)
        kinds = {who: self.card(who, self.sides[who].opener or "").kind for who in "ab"}
        beaters = [who for who in "ab" if self._beats(who)]
        attackers = [who for who in (active, second) if kinds[who] in ATTACKS]
        throwers = [who for who in (active, second) if kinds[who] == "throw"]
        faster = second if self._speed(second) > self._speed(active) else active
        if len(beaters) == 1:
            self.read("beats", beaters[0], move=self.sides[beaters[0]].opener)
            self._land(beaters[0])
        elif len(attackers) == 2 and kinds["a"] == kinds["b"] == "projectile":
            self._projectiles()
        elif len(attackers) == 2:
            self._hit_through_armor(faster)
        elif attackers:
            self._attack(attackers[0], kinds[other(attackers[0])])
        elif throwers:
            self._land(faster if len(throwers) == 2 else throwers[0])
        else:
            self.read("no_contact")

    def _projectiles(self) -> None:
        level = {who: 2 if self.wind(who) else self.card(who, self.sides[who].opener or "").level for who in "ab"}
        if level["a"] == level["b"]:
            self.read("clash")
        else:
            self._land("a" if level["a"] > level["b"] else "b")

    def _attack(self, who: str, against: str) -> None:
        """An attack meets a throw, a block or a dodge."""
        them = other(who)
        if against == "throw":
            self._hit_through_armor(who)
        elif against == "dodge":
            self._dodge(them)
        elif (
            self.card(who, self.sides[who].opener or "").height in self.card(them, self.sides[them].opener or "").blocks
        ):
            self._block(them)
        else:
            self._land(who)

    def _hit_through_armor(self, who: str) -> None:
        if not self._endures(other(who)):
            self._land(who)
            return
        self._hit(who, self.damage(who, self.sides[who].opener or ""))
        if not self.over:
            self.read("armor", other(who), card=self.sides[other(who)].opener)
            self._land(other(who))

    # what follows

    def _hit(self, who: str, amount: int) -> None:
        me = self.sides[who]
        me.combo_damage = 0
        self.read("hit", who, card=me.opener, move=me.opener, damage=amount)
        self.strike(who, amount, "combat")
        if not self.over:
            self.has_hit(who, me.opener or "")

    def _land(self, who: str, amount: int | None = None) -> None:
        slot = self.sides[who].opener or ""
        self._hit(who, self.damage(who, slot) if amount is None else amount)
        if not self.over:
            self._combo(who, [slot], goes_on=True)

    def _block(self, who: str) -> None:
        attacker, side = other(who), self.sides[who]
        attack = self.card(attacker, self.sides[attacker].opener or "")
        if self.crushes(attacker):
            self._land(attacker, 15)
            return
        self.read("block", who, card=side.opener, move=side.opener)
        windy = 2 if attack.kind == "projectile" and self.wind(attacker) else 0
        self.lose(who, (attack.block_damage or 0) + windy, "block_damage")
        if not self.over and attack.edge_on_block:
            self.gain_edge(attacker)
        if not self.over and not attack.lockdown:
            self.draw(who, 1, "block")
        arc = self.sides[attacker].id == "jaina" and attack.slot == "Y" and bool(self.sides[attacker].ongoing)
        if not self.over and ((attack.unsafe and not arc) or self.card(who, side.opener or "").makes_unsafe):
            self._hit_back(who, goes_on=False)

    def _dodge(self, who: str) -> None:
        side = self.sides[who]
        dodge, strike = self.card(who, side.opener or ""), self.card(other(who), self.sides[other(who)].opener or "")
        self.read("dodge", who, card=side.opener, move=side.opener)
        if strike.kind != "strike":
            return
        if not dodge.counter_damage:
            self._hit_back(who, goes_on=bool(dodge.full_combo))
            return
        side.combo_damage = 0
        self.read("counter", who, move=side.opener, damage=dodge.counter_damage)
        self.strike(who, dodge.counter_damage, "counter")
        if not self.over:
            self._combo(who, [side.opener or ""], goes_on=False)

    def _hit_back(self, who: str, *, goes_on: bool) -> None:
        self.sides[who].combo_damage = 0
        if self.follows("hit_back_declined", who):
            self.read("hit_back_declined", who)
            return
        slot = self._next_move(who, "hit_back")
        if slot is None or self.card(who, slot).kind not in LANDING:
            raise Objection(f"turn {self.turn}: a hit-back must come next, not {self.rows[self.at :]}")
        self._play(who, slot, "hit_back")
        if not self.over:
            self._combo(who, [slot], goes_on=goes_on)

    def _next_move(self, who: str, event: str) -> str | None:
        """The move that is played next; what it costs stands before it in the log."""
        for row in self.rows[self.at :]:
            if row["event"] == event and row["player"] == who:
                return str(row["move"])
            if row["event"] == "game_over" and self.follows("meter", who, reason="super"):
                return "S2"  # who falls by what the move takes does not land it
            if row["event"] not in ("meter", "ability", "damage", "game_over") or row["player"] != who:
                return None
        return None

    def _play(self, who: str, slot: str, event: str) -> None:
        """A move from hand: paid, landed."""
        side = self.sides[who]
        move(side.hand, side.table, slot)
        self.pay(who, slot)
        self.played(who, slot)
        if self.over:
            return
        amount = self.damage(who, slot)
        self.read(event, who, card=slot, move=slot, damage=amount)
        self.strike(who, amount, "combo")
        if not self.over:
            self.has_hit(who, slot)

    def _combo(self, who: str, moves: list[str], *, goes_on: bool) -> None:
        """Pumps of what has landed, further moves, and what the last one does."""
        side = self.sides[who]
        if not side.no_combo:
            self._pumps(who, moves[-1])
            while goes_on and not self.over:
                chained = self.follows("chain", who)
                if chained:
                    self.read("chain", who, meter=1)
                    self.gain_meter(who, 1, "chain")
                slot = self._next_move(who, "follow")
                if slot is None:
                    break
                self._check_link(who, [*moves, slot], chained)
                moves.append(slot)
                self._play(who, slot, "follow")
                if not self.over:
                    self._pumps(who, slot)
        if not self.over:
            self._last_move(who, moves)

    def _check_link(self, who: str, moves: list[str], chained: bool) -> None:
        before, after = (self.card(who, slot) for slot in moves[-2:])
        letters = before.combo_type == after.combo_type == "chain"
        if letters:
            legal = LETTERS.index(after.slot) == LETTERS.index(before.slot) + 1
        else:
            legal = before.combo_type in ("chain", "starter", "linker") and after.combo_type in (
                "chain",
                "linker",
                "ender",
            )
        points = sum(self.points(who, slot) for slot in moves)
        if not legal or letters != chained or points > self.sides[who].most_points:
            raise Objection(f"turn {self.turn}: no combo of {who}: {moves}, {points} points, chain {chained}")

    def _pumps(self, who: str, slot: str) -> None:
        side, left = self.sides[who], list(self.card(who, slot).pump)
        while not self.over and self.follows("pump", who):
            row = self.read("pump", who)
            paid = self.card(who, row["card"])
            fits = [
                pump for pump in left if pump.damage == row["damage"] and pump.cost in ("any", paid.class_, paid.slot)
            ]
            if not fits:
                raise Objection(f"turn {self.turn}: {row} pays no packet of {slot}")
            left.remove(fits[0])
            move(side.hand, side.table, row["card"])
            self.strike(who, row["damage"], "combo")

    def _last_move(self, who: str, moves: list[str]) -> None:
        side, last = self.sides[who], self.card(who, moves[-1])
        self.combo_done(who)
        if self.over:
            return
        points = min(sum(self.points(who, slot) for slot in moves), side.most_points)
        self.read("combo_end", who, damage=side.combo_damage, moves=len(moves), points=points)
        if last.knockdown:
            self.knock_down(other(who))
        if last.edge_on_hit:
            self.gain_edge(who)

    # afterwards

    def _clean_up(self) -> None:
        """Recurring openers of players who were not hit come back, everything else is discarded."""
        for who, side in self.sides.items():
            slot = side.opener
            if slot and not side.was_hit and self.card(who, slot).recurring and side.table[slot] > 0:
                full = side.held() >= HAND_LIMIT
                move(side.table, side.pile if full else side.hand, slot)
                if full:
                    self.read("overflow", who, card=slot, reason="return")
                else:
                    self.read("return_card", who, card=slot)
            side.pile += side.table
            side.table.clear()
