"""Definitions in unusual places."""
from dataclasses import dataclass, field
# <- imports: dataclasses dataclass
# <- imports: dataclasses field
from .base import *
# <- imports: .base *
import a.b, c as d
# <- imports: a.b
# <- imports: c as d

WIDTH, HEIGHT = 3, 4
# <- defines: WIDTH (constant)
#      ^ defines: HEIGHT (constant)
type Grid[T] = list[list[T]]
#    ^ defines: Grid (type_alias)


class Box[T: Shape = Square, U = list[T]](Shape):
#     ^ defines: Box (class)
#     ^ signature: class Box[T: Shape = Square, U = list[T]](Shape)
#                                         ^ extends: Shape
    pass



try:
    import fast
    # <- imports: fast
    SPEED = 2
    # <- defines: SPEED (constant)
except ImportError:
#      ^ type: ImportError
    SPEED = 1
    # <- defines: SPEED (constant)

if SPEED == 2:
    MODE = "fast"
    # <- defines: MODE (constant)
elif SPEED == 1:
    MODE = "slow"
    # <- defines: MODE (constant)
else:
    MODE = None
    # <- defines: MODE (constant)


@dataclass(frozen=True)
class Entry[K, V]:
#     ^ defines: Entry (class)
#     ^ signature: @dataclass(frozen=True) class Entry[K, V]
#     ^ span: -1..+7
    """One entry."""

    key: K
    # <- defines: Entry.key (field)
    # <- binds: key : K =
    value: V = field(default=None)
    # <- defines: Entry.value (field)
    # <- binds: value : V =
    tags: "list[str]" = field(default_factory=list)
    # <- defines: Entry.tags (field)
    #                                         ^ argument: list

    def swap(self) -> "Entry[V, K]": return Entry(self.value, self.key)
    #   ^ defines: Entry.swap (method)
    #                                       ^ call: Entry
    #   ^ binds: return : "Entry[V, K]" =


class Outer:
#     ^ defines: Outer (class)
    registry = build_registry(Entry)
    # <- defines: Outer.registry (field)
    #          ^ call: build_registry
    #                         ^ argument: Entry

    class Inner:
    #     ^ defines: Outer.Inner (class)
    #     ^ parent: Outer
        class Deep:
        #     ^ defines: Outer.Inner.Deep (class)
            def get(self):
            #   ^ defines: Outer.Inner.Deep.get (method)
            #   ^ parent: Outer.Inner.Deep
                self.seen = True
                #    ^ defines: Outer.Inner.Deep.seen (field)
                #    ^ parent: Outer.Inner.Deep

        def get(self): ...
        #   ^ defines: Outer.Inner.get (method)

    if WIDTH > 2:
        def get(self): return 1
        #   ^ defines: Outer.get (method)
    else:
        def get(self): return 2
        #   ^ defines: Outer.get (method)

    @property
    def size(self) -> int:
    #   ^ defines: Outer.size (method)
    #   ^ span: -1..+2
        """How big."""
        return self._size

    @size.setter
    def size(self, value: int) -> None:
    #   ^ defines: Outer.size (method)
    #   ^ signature: @size.setter def size(self, value: int) -> None
        self._size = value
        #    ^ defines: Outer._size (field)

    @classmethod
    @cache(maxsize=None)
    def make[T](cls, *args: T, **kwargs: int) -> "Outer":
    #   ^ defines: Outer.make (method)
    #   ^ span: -2..+3
        def local():
        #   ^ defines: Outer.make.local (function)
            return cls(*args)
        return local()

    async def fetch(self, url: str = "x") -> bytes:
    #         ^ defines: Outer.fetch (method)
    #         ^ signature: async def fetch(self, url: str = "x") -> bytes
    #                     ^ binds: url : str =
        async with self.session.get(url) as reply:
        #                       ^ call: self.session.get
        #                                   ^ binds: reply : = self.session.get()
            return await reply.read()
            #                  ^ call: reply.read
            #                  ^ binds: return : = reply.read()


def search(rows, /, limit=10, *, key=lambda row: row.id):
#   ^ defines: search (function)
#   ^ signature: def search(rows, /, limit=10, *, key=lambda row: row.id)
    found = [row.clean() for row in rows if (hit := match(row)) and hit.ok]
    #            ^ call: row.clean
    #                        ^ binds: row : = *rows
    #                                               ^ call: match
    #                                        ^ binds: hit : = match()
    #                                                                   ^ attribute: hit.ok
    match found:
        case Entry(key=k):
        #    ^ type: Entry
            raise Missing from None
            #     ^ raise: Missing
        case errors.Gone():
        #    ^ type: errors.Gone
            pass
    try:
        pass
    except (KeyError, errors.Bad) as error:
    #      ^ type: (KeyError, errors.Bad)
        raise errors.Worse(error) from error
        #            ^ raise: errors.Worse
    except* OSError:
    #       ^ type: OSError
        pass
    return {"key": key, **{name: Outer for name in found}}
    #              ^ value: key


def größe(λ): return λ
#   ^ defines: größe (function)
naïve = 1
# <- defines: naïve (constant)
weite = größe(
# <- defines: weite (constant)
#       ^ call: größe
    größe,
    # <- argument: größe
)


class Ünicode:
#     ^ defines: Ünicode (class)
    def größe(self): pass
    #   ^ defines: Ünicode.größe (method)
