"""A repository small enough to know by heart, in two languages, for peers to index and for answers to point into."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.trees import put

FILES = {
    "shop/basket.py": '''"""What a customer is about to buy."""

from shop.discount import discount_for


class Basket:
    """Holds articles until they are paid."""

    limit = 20

    def __init__(self, customer):
        self.customer = customer
        self.articles = []

    def add_article(self, article, amount=1):
        """Put an article into the basket, several times if asked."""
        if len(self.articles) + amount > self.limit:
            raise ValueError("the basket is full")
        self.articles.extend([article] * amount)

    def total_price(self):
        """The price of everything in the basket, less the customer's discount."""
        price = sum(article.price for article in self.articles)
        return price - discount_for(self.customer, price)


def empty_basket(basket):
    """Throw every article out of the basket."""
    basket.articles.clear()
''',
    "shop/discount.py": '''"""How much less a customer pays."""

RATES = {"gold": 0.2, "silver": 0.1}


def discount_for(customer, price):
    """The part of the price a customer of this rank need not pay."""
    return price * RATES.get(customer.rank, 0)


class Voucher:
    """A code that lowers the price once."""

    def redeem(self, price):
        """The price after the voucher was used up."""
        self.used = True
        return max(0, price - self.amount)
''',
    "web/cart.js": """/** Draws the basket on the page. */
class CartView {
  render(basket) {
    return basket.articles.map((article) => article.name).join(", ");
  }
}

function updateTotal(basket) {
  return basket.totalPrice();
}
""",
    "README.md": "# A shop\n\nBaskets, discounts and a page that shows them.\n",
}

TASK = "lower the total price of a basket by the discount of a voucher"


def make_tiny(root: Path) -> Path:
    """The files, committed once."""
    put(root, FILES)
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", "A shop opens")
    return root


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True)
    return done.stdout
