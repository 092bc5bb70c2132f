"""Wilson's interval of a share (Wilson 1927), for independent samples; it does not end at 1 when everything was won."""

import math

from gridarena_lab.statistics.pairs import Z95


def wilson(share: float, samples: float) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many samples, more than none."""
    spread = Z95 * Z95 / samples
    centre = share + spread / 2
    around = Z95 * math.sqrt(share * (1 - share) / samples + spread / samples / 4)
    return max(0.0, (centre - around) / (1 + spread)), min(1.0, (centre + around) / (1 + spread))
