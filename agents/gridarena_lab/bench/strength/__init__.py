"""How strong an agent is against others: many short matches over the wire, kept as they end, summed up at any time."""
