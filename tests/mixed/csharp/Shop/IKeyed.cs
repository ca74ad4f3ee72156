namespace Shop;

/// <summary>A thing with a key.</summary>
public interface IKeyed<out T>
{
    T Key { get; }
}
