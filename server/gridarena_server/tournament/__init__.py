"""Turns tournaments into matches and matches into tables; knows neither the store nor the wire."""
