"""Records and views as tables and as JSON: pure functions, no stream and no network in them."""
