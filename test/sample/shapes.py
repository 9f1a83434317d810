from dataclasses import dataclass
from math import pi


@dataclass(frozen=True)
class Circle:
    radius: float

    def area(self) -> float:
        return pi * self.radius**2


@dataclass(frozen=True)
class Rectangle:
    width: float
    height: float

    def area(self) -> float:
        return self.width * self.height


def largest(shapes):
    """Return the shape with the largest area."""
    return max(shapes, key=lambda shape: shape.area())
