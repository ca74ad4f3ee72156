"""Lines that end as Windows ends them."""
from . import store
# <- imports: . store

# Counts
# things.
class Counter(store.Store):
#     ^ defines: Counter (class)
#     ^ doc: Counts
#     ^ signature: class Counter(store.Store)
#     ^ span: 0..+6
#             ^ extends: store.Store
    def count(
    #   ^ defines: Counter.count (method)
    #   ^ doc: How many.
    #   ^ signature: def count( self, key: str, ) -> int
    #   ^ span: 0..+5
        self,
        key: str,
        # <- binds: key : str =
    ) -> int:
        """How many."""
        return self.store.read(key)
        #                 ^ call: self.store.read

LAST = """two
# <- defines: LAST (constant)
# <- span: 0..+1
lines"""
