"""Speed and size, measured through the public API and against a yardstick in the same run."""
