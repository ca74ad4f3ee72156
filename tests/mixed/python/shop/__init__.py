"""The shop."""

from .orders import Order
from .pricing import PriceList as Prices

__all__ = ["Order", "Prices"]
