"""Computes again, from the log alone, everything that can be computed: hashes, points, results, tables."""
