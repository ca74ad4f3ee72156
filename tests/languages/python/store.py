"""A store."""
import os.path as osp
# <- imports: os.path as osp
from .base import Base as B, missing
# <- imports: .base Base as B
# <- imports: .base missing

LIMIT: int = 10
# <- defines: LIMIT (constant)


class Store(B, mixins.Sized):
#     ^ defines: Store (class)
#     ^ doc: Keeps things.
#     ^ signature: class Store(B, mixins.Sized)
#     ^ span: 0..+14
#           ^ extends: B
#              ^ extends: mixins.Sized
    """Keeps things.

    More words.
    """

    size = 0
#   ^ defines: Store.size (field)

    def __init__(self, back: Backend | None = None) -> None:
    #   ^ defines: Store.__init__ (constructor)
    #   ^ parent: Store
    #                        ^ type: Backend | None
    #                  ^ binds: back : Backend | None =
        self.back = back or make_backend(LIMIT)
        #    ^ defines: Store.back (field)
        #    ^ parent: Store
        #                   ^ call: make_backend

    @cached(timeout=3)
    #^ decorator: cached
    def get(self, key: str) -> Entry:
    #   ^ defines: Store.get (method)
    #   ^ span: -1..+2
    #   ^ signature: @cached(timeout=3) def get(self, key: str) -> Entry
    #   ^ binds: return : Entry =
        entry = self.back.read(key)
        #                 ^ call: self.back.read
        # <- binds: entry : = self.back.read()
        return entry


# Makes a getter
# for one key.
def getter(store):
#   ^ defines: getter (function)
#   ^ doc: Makes a getter
#   ^ flag: none
    def get(key):
    #   ^ defines: getter.get (function)
    #   ^ parent: getter
        raise errors.Missing(key)
        #            ^ raise: errors.Missing
    store.connect(get)
    #             ^ argument: get
    pick = lambda k: get(k)
    # <- defines: getter.pick (function)
    return get
    #      ^ binds: return : = get


class FakeStore(Store):
#     ^ defines: FakeStore (class)
#     ^ flag: mock
    def get(self, key): ...
    #   ^ defines: FakeStore.get (method)
    #   ^ flag: mock


if LIMIT > 5:
    def choose(): return osp.join("a")
    #   ^ defines: choose (function)
    #                        ^ call: osp.join
else:
    def choose(): return None
    #   ^ defines: choose (function)

type Pairs = list[tuple[str, int]]
#    ^ defines: Pairs (type_alias)
