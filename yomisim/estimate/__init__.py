"""From totals of games to tidy tables: win rates, intervals, tests, and what they say in words."""
