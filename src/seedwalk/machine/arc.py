"""A bounded memory that learns by itself whether what is recent or what is frequent is worth keeping.

What was put in once waits in one list, what was asked for again in another; of what either lets go the key is kept for
a while, and a key that comes back from there makes its list larger. (Megiddo and Modha: ARC, a Self-Tuning, Low
Overhead Replacement Cache, 2003.)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
_GHOSTS = 2
"""Keys remembered of what was let go, as a multiple of the capacity."""


class Arc(Generic[Key, Value]):
    """At most `capacity` values. Not for several threads at once."""

    def __init__(self, capacity: int) -> None:
        self.capacity, self.wanted_recent = max(1, capacity), 0
        self.recent: OrderedDict[Key, Value] = OrderedDict()
        self.frequent: OrderedDict[Key, Value] = OrderedDict()
        self._left_recent: OrderedDict[Key, None] = OrderedDict()
        self._left_frequent: OrderedDict[Key, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self.recent) + len(self.frequent)

    def get(self, key: Key) -> Value | None:
        """The value, which counts as frequent from now on."""
        for held in (self.recent, self.frequent):
            if key in held:
                self.frequent[key] = held.pop(key)
                return self.frequent[key]
        return None

    def put(self, key: Key, value: Value) -> None:
        if self.get(key) is not None:
            self.frequent[key] = value
            return
        came_back = self._learn(key)
        if len(self) >= self.capacity:
            self._let_go()
        (self.frequent if came_back else self.recent)[key] = value
        while len(self._left_recent) + len(self._left_frequent) > _GHOSTS * self.capacity:
            max((self._left_recent, self._left_frequent), key=len).popitem(last=False)

    def _learn(self, key: Key) -> bool:
        """Whether a key was let go before; its list then gets more of the room."""
        recent, frequent = len(self._left_recent), len(self._left_frequent)
        if key in self._left_recent:
            del self._left_recent[key]
            self.wanted_recent = min(self.capacity, self.wanted_recent + max(1, frequent // max(1, recent)))
            return True
        if key in self._left_frequent:
            del self._left_frequent[key]
            self.wanted_recent = max(0, self.wanted_recent - max(1, recent // max(1, frequent)))
            return True
        return False

    def _let_go(self) -> None:
        """The oldest of the list that has more than its share."""
        if self.recent and (len(self.recent) > self.wanted_recent or not self.frequent):
            self._left_recent[self.recent.popitem(last=False)[0]] = None
        else:
            self._left_frequent[self.frequent.popitem(last=False)[0]] = None
