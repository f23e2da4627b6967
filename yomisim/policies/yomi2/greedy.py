"""Policy `greedy` of Yomi 2."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import TABLE
from yomisim.kernel.door import address_of
from yomisim.policies.uniform import choose_uniform
from yomisim.rules.records import LUCK
from yomisim.rules.yomi2.state import OWN, PUBLIC


def choose_greedy(t, public, own, luck, seat, kind, options):
    """A decision of this policy; parameters as in `policies.yomi2.decide.decide`, records first for `address_of`."""
    return choose_uniform(luck, kind, options)


@functools.cache
def greedy_address() -> Any:
    """Where `choose_greedy` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(choose_greedy, TABLE, PUBLIC, OWN, LUCK, np.int64, np.int64, np.uint64)
