using Shop.Orders;
using Xunit;

namespace Shop.Tests;

public class OrderTests
{
    private sealed class FakeOrder : Order
    {
        public FakeOrder() : base("fake") { }
    }

    [Fact]
    public void AnEmptyOrderCostsNothing() => Assert.Equal(0, new FakeOrder().Total());
}
