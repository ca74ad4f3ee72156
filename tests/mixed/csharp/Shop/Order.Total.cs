namespace Shop.Orders;

public partial class Order
{
    public int Total()
    {
        int One(Line line) => line.Count;
        var sum = 0;
        foreach (var line in _lines) sum += One(line);
        return sum;
    }
}
