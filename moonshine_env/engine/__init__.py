"""What the games share: compiled-code decorators, chance, the stack of decisions, masks."""
