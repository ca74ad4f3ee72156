from shop import Order, Prices


class FakePrices(Prices):
    def price(self, name: str) -> int:
        return 1


def test_an_empty_order_costs_nothing() -> None:
    assert Order("a").total == 0
