"""The rules of Yomi that a decision can break."""

from __future__ import annotations

from yomisim.scenario import refusals
from yomisim.scenario.refusals import Rule

RULES: dict[str, Rule] = {
    "not-in-hand": Rule("a card must be in hand to be played, put down or paid"),
    "opener-needs-aces": Rule(
        "a side whose mandatory Aces are not all in hand cannot be the combat card", ("Y1-REVEAL-6", "Y1-REVEAL-3")
    ),
    "needs-in-play": Rule("this side is usable only while its condition is in play"),
    "not-an-attack-or-throw": Rule("only attacks and throws can be part of a combo or hit back"),
    "chain-step": Rule(
        "normal attacks follow each other in steps of exactly one rank", ("Y1-COMBO-1", "Y1-COMBO-2", "Y1-COMBO-3")
    ),
    "points": Rule(
        "the combo points of all moves may not exceed the character's limit",
        ("Y1-COMBO-4", "Y1-COMBO-5", "Y1-COMBO-21"),
    ),
    "ender-ends": Rule("an Ender ends the combo", ("Y1-COMBO-6",)),
    "starter-first": Rule("a Starter can only come first", ("Y1-COMBO-7", "Y1-COMBO-14")),
    "cant-combo": Rule("a move that cannot combo stands alone", ("Y1-COMBO-13",)),
    "aces": Rule("all mandatory Aces of a move must be in hand when it is played", ("Y1-COMBO-16",)),
    "tie": Rule(
        "after a tie nobody may follow up or pump", ("Y1-COMBAT-3", "Y1-COMBAT-4", "Y1-PUMP-11", "Y1-JOKER-11")
    ),
    "no-hit": Rule("a combo needs a hit", ("Y1-COMBO-20",)),
    "burst-no-combo": Rule("nothing follows a Gold Burst", ("Y1-JOKER-6",)),
    "hit-back-single": Rule(
        "after a dodge one move and its pumps are allowed, it becomes an Ender", ("Y1-COMBO-10", "Y1-COMBAT-15")
    ),
    "hit-back-kind": Rule("only an attack or throw can hit back", ("Y1-COMBAT-19",)),
    "no-hit-back": Rule("only a dodge of an attack, a Joker or no-card hits back", ("Y1-COMBAT-21",)),
    "pump-needs-hit": Rule("only a move that hits can be pumped", ("Y1-PUMP-1",)),
    "not-pumpable": Rule("this move takes no pumps"),
    "pump-limit": Rule("a move takes only the printed number of pumps", ("Y1-PUMP-2",)),
    "pump-cards": Rule(
        "a pump is paid with the printed kind of card from hand", ("Y1-PUMP-4", "Y1-PUMP-5", "Y1-PUMP-6")
    ),
    "no-face-down-window": Rule(
        "a card may be put face down only by a loser who can still be damaged: not after a block, a Gold Burst or an "
        "Ender or lone move without pump",
        ("Y1-JOKER-10", "Y1-JOKER-11", "Y1-JOKER-19"),
    ),
    "one-face-down": Rule("one card may be put face down in a combat", ("Y1-JOKER-24",)),
    "game-over": Rule("the game has ended, nothing more can be played", ("Y1-SETUP-5", "Y1-JOKER-27")),
    "not-a-set": Rule(
        "a power up set is two, three or four cards of one rank from hand; a Joker is never wild",
        ("Y1-POWER-7", "Y1-POWER-17"),
    ),
    "aces-too-few": Rule(
        "fewer Aces than earned may be taken only when none is left in the discard pile", ("Y1-POWER-15",)
    ),
    "no-ace-there": Rule("there is no Ace where it is to be taken from", ("Y1-POWER-19", "Y1-JOKER-7", "Y1-JOKER-8")),
    "not-entitled": Rule("no Ace has been earned", ("Y1-POWER-11", "Y1-POWER-20")),
    "card-not-there": Rule("the card is not where it is to be taken from"),
    "cost-cards": Rule("the cost is paid with the printed kind of card from hand"),
    "aces-forbidden": Rule("this player plays no Aces this turn"),
    "ability-not-usable": Rule("the ability could not be used in this turn, in this order"),
    "no-such-alternative": Rule("the ability does not offer this alternative now"),
    "no-more-cards": Rule("no card is turned over from an empty deck or once the total is 21 or more"),
    "within-hand-limit": Rule("cards are discarded only above the hand limit", ("Y1-POWER-21", "Y1-POWER-22")),
    "not-asked": Rule("this decision does not come up in this turn"),
}


class Refused(refusals.Refused):
    """A decision that the rules of Yomi do not allow."""

    RULES = RULES
