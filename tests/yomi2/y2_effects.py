"""What abilities of the shipped characters do, for a referee of Yomi 2: written out by hand, each in its moment."""

from __future__ import annotations

from y2_books import ATTACKS, Books, move, other


class Effects(Books):
    """Moments of a turn in which abilities happen."""

    def turn_starts(self, who: str) -> None:
        if self.sides[who].id == "gloria":
            self.read("ability", who)
            self.heal(who, 2)

    def opponent_draws(self, who: str) -> None:
        """The draw phase of the other player."""
        if self.sides[who].id == "gwen":
            self.read("ability", who)
            self.draw(who, 2, "ability")
            if not self.over:
                self.lose(who, 6, "ability")

    def ability_card(self, who: str, slot: str) -> None:
        """An ability card is played."""
        me, them = self.sides[who], self.sides[other(who)]
        move(me.hand, me.pile, slot)
        if slot == "gem_ability":
            me.first_hit_bonus += 5
        elif me.id == "rook":
            them.down = True
            self.read("knockdown", other(who), combat="this")
            if me.down:
                me.down = them.down = False
                self.read("knockdown_void")
        else:
            me.pile[slot] -= 1
            me.ongoing.append(self.turn + 1)
            self.read("stay", who, card=slot, until=self.turn + 1)

    def main_phase_ends(self, who: str) -> None:
        side = self.sides[who]
        if side.id == "jaina" and side.pile["low_block"] and side.pile["high_block"]:
            self.read("ability", who)
            self.lose(who, 2, "ability")
            self.draw(who, 1, "ability")

    def played(self, who: str, slot: str) -> None:
        """A move is played, as opener or later."""
        paid = {("jaina", "Y"): 5, ("gloria", "S2"): 10}.get((self.sides[who].id, slot), 0)
        if paid and not (slot == "Y" and self.sides[who].life <= 35):
            self.read("ability", who)
            self.lose(who, paid, "ability")

    def opened(self, who: str) -> None:
        """Both openers lie open."""
        me, them = self.sides[who], other(who)
        if me.id == "gwen" and me.opener == "Y":
            self.read("ability", who)
            self.heal(who, 6)
            move(me.table, me.removed, "Y")
            self.read("remove", who, card="Y")
        if me.id == "jaina" and me.ongoing and self.sides[them].opener:
            kind = self.card(them, self.sides[them].opener).kind
            if kind in ATTACKS:
                self.read("ability", who)
                self.strike(who, 7, "ability")
                if not self.over:
                    self.sides[them].no_combo = True
                    self.read("no_combo", them)
            elif kind == "block":
                self.read("ability", who)
                self.lose(them, 5, "block_damage")

    def crushes(self, who: str) -> bool:
        """Whether the blocked attack of `who` goes through the block."""
        me, them = self.sides[who], self.sides[other(who)]
        if me.id != "onimaru" or not me.edge or me.down or them.down:
            return False
        self.read("ability", who)
        self.read("crush", who, damage=15)
        me.no_combo = True
        return True

    def has_hit(self, who: str, slot: str) -> None:
        """A move of `who` has hit."""
        me, them = self.sides[who], other(who)
        key = me.id, slot
        if key in (("gwen", "throw"), ("gwen", "Z")) and who == self.active:
            self.read("ability", who)
            self.read("skip", them)
            self.sides[them].skips = True
        elif key == ("gwen", "S1"):
            self.read("ability", who)
            self.heal(who, 10)
        elif key == ("gloria", "Z"):
            self.read("ability", who)
            self.draw(who, 1, "ability")
        elif key == ("bigby", "S1"):
            self.read("ability", who)
            self.read("jail", them, on=1)
            self.sides[them].jailed = True

    def combo_done(self, who: str) -> None:
        me, them = self.sides[who], self.sides[other(who)]
        gap = them.held() - me.held()
        if me.id == "degrey" and them.was_hit and gap > 0:
            self.read("ability", who)
            self.strike(who, 2 * gap, "ability")

    def turn_ends(self, who: str) -> None:
        if self.sides[who].id == "setsuki" and self.sides[who].held() == 0:
            self.read("ability", who)
            self.draw(who, 5, "ability")
