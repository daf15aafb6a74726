"""An independent referee for the rulebook edition of Moonshine Kingdom: slow, plain Python, from the rules alone."""
