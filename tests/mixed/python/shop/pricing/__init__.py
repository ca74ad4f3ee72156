from .lists import *
from .lists import PriceList as PriceList
