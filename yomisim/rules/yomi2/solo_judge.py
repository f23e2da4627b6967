"""What comes of a bot's move against a human's opener, before anybody plays on: for the choice among several rolls, and
for policies that reckon with the bot's die."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.solo_tables import HITBACK, TEAM
from yomisim.cards.yomi2.tables import KIND_STRIKE
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.rules.access import char_of, fighter
from yomisim.rules.yomi2 import resolve
from yomisim.rules.yomi2.queries import damage_of
from yomisim.rules.yomi2.solo import BOT_SEAT, HUMAN, hitback_row, in_game, meeting, tile_char
from yomisim.rules.yomi2.state import NO_MOVE

#: How a roll is judged for the bot: a point of damage, a card.
_POINT, _CARD = np.int64(16), np.int64(1)
_NONE = np.int64(0)


@compiled
def outcome(s, g, k, move, variant, tile):
    """The tile against a move of human `k`.

    Returns
    -------
    (dealt, taken, cards, winner, way) : damage to the human, with the whole combo where it goes on; to the bot, of the
    opener alone; change of the bot's hand size; winner and way as in `resolve`. What the human may add from hand is
    not known to a bot and not counted.
    """
    out_of_line()
    bot = s["bot"]
    m = g["match"][k]
    char = char_of(s["table"][k], m, HUMAN)
    sheet = tile_char(s, variant)
    what = bot["tile"][variant, tile]
    optional = _NONE if what["always"] != 0 else what["adjust"]
    cards = what["adjust"] - optional
    winner, way = meeting(s, g, k, move, variant, tile)
    dealt = _NONE
    taken = _NONE
    if way == resolve.HIT or way == resolve.BEATEN or way == resolve.ENDURED:
        stopped = fighter(m, BOT_SEAT)["no_combo"] != 0 or (way == resolve.ENDURED and winner == BOT_SEAT)
        if winner == BOT_SEAT or way == resolve.ENDURED:
            dealt = sheet["damage"][tile] if stopped else what["total"]
            cards += _NONE if stopped else optional
        if winner == HUMAN or way == resolve.ENDURED:
            taken = damage_of(char, fighter(m, HUMAN), move)
    elif way == resolve.BLOCKED:
        if winner == BOT_SEAT:
            if what["draws"] != 0 and not has(char["lockdown"], move):
                cards += bot["block_gain"]
            if has(char["unsafe"], move):
                row = hitback_row(s, variant, g["hand"])
                dealt = bot["tile"][row, HITBACK]["total"]
                cards += bot["tile"][row, HITBACK]["adjust"]
        else:
            crush = fighter(m, BOT_SEAT)["crush"]
            dealt = crush if crush > 0 else sheet["block_damage"][tile]
    elif way == resolve.DODGED:
        if winner == HUMAN:
            taken = char["counter_damage"][move] if sheet["kind"][tile] == KIND_STRIKE else _NONE
        elif char["kind"][move] == KIND_STRIKE and what["total"] > 0:
            dealt = what["total"]
            cards += optional
    if taken == 0 and has(sheet["recurring"], tile):
        cards += bot["not_hit_gain"]
    return dealt, taken, cards, winner, way


@compiled
def judge(s, g, k, move, variant, tile):
    """How good a tile is for the bot against one opener: damage dealt less damage taken, at equal ones cards."""
    if move == NO_MOVE:
        what = s["bot"]["tile"][variant, tile]
        return _POINT * (what["total"] if tile_char(s, variant)["damage"][tile] > 0 else _NONE)
    dealt, taken, cards, _winner, _way = outcome(s, g, k, move, variant, tile)
    return _POINT * (dealt - taken) + _CARD * cards


@compiled
def judge_all(s, g, variant, tile):
    """The same against what all humans have opened with."""
    value = _NONE
    for k in range(TEAM):
        if in_game(s, g, k):
            value += judge(s, g, np.int64(k), fighter(g["match"][k], HUMAN)["move"], variant, tile)
    return value
