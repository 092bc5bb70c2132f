"""Rules of the games: pure, standard library only; no clocks, no networks, no databases."""
