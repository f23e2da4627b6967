"""A combo as a scenario: the hand that it needs, a turn in which its starter hits, and what it dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import ACE, RANK_NAMES
from yomisim.estimate.combo_switches import Switch
from yomisim.estimate.combos import Combo, Place, Starter, notation
from yomisim.scenario.check import event_words
from yomisim.scenario.run import Played, play
from yomisim.scenario.yomi1.schema import Scenario

#: More than any combo takes; the cap on life is lifted for it.
LIFE = 5000


def without_cap(game: Game) -> Game:
    """The game, but life may be above its start, so that no combo ends the game before it is over."""
    return replace(game, rules=game.rules.model_copy(update={"life_cap": False}))


def cards_of(place: Place, combo: Combo) -> Counter[int]:
    """The hand from which a combo can be played, by rank; idle cards for pumps that any card pays."""
    char = place.position[0]["char"]
    hand: Counter[int] = Counter()
    owed: list[list[int]] = []
    for side, pumps in combo.steps:
        hand[side >> 2] += 1
        hand[ACE] += int(char["extra_aces"][side])
        payers = [rank for rank in range(14) if int(char["pump_cards"][side]) >> 4 * rank & 15]
        if len(payers) == 1:
            hand[payers[0]] += pumps
        else:
            owed += [payers] * pumps
    for payers in sorted(owed, key=len):
        free = [rank for rank in payers if hand[rank] < place.cards[rank]]
        hand[min(free, key=lambda rank: (rank == ACE, hand[rank], rank))] += 1
    return hand


def written(hand: Counter[int]) -> str:
    return ", ".join(RANK_NAMES[rank] for rank, n in sorted(hand.items()) for _ in range(n))


def staged(place: Place, starter: Starter, combo: Combo) -> Scenario:
    """The scenario of a combo, with what the switches of its place say."""
    who = place.character
    hand = cards_of(place, combo)
    a = {"character": who.id, "life": LIFE, "in_play": [], "hand": []}
    b = {"character": who.id, "life": LIFE}
    told: dict = {"abilities": []}
    opener, sequence = starter.name, combo.sequence
    for switch, n in place.setting.on.items():
        if switch.word in ("unlocks", "linker"):
            a["in_play"].append(switch.rank)
        elif switch.word == "rotate" and int(place.position[0]["turned"]) >> starter.side & 1:
            hand[RANK_NAMES.index(switch.rank)] += 1
            told["abilities"].append(switch.name)
            opener = side_name(who, starter.side ^ 1)
            # the combat card is named as it is put down, before it is turned over
            sequence = ">".join([notation(who, [(starter.side ^ 1, combo.steps[0][1])]), *sequence.split(">")[1:]])
        elif switch.word == "normal_damage":
            hand[RANK_NAMES.index(switch.rank)] += n
            told["abilities"] += [switch.name] * n
        elif switch.word == "gap_bonus":
            b["hand_size"] = n + drawn(place.game, who, combo)
        elif switch.word in ("enders_only", "no_pumps"):
            a["no_pump" if switch.word == "no_pumps" else switch.word] = True
    a["hand"] = [written(hand)]
    if place.after_dodge:
        return dodged(place, a, b, starter, combo)
    return Scenario.model_validate(
        {"game": place.game.id, "a": a, "b": b, "turns": [{"a": told | {"opener": opener, "combo": sequence}}]}
    )


def drawn(game: Game, who: Character, combo: Combo) -> int:
    """Cards that the owner of the combo holds at its end: the one for a normal attack that wins, where there is one."""
    first = who.side(RANK_NAMES[combo.steps[0][0] >> 2], "bottom" if combo.steps[0][0] & 1 else "top")
    return game.rules.normal_draw if first.kind == "attack" and first.normal else 0


def dodged(place: Place, a: dict, b: dict, starter: Starter, combo: Combo) -> Scenario:
    """The combo as a hit back after a plain dodge, or after the one that a switch names."""
    who = place.character
    named = [switch.name for switch in place.setting.on if switch.word == "full_combo"]
    dodges = [(card, side) for _, card, side in who.moves() if card.side(side).kind == "dodge"]
    card, side = next((c, s) for c, s in dodges if (c.side(s).name in named if named else not c.side(s).named))
    attack = next(name for name, c, s in who.moves() if c.side(s).kind == "attack" and c.side(s).normal)
    a["hand"].append(card.rank)
    b["hand"] = [attack.split()[0]]
    name = f"{card.rank} {card.side(side).name}" if named else f"{card.rank} dodge"
    first = starter.name + "+" * combo.steps[0][1]
    hit_back = ">".join([first, *combo.sequence.split(">")[1:]])
    turn = {"a": {"opener": name, "hit_back": hit_back}, "b": {"opener": attack}}
    return Scenario.model_validate({"game": place.game.id, "a": a, "b": b, "turns": [turn]})


def played(place: Place, starter: Starter, combo: Combo) -> Played:
    """The scenario of a combo, played."""
    return play(staged(place, starter, combo), without_cap(place.game))


def dealt(outcome: Played) -> int:
    """What the combo of player a dealt in a scenario; the rule that it breaks as an AssertionError."""
    assert outcome.refused is None, outcome.refused.text
    over = [event for event in event_words(outcome) if event["event"] == "combo_end" and event["player"] == "a"]
    assert len(over) == 1, over
    return over[0]["damage"]


def own_switches(switch: Switch) -> bool:
    """Whether a scenario can show the switch outside of a dodge."""
    return not switch.always and switch.word not in ("full_combo", "full_combo_after_dodge", "forbid_aces")
