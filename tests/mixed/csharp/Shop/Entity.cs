namespace Shop;

public abstract class Entity
{
    public long Version { get; protected set; }
}
