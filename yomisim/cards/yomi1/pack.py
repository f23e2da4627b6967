"""From models to the records that compiled code reads (layout: :mod:`yomisim.cards.yomi1.tables`)."""

from __future__ import annotations

import re

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.memo import once_per_object
from yomisim.cards.yomi1.classes import judged_alike, opener_classes
