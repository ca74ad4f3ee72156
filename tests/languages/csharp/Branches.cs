namespace Acme.Routing;

#if !COMPONENTS
public sealed class Pattern
//                  ^ defines: Pattern (class)
#else
internal sealed class Pattern
#endif
{
    private Owner? _owner;
    //             ^ defines: Pattern._owner (field)

    public void Clear()
    //          ^ defines: Pattern.Clear (method)
    {
        _owner?.Name = Fresh();
        //             ^ call: Fresh
#if NET
        Write(
        // <- call: Write
#elif OLD
        WriteOld(
#else
        WriteOlder(
#endif
            1);
    }

    public void Encrypt<T>(T writer) where T : IWriter, allows ref struct { Flush(writer); }
    //          ^ defines: Pattern.Encrypt (method)
    //                                                                      ^ call: Flush
}

internal ref partial struct Builder { public int Size; }
//                          ^ defines: Builder (struct)
//                                               ^ defines: Builder.Size (field)
