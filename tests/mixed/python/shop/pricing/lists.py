import shop.base


class PriceList(shop.base.Record):
    table = "prices"

    @classmethod
    def default(cls) -> "PriceList":
        return cls("default")

    def price(self, name: str) -> int:
        return len(name)
