"""Trains the networks of `report-neat` by NEAT (Stanley and Miikkulainen 2002); needs the extra ``[neat]``."""
