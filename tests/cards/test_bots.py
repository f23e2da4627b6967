"""Bot sheets: every tile against a table made from the fact sheets by another program, totals from the moves behind."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.validate import validate_path
from yomisim.cards.yomi2.bots import DIE, SIGNS, Bot, Tile
from yomisim.errors import BadInput, BadInputs

HERE = Path(__file__).parent
ROWS = list(csv.DictReader((HERE / "golden_bots.csv").open(encoding="utf-8")))
MISTAKES = tomllib.loads((HERE / "bot_mistakes.toml").read_text(encoding="utf-8"))
SHEETS = [
    ("ancient_hero", "Ancient Hero", 3, 90, "onimaru"),
    ("colossus", "Colossus", 3, 100, "rook"),
    ("dragonborn_centurion", "Dragonborn Centurion", 5, 95, "midori"),
    ("dragonborn_firebat", "Dragonborn Firebat", 5, 95, ""),
    ("fox_primus", "Fox Primus", 2, 70, "setsuki"),
    ("glass_monk", "Glass Monk", 1, 90, "grave"),
    ("jandra_the_negator", "Jandra, the Negator", 4, 85, "gwen"),
    ("soothing_monk", "Soothing Monk", 1, 70, "gloria"),
    ("twilight_baron", "Twilight Baron", 4, 90, "degrey"),
    ("whitestar_grappler", "Whitestar Grappler", 2, 90, "bigby"),
]
#: A row that the table does not have: the sheet's text tells what it holds.
FROM_TEXT = ("soothing_monk", "desperate")


def all_tiles(bot: Bot) -> list[tuple[str, str, Tile]]:
    """Every tile and hit-back with the row (least hand size, or what the row is for) and the roll."""
    found = []
    for row in bot.rows:
        name = str(row.hand[0]) if row.hand else row.use
        found += [(name, str(tile.roll), tile) for tile in bot.tiles(row)]
        hitback = bot.hitback(row)
        found += [] if hitback is None else [(name, "hitback", hitback)]
    return found


def as_row(tile: Tile, golden: dict[str, str]) -> dict[str, str]:
    """A tile the way the table writes it: what the table leaves empty is left empty where the tile has nothing."""
    row = {"combo": tile.combo, "kind": tile.kind, "adjust": str(tile.adjust), "always": str(int(tile.always))}
    fields = ("damage", "first", "hit_first", "speed", "height", "level", "block_damage")
    for name in (*fields, "armor", "self_heal", "self_damage"):
        value = getattr(tile, name)
        silent = golden["roll"] == "hitback" and not golden[name]  # the table says less of these
        row[name] = "" if value in (None, 0) or silent else str(value)
    if golden["first"] == "0":
        row["first"] = "0"
    signs = [sign for sign in (*SIGNS, "draws_on_block") if getattr(tile, sign)]
    row["signs"] = " ".join(sorted([*signs, *(["backstep"] if tile.beats_strikes_from == 8 else [])]))
    return row


@pytest.mark.parametrize("bot", [sheet[0] for sheet in SHEETS])
def test_every_tile(yomi2, bot):
    tiles = {(row, roll): tile for row, roll, tile in all_tiles(yomi2.bot(bot)) if (bot, row) != FROM_TEXT}
    golden = [row for row in ROWS if row["bot"] == bot]
    assert {(row["row"], row["roll"]) for row in golden} == set(tiles)
    for row in golden:
        tile = tiles[row["row"], row["roll"]]
        where = {name: row[name] for name in ("bot", "row", "roll")}
        found = as_row(tile, row)
        if row["roll"] == "hitback":  # the table says of these only some of the signs
            assert set(row["signs"].split()) <= set(found["signs"].split()) | {""}, where
            found["signs"] = row["signs"]
        assert found | where == row


def test_all_tiles_are_in_the_table(yomi2):
    assert len(ROWS) == 486
    assert sum(len(all_tiles(bot)) for bot in yomi2.bots.values()) == 486 + 4


def test_totals_follow_from_the_moves_behind(data):
    """Once more by hand, from the plain values of the files."""
    checked = 0
    for file in (data / "yomi2" / "bots").glob("*.toml"):
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        for row in raw["rows"]:
            for tile in [*row["tiles"], *([row["hitback"]] if "hitback" in row else [])]:
                total, cards = 0, 0
                for number, step in enumerate(tile["combo"].split(">")):
                    move, pumps = raw["moves"][step.rstrip("+")], step.count("+")
                    total += move.get("damage", 0) + sum(move.get("pump", [])[:pumps])
                    cards += move.get("hand_cost", int(number > 0 or "roll" not in tile)) + pumps
                    cards -= move.get("hand_back", 0)
                assert tile.get("damage", 0) == total, (file.name, tile)
                assert tile.get("adjust", 0) == (0 if row["use"] == "dragon" else -cards), (file.name, tile)
                checked += 1
    assert checked == 490


def test_sheets(yomi2):
    found = [(bot.id, bot.name, bot.difficulty, bot.hit_points, bot.based_on) for bot in yomi2.bots.values()]
    assert found == SHEETS
    solo = yomi2.solo
    assert (solo.start_hand, solo.least_hand, solo.most_hand, solo.block_gain, solo.not_hit_gain) == (9, 5, 12, 1, 1)
    uses = {bot.id: [row.use for row in bot.rows if row.use != "hand"] for bot in yomi2.bots.values()}
    assert all(used[0] == "bot_down" for used in uses.values())
    assert {bot for bot, used in uses.items() if "human_down" in used} == {
        "colossus",
        "jandra_the_negator",
        "twilight_baron",
    }
    assert {bot for bot, used in uses.items() if "dragon" in used} == {"dragonborn_centurion", "dragonborn_firebat"}
    assert {bot for bot, used in uses.items() if "desperate" in used} == {"glass_monk", "soothing_monk"}


def test_rows_by_hand_size(yomi2):
    for bot in yomi2.bots.values():
        for hand in range(5, 13):
            row = bot.row("hand", hand)
            assert row.hand[0] <= hand <= row.hand[1] and row.hitback is not None
            assert [tile.roll for tile in bot.tiles(row)] == list(range(1, DIE + 1))
    monk = yomi2.bot("Glass Monk")
    tile = list(monk.tiles(monk.row("hand", 9)))[5]
    assert (tile.combo, tile.damage, tile.first, tile.adjust, tile.always) == ("A>B>C>X", 20, 3, -3, False)
    assert (tile.speed, tile.height, tile.kind) == (8, "low", "strike")
    fox = yomi2.bot("fox_primus")
    sample = list(fox.tiles(fox.row("hand", 8)))[4]
    assert (sample.combo, sample.damage, sample.first, sample.adjust) == ("B>C>D", 12, 3, -2)
    with pytest.raises(BadInput, match="unknown bot 'glas_monk'; did you mean 'glass_monk'"):
        yomi2.bot("glas_monk")


def test_abilities(yomi2):
    def does(bot: str) -> list[Any]:
        return [(ability.window, *ability.does, *ability.always) for ability in yomi2.bot(bot).abilities]

    assert does("ancient_hero") == [("against_block", {"crush": 15})]
    assert does("colossus") == [("roll", {"rolls": 2})]
    assert does("fox_primus") == [("combat_end", {"human_edge": True}), ("", {"refill_hand": 10})]
    assert does("glass_monk") == [
        ("combat_end", {"open_roll": True}),
        ("combat_end", {"dodge_next": True}, {"use_row": "desperate"}),
    ]
    assert does("jandra_the_negator") == [("roll", {"rolls": 2}), ("their_draw", {"gain_hand": 2}, {"lose": 4})]
    assert does("soothing_monk")[0] == ("turn_start", {"heal": 2})
    assert does("twilight_baron") == [("roll", {"rolls": 2}), ("hit", {"gap_damage": 2})]
    form = ("combat_end", {"use_row": "dragon"}, {"row_until_down": "dragon"})
    assert does("dragonborn_centurion") == [("roll", {"rolls": 2}), ("roll", {"rolls": 2}), form]
    assert does("dragonborn_firebat") == [form]
    assert does("whitestar_grappler") == [("combat_end", {"human_edge": True}), ("roll", {"rolls": 2})]


@pytest.mark.parametrize("name", MISTAKES["glass_monk"])
def test_mistake_in_a_sheet(changed2, name):
    old, new, place, message = MISTAKES["glass_monk"][name]
    folder = changed2("bots/glass_monk.toml", old, new)
    with pytest.raises(BadInput) as caught:
        load_game("yomi2", None, folder)
    assert not isinstance(caught.value, BadInputs), str(caught.value)
    assert [str(error) for error in validate_path(folder)] == [str(caught.value)]
    error = caught.value
    assert (error.field or "", error.file) == (place, str(folder / "yomi2" / "bots" / "glass_monk.toml"))
    assert message in error.message and len(error.message) < 500


def test_changed_move_names_the_tiles(changed2):
    """A move that deals more makes the printed totals wrong: each is named, with what it should be."""
    folder = changed2(
        "bots/glass_monk.toml",
        'damage = 7\nheight = "high"\n\n[moves.throw]',
        'damage = 8\nheight = "high"\n\n[moves.throw]',
    )
    errors = list(validate_path(folder))
    assert errors and all(error.message.startswith("got ") and "but the moves of" in error.message for error in errors)
    assert {error.field.split(".")[-1] for error in errors} == {"damage"}
    file = folder / "yomi2" / "bots" / "glass_monk.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    plain = [line.replace("damage = 20, first = 7, ", "") if "throw>D>E" in line else line for line in lines]
    file.write_text("\n".join(plain) + "\n", encoding="utf-8")
    # what a tile does not state follows from the moves
    bot = load_game("yomi2", None, folder).bot("glass_monk")
    tiles = [tile for _, _, tile in all_tiles(bot) if tile.combo == "throw>D>E"]
    assert tiles and all(tile.damage == 21 and tile.first == 7 for tile in tiles)
