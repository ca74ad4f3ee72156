"""Orders over HTTP."""

import os
import subprocess

import grpc
import requests
from flask import Blueprint

from shop.orders import Order

orders = Blueprint("orders", __name__, url_prefix="/orders")


@orders.route("/<key>", methods=["GET"])
def show(key: str) -> Order:
    if feature_enabled("fast-orders"):
        subprocess.run(["git", "describe"])
    return Order(os.environ["SHOP_PREFIX"] + key)


def charge(order: Order) -> None:
    requests.post("https://pay.example.com/v1/charges", json={"key": order.key})
    return stock_pb2_grpc.StockStub(grpc.insecure_channel("stock"))
