"""What becomes of a combo that somebody wrote down: legal or not, and which rule it breaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from yomisim.estimate.combo_parts import AnyCombo


@dataclass(frozen=True)
class Verdict:
    """What became of a sequence.

    sequence : as written. starter : name of its first move. legal : whether all of it can be played. damage : what it
    deals, None where it is not legal. rule : the rule that is broken, by its word, None for a legal one. at : the step
    that breaks it. sentence : the rule in words. combo : the part that is legal, None where not even the first move is.
    """

    sequence: str
    starter: str
    legal: bool
    damage: int | None
    rule: str | None
    at: str | None
    sentence: str | None
    combo: AnyCombo | None = field(default=None, compare=False)

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        names = ("sequence", "legal", "damage", "rule", "starter", "at")
        record = {name: getattr(self, name) for name in names} | {"why": self.sentence}
        return record | {"legal_part": None if self.combo is None else self.combo.record()}


class Broken(Exception):
    """A rule that a step breaks."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
