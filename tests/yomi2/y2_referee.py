"""What a turn's log must look like: only legal moves, in plain Python from the models of the cards.

Written without the engine's tables: it reads the same facts from the card files and goes through a turn by itself.
"""

from __future__ import annotations

from typing import Any

from bout import Bout

LETTERS = "ABCDEFGHIJ"


class Referee:
    """Follows one game by the rows of its turns (see `bout.Bout.rows`)."""

    def __init__(self, bout: Bout) -> None:
        self.cards = {who: {card.slot: card for card in deck.moves} for who, deck in zip("ab", bout.decks, strict=True)}
        self.most = {who: deck.character.max_combo for who, deck in zip("ab", bout.decks, strict=True)}
        self.meter = {who: bout.meter(who) for who in "ab"}
        self.life = {who: bout.life(who) for who in "ab"}

    def turn(self, rows: list[dict[str, Any]], active: str) -> None:
        """Check the rows of one turn."""
        self.combo: dict[str, list[Any]] = {"a": [], "b": []}
        self.opener: dict[str, Any] = {}
        self.storm = False
        done: dict[str, int] = {}
        for row in rows:
            name, who = row["event"], row["seat"]
            check = getattr(self, f"_{name}", None)
            if check is not None:
                check(row, who)
            if name in ("exchange", "power_up", "storm"):
                assert who == active, row
                done[name] = done.get(name, 0) + 1
        assert done.get("power_up", 0) <= 1 and done.get("storm", 0) <= 1 and done.get("exchange", 0) <= 2, done

    def _exchange(self, row: dict[str, Any], who: str) -> None:
        for slot in (row["given"], row["taken"]):
            assert self.cards[who][slot].class_ == "normal", row

    def _power_up(self, row: dict[str, Any], who: str) -> None:
        if row["fetched"] is not None:
            assert self.cards[who][row["fetched"]].class_ == "super", row

    def _meter(self, row: dict[str, Any], who: str) -> None:
        self.meter[who] += row["amount"]
        assert self.meter[who] == row["meter"] and 0 <= row["meter"] <= 3, row

    def _damage(self, row: dict[str, Any], who: str) -> None:
        self.life[who] -= row["amount"]
        assert row["amount"] > 0 and self.life[who] == row["life"], row

    def _heal(self, row: dict[str, Any], who: str) -> None:
        self.life[who] += row["amount"]
        assert row["amount"] >= 0 and self.life[who] == row["life"], row

    def _opener(self, row: dict[str, Any], who: str) -> None:
        self.opener[who] = self.cards[who][row["card"]]

    def _invalid(self, row: dict[str, Any], who: str) -> None:
        card = self.cards[who][row["card"]]
        assert (row["reason"] == "ability") == (card.kind == "ability"), row
        del self.opener[who]

    def _hit(self, row: dict[str, Any], who: str) -> None:
        assert self.opener[who].slot == row["card"] and self.opener[who].kind in ("strike", "projectile", "throw"), row
        self.combo[who] = [self.cards[who][row["move"]]]

    def _counter(self, row: dict[str, Any], who: str) -> None:
        self.combo[who] = [self.cards[who][row["move"]]]

    def _hit_back(self, row: dict[str, Any], who: str) -> None:
        card = self.cards[who][row["move"]]
        assert card.kind in ("strike", "projectile", "throw"), row
        self.combo[who] = [card]

    def _follow(self, row: dict[str, Any], who: str) -> None:
        before, card = self.combo[who][-1], self.cards[who][row["move"]]
        assert before.combo_type in ("chain", "starter", "linker"), row
        if card.combo_type == "chain":
            following = before.combo_type != "chain" or LETTERS.index(card.slot) == LETTERS.index(before.slot) + 1
            assert following, row
        else:
            assert card.combo_type in ("linker", "ender"), row
        self.combo[who].append(card)
        if not self.may_be_cheaper(who):
            assert sum(each.combo_points for each in self.combo[who]) <= self.most[who], row

    def may_be_cheaper(self, who: str) -> bool:
        """Whether something of this player can lower combo points."""
        return any(
            "points" in trait
            for card in self.cards[who].values()
            for ability in card.abilities
            for trait in ability.always
        )

    def _pump(self, row: dict[str, Any], who: str) -> None:
        last, paid = self.combo[who][-1], self.cards[who][row["card"]]
        assert any(
            pump.damage == row["damage"] and pump.cost in ("any", paid.class_, paid.slot) for pump in last.pump
        ), row

    def _block(self, row: dict[str, Any], who: str) -> None:
        other = "b" if who == "a" else "a"
        block, attack = self.cards[who][row["move"]], self.opener[other]
        assert block.kind == "block" and attack.height in block.blocks, row

    def _dodge(self, row: dict[str, Any], who: str) -> None:
        assert self.opener[who].kind == "dodge", row
