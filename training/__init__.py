"""Training: PPO self-play on the rules themselves, from a config to a pack that others can load."""
