from shop import Order, Prices


class FakePrices(Prices):
    def price(self, name: str) -> int:
        return 1


def test_an_empty_order_costs_nothing() -> None:
    assert Order("a").total == 0


def test_a_line_is_kept() -> None:
    order = Order("a")
    order.add("pen", 2)
