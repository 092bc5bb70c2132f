"""The referee: one sans-IO machine per match, and the loop that feeds it."""
