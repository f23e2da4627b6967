"""Compiled foundations that know no game: caching, bit sets, addressed random numbers.

Importing this package points numba's cache at a folder that belongs to exactly these sources (see `cache`), so it
has to come before any import of numba.
"""

from yomisim.kernel.cache import configure

#: The cache folder of these sources.
FOLDER = configure()
