"""Rows of single games on disk: Parquet files, one a chunk, that are read together as one table.

    pandas.read_parquet("DIR/games")

Each chunk is written as soon as it has ended, so that memory holds a few chunks however long the run is.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.batch.engine import Engine
from yomisim.batch.jobs import Chunk
from yomisim.batch.plan import Plan
from yomisim.batch.store import cannot_keep, write_whole

#: Names of the players in column names; arrays of two in a record become two columns.
PLAYERS = ("p1", "p2")
#: What is written for the winner 0, 1 and nobody (-1, the last).
WINNERS = ("p1", "p2", "draw")


class RowFolder:
    """A folder of rows of one plan.

    Parameters
    ----------
    folder : the folder of this plan's files; made when something is kept.
    plan : what is played.
    engine : its engine, which names endings and sources.
    """

    def __init__(self, folder: Path, plan: Plan, engine: Engine) -> None:
        self.folder = folder
        self.plan = plan
        self.engine = engine

    def holds(self, chunk: Chunk) -> bool:
        """Whether the rows of a chunk are there."""
        return self._file(chunk).is_file()

    def keep(self, chunk: Chunk, rows: np.ndarray) -> None:
        """Write the rows of a chunk.

        Raises
        ------
        BadInput : where the folder or disk does not take it.
        """
        import pyarrow.parquet as parquet

        memory = io.BytesIO()
        parquet.write_table(self._table(chunk, rows), memory, compression="zstd")
        try:
            write_whole(self._file(chunk), memory.getvalue())
        except OSError as error:
            raise cannot_keep(self.folder, error) from None

    def _file(self, chunk: Chunk) -> Path:
        pair = self.plan.pairs[chunk.job]
        return self.folder / f"{pair.a}-{pair.b}" / f"{chunk.first:011d}-{chunk.count}.parquet"

    def _table(self, chunk: Chunk, rows: np.ndarray) -> Any:
        import pyarrow as pa

        plan, pair, count = self.plan, self.plan.pairs[chunk.job], len(rows)
        same = {
            "edition": plan.game.edition,
            "p1": pair.a,
            "p2": pair.b,
            "policy1": plan.policies[0],
            "policy2": plan.policies[1],
        }
        columns: dict[str, Any] = {name: _words([value], np.zeros(count, np.int8)) for name, value in same.items()}
        columns["number"] = pa.array(rows["number"])
        columns["swapped"] = pa.array(rows["swapped"].astype(bool))
        columns["winner"] = _words(WINNERS, rows["winner"] % len(WINNERS))
        columns["ending"] = _words(self.engine.endings, rows["ending"])
        for name in ("turns", "choices"):
            columns[name] = pa.array(rows[name].astype(np.int32))
        for name in ("life", "moves", "gained"):
            for player, suffix in enumerate(PLAYERS):
                columns[f"{name}_{suffix}"] = pa.array(rows[name][:, player].astype(np.int32))
        for player, suffix in enumerate(PLAYERS):
            for place, source in enumerate(self.engine.sources):
                columns[f"lost_{source}_{suffix}"] = pa.array(rows["lost"][:, player, place].astype(np.int32))
        return pa.table(columns)


def _words(words: Sequence[str], places: np.ndarray) -> Any:
    """A column of words out of a short list."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int8)), pa.array(list(words)))
