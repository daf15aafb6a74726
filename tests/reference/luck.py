"""Dice and draws: what only the program's luck can know comes from a `source` (see referee.play)."""


class NoLuck(Exception):
    """The referee needed luck that its source does not have."""


class NoSource:
    """The source of a referee that was given none."""

    def brew_dice(self, count):
        """Brew dice of a new Day."""
        raise NoLuck(f"{count} Brew dice of each colour are needed")

    def draw(self, deck, pile):
        """A card of the draw pile."""
        raise NoLuck(f"a card of the {deck} deck is needed")

    def die(self):
        """One die."""
        raise NoLuck("a die beyond the given ones is needed")


def roll(state, count):
    """Roll dice: the given ones first, in order."""
    rolled = []
    for _ in range(count):
        rolled.append(state["given_dice"].pop(0) if state["given_dice"] else state["source"].die())
    return rolled
