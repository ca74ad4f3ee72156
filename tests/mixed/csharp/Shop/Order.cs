using System;
using System.Collections.Generic;

namespace Shop.Orders
{
    /// <summary>Lines bought together.</summary>
    public partial class Order : Entity, IKeyed<string>
    {
        public const int Limit = 10;
        private readonly List<Line> _lines = new();

        public Order(string key) => Key = key;

        public string Key { get; }

        public event EventHandler? Closed;

        public void Add(Line line)
        {
            if (_lines.Count >= Limit) throw new FullException();
            _lines.Add(line);
        }

        public void Add(string name, int count) => Add(new Line(name, count));

        public static Order operator +(Order one, Line line)
        {
            one.Add(line);
            return one;
        }

        public int this[int at] => _lines[at].Count;
    }

    public record Line(string Name, int Count);

    public struct Amount
    {
        public decimal Euros;
    }

    public enum State
    {
        Open,
        Closed,
    }

    public delegate void Changed(Order order);

    public class FullException : Exception { }
}
