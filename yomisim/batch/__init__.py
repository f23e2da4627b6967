"""From one game to millions: what is to be played, and playing it on every core."""
