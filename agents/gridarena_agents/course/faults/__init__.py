"""What can be wrong with an agent, one module a kind of fault; each takes the `Program` and gives `Finding`s."""
