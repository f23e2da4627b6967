"""`yomisim verbs`: everything that the registry holds, in text and as JSON."""

from __future__ import annotations

import json

from yomisim.cards.reference import lines, main, record
from yomisim.cards.verbs import CONDITIONS, COSTS, FILTERS, HANDS, SOURCES, TRAITS, VERBS, WINDOWS


def test_every_word_stands_in_the_text(capsys):
    assert main(as_json=False) == 0
    text = capsys.readouterr().out
    assert text == "\n".join(lines()) + "\n"
    assert max(map(len, lines())) <= 100
    flat = " ".join(text.split())
    words = [*CONDITIONS.values(), *COSTS.values(), *VERBS.values(), *(word for _, word in TRAITS.values())]
    for word in words:
        assert f"  {word.name} = " in text and " ".join(word.meaning.split()) in flat
        assert all(f"      {name} = " in text for name in word.more)
    for name, meaning in (WINDOWS | SOURCES).items():
        assert name in text and meaning in flat
    assert all(name in text for name in (*FILTERS, *HANDS))
    assert "windows: guard to block_draw" in text and "windows: combat_end" in text
    assert "windows: reveal to combat_end" in text


def test_json_is_one_object(capsys):
    assert main(as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(json.dumps(record()))
    assert [word["name"] for word in found["verbs"]] == list(VERBS)
    assert [word["name"] for word in found["conditions"]] == list(CONDITIONS)
    assert {word["name"]: word["where"] for word in found["traits"]} == {
        name: place for name, (place, _) in TRAITS.items()
    }
    take = next(word for word in found["verbs"] if word["name"] == "take")
    assert [(part["name"], part["required"], part["default"]) for part in take["arguments"]] == [
        ("n", False, 1),
        ("from", False, "both"),
        ("optional", False, None),
    ]
    count = next(word for word in found["verbs"] if word["name"] == "damage_per_card")
    assert [(part["name"], part["required"]) for part in count["arguments"]] == [("of", True)]
