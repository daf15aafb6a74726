"""Numbers in words and signs, for the tables of a report."""

from __future__ import annotations


def say_percent(value: float | None) -> str:
    """Write a share in percent; nothing for None."""
    return "" if value is None else f"{100 * value:.1f} %"


def say_number(value: float | None) -> str:
    """Write a number; nothing for None."""
    return "" if value is None else f"{value:.2f}"


def say_mean(mean: float | None, error: float | None, digits: int = 2) -> str:
    """Write a mean with its standard error, as far as there are any."""
    if mean is None:
        return ""
    return f"{mean:.{digits}f}" if error is None else f"{mean:.{digits}f} ± {error:.{digits}f}"


def say_share_and_error(share: float | None, error: float | None) -> str:
    """Write a share and its standard error in percent."""
    if share is None:
        return ""
    return f"{100 * share:.1f}" if error is None else f"{100 * share:.1f} ± {100 * error:.1f}"


def say_share(part: int, whole: int) -> str:
    """Write a part of a whole in percent; nothing for a part of none."""
    return f"{100 * part / whole:.0f}" if whole else ""
