"""The vocabulary of abilities as this game uses it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from yomisim.cards.phrases import Phrase, Terms
from yomisim.cards.verbs import CONDITIONS, COSTS, TRAITS, VERBS, Word
from yomisim.cards.yomi1.tables import KIND_NAMES, RANK_NAMES

TERMS = Terms(RANK_NAMES, KIND_NAMES)

#: The lists of an ability: field of the model, what an entry is called, the words.
LISTS: dict[str, tuple[str, Mapping[str, Word]]] = {
    "conditions": ("condition", CONDITIONS),
    "cost": ("cost", COSTS),
    "does": ("verb", VERBS),
    "always": ("trait", {name: word for name, (where, word) in TRAITS.items() if where in ("innate", "play")}),
}


def flat(phrase: Phrase) -> Iterator[tuple[Phrase, int, tuple[str, ...]]]:
    """A phrase and what stands in its branches, as (phrase, branch, ranks of `when`): one row of the record each."""
    yield phrase, 0, phrase.when
    for number, branch in enumerate(phrase.branches, 1):
        for inner in branch:
            yield inner, number, inner.when or phrase.when
