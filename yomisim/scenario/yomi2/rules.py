"""The rules of Yomi 2 that a decision can break."""

from __future__ import annotations

from yomisim.scenario import refusals
from yomisim.scenario.refusals import Rule

RULES: dict[str, Rule] = {
    "not-in-hand": Rule("a card must be in hand to be played, exchanged, discarded or paid"),
    # main phase
    "no-main-phase": Rule("only the active player has a main phase, unless it is skipped", ("Y2-TURN-5", "Y2-MAIN-14")),
    "exchange-sign": Rule(
        "only normal attacks, throws, blocks and dodges are exchanged, both ways", ("Y2-MAIN-1", "Y2-MAIN-2")
    ),
    "exchange-other": Rule("the card taken is another one than the card just discarded", ("Y2-MAIN-3", "Y2-MAIN-15")),
    "exchange-once": Rule("a main phase has one exchange, or as many as the character says", ("Y2-MAIN-4",)),
    "card-not-there": Rule("the card is not in the pile that it is to be taken from"),
    "ability-once": Rule("one ability card a turn is played", ("Y2-MAIN-5",)),
    "no-ability-card": Rule("only ability cards are played in the main phase"),
    "power-up-once": Rule("one pair a turn powers up", ("Y2-MAIN-6",)),
    "not-a-pair": Rule("a pair is two cards of the same name", ("Y2-MAIN-11",)),
    "no-super-there": Rule("only a super in the own discard pile is fetched", ("Y2-MAIN-7", "Y2-MAIN-9")),
    "storm": Rule("a gem storm begins once a game, and not while the other storm lasts", ("Y2-MAIN-12", "Y2-GEM-10")),
    "not-jailed": Rule("a pair is discarded to escape only where the player is jailed"),
    # openers
    "must-open": Rule(
        "whoever has a card in hand opens with one; nobody wild swings by choice", ("Y2-WILD-7", "Y2-COMBAT-1")
    ),
    # combos
    "not-an-attack-or-throw": Rule("only attacks and throws can be part of a combo or hit back"),
    "chain-step": Rule("normal attacks chain to the next letter only", ("Y2-COMBO-1", "Y2-COMBO-12")),
    "points": Rule("the combo points of all moves may not exceed the character's limit", ("Y2-COMBO-2", "Y2-COMBO-8")),
    "ender-ends": Rule("an Ender ends the combo", ("Y2-COMBO-4",)),
    "starter-first": Rule("a Starter can only come first", ("Y2-COMBO-6",)),
    "cant-combo": Rule("a move that cannot combo stands alone", ("Y2-COMBO-7",)),
    "meter": Rule(
        "a super takes its meter when it is played", ("Y2-COMBO-9", "Y2-METER-6", "Y2-DODGE-4", "Y2-UNSAFE-3")
    ),
    "only-such-moves": Rule("this combo is granted for certain moves only"),
    "no-hit": Rule("a combo needs a hit", ("Y2-PROJ-8", "Y2-COMBAT-11")),
    "blocked": Rule("a blocked attack cannot combo or pump", ("Y2-BLOCK-7", "Y2-PUMP-4", "Y2-METER-7")),
    "beaten": Rule("a move that another move says it beats cannot combo or pump", ("Y2-COMBAT-10",)),
    "armored": Rule("nothing follows an attack that armor answers", ("Y2-ARMOR-1", "Y2-ARMOR-2")),
    "no-combo": Rule("an effect keeps this player's moves from combos and pumps in this combat"),
    "game-over": Rule("the game has ended, nothing more can be played", ("Y2-SETUP-8", "Y2-ARMOR-7")),
    # hitting back
    "no-hit-back": Rule(
        "only a dodged strike or a blocked unsafe move is hit back", ("Y2-PROJ-5", "Y2-UNSAFE-5", "Y2-UNSAFE-6")
    ),
    "hit-back-single": Rule("one move hits back and becomes an Ender", ("Y2-DODGE-2", "Y2-UNSAFE-3")),
    "hit-back-kind": Rule("only an attack or throw can hit back", ("Y2-DODGE-1", "Y2-UNSAFE-1")),
    # pumps
    "not-pumpable": Rule("this move takes no pumps"),
    "pump-limit": Rule("each packet of pump damage is paid once", ("Y2-PUMP-3",)),
    "pump-cards": Rule("a pump is paid with the printed kind of card from hand", ("Y2-PUMP-1",)),
    # abilities
    "cost-cards": Rule("the cost is paid with the printed kind of card from hand"),
    "ability-not-usable": Rule("the ability could not be used in this turn, in this order"),
    "no-such-alternative": Rule("the ability does not offer this alternative now"),
    "not-asked": Rule("this decision does not come up in this turn"),
}


class Refused(refusals.Refused):
    """A decision that the rules of Yomi 2 do not allow."""

    RULES = RULES
