"""Playing Yomi 2 against a bot, alone or as a team of two."""
