package org.shop;

import org.shop.orders.*;

class OrderTest {
    static class MockOrder extends Order {}

    void anEmptyOrderHasAKey() {
        assert new MockOrder().shown().equals("none");
    }
}
