"""One seeded game for each character and edition, as it was told when somebody last read it."""

from __future__ import annotations

import difflib

import pytest
from renew import DATA, FOLDER, GAMES, GAMES_OF_YOMI2, cases, golden_file, narration

from yomisim.cards.load import load_game


@pytest.mark.parametrize(("who", "edition"), cases())
def test_the_game_goes_as_it_did(who: str, edition: str) -> None:
    file = golden_file(who, edition)
    kept, now = file.read_text(encoding="utf-8").splitlines(), narration(who, edition).splitlines()
    if kept != now:
        difference = "\n".join(difflib.unified_diff(kept, now, file.name, "as it goes now", lineterm="", n=6))
        pytest.fail(
            f"the game has changed; if that is meant: python -m tests.golden.renew\n{difference}", pytrace=False
        )


def test_every_character_has_a_narration() -> None:
    assert sorted(GAMES) == sorted(load_game("yomi1", "first", DATA).characters)
    assert sorted(GAMES_OF_YOMI2) == sorted(load_game("yomi2", data=DATA).characters)
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden_file(*case).name for case in cases()}
