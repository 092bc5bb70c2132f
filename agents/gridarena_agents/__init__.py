"""Agents by name, each a small file with its idea on top; all of them play through the public SDK only."""
