using System;
// <- imports: System *
using static Acme.Limits;
// <- imports: Acme.Limits * as static
using Log = Acme.Logging.Logger;
// <- imports: Acme.Logging Logger as Log
using Short = Acme;
// <- imports: Acme as Short
global using Acme.Shared;
// <- imports: Acme.Shared * reexported

namespace Acme.Store;
// <- namespace: Acme.Store

/// <summary>
/// Keeps entries.
/// </summary>
[Service("store")]
 // <- decorator: Service
public partial class Store<T>(int capacity) : Base<T>(capacity), IStore, Util.INamed where T : Entry
//                   ^ defines: Store (class)
//                   ^ doc: Keeps entries.
//                   ^ signature: [Service("store")] public partial class Store<T>(int capacity) : Base<T>(capacity), IStore, Util.INamed where T : Entry
//                   ^ span: -1..+32
//                   ^ flag: none
//                                            ^ extends: Base<T>
//                                                               ^ implements: IStore
//                                                                       ^ implements: Util.INamed
//                                                                                             ^ type: Entry
{
    /// <summary>How many.</summary>
    public const int Limit = 10;
//                   ^ defines: Store.Limit (constant)
//                   ^ doc: How many.
//                   ^ signature: public const int Limit = 10;
    private static readonly Dictionary<string, Entry> Known = new() { ["a"] = First };
//                                                    ^ defines: Store.Known (constant)
//                                                    ^ signature: private static readonly Dictionary<string, Entry> Known = new()
//                          ^ new: Dictionary
//                          ^ type: Dictionary<string, Entry>
//                                                                            ^ value: First
    private readonly IBackend _back;
//                            ^ defines: Store._back (field)
//                   ^ type: IBackend
//                   ^ binds: _back : IBackend =
    int low, high = 3, width;
//      ^ defines: Store.low (field)
//           ^ defines: Store.high (field)
//                     ^ defines: Store.width (field)
    private readonly Func<T, Entry> make = key => Entry.Of(key);
//                                  ^ defines: Store.make (method)
//                                  ^ signature: private readonly Func<T, Entry> make = key =>
//                                                      ^ call: Entry.Of
    public event EventHandler<Args> Changed;
//                                  ^ defines: Store.Changed (field)
//               ^ type: EventHandler<Args>

    // Stored.
    [Required]
    public Entry Last { get; private set; } = new();
//               ^ defines: Store.Last (field)
//               ^ doc: Stored.
//               ^ span: -1..0
//               ^ signature: [Required] public Entry Last
//         ^ new: Entry
//         ^ binds: Last : Entry =
    public Entry Newest => _back.Newest(Limit);
//               ^ defines: Store.Newest (method)
//               ^ signature: public Entry Newest
//                               ^ call: _back.Newest
//         ^ binds: return : Entry =
    public Entry Oldest
//               ^ defines: Store.Oldest (method)
//               ^ span: 0..+4
    {
        get { return Find(0); }
//                   ^ call: Find
        set => Last = value;
    }

    public Store(IBackend back) : this(10)
//         ^ defines: Store.Store (constructor)
//         ^ parent: Store
//         ^ signature: public Store(IBackend back) : this(10)
//                                ^ call: this
//               ^ binds: back : IBackend =
    {
        _back = back ?? throw new ArgumentNullException(nameof(back));
//                                ^ new: ArgumentNullException
//                                ^ raise: ArgumentNullException
    }

    /// <inheritdoc/>
    public async Task<Entry> Get(T key, CancellationToken token = default)
//                           ^ defines: Store.Get (method)
//                           ^ signature: public async Task<Entry> Get(T key, CancellationToken token = default)
//               ^ type: Task<Entry>
//               ^ binds: return : Task<Entry> =
    {
        var entry = await _back.Reader(key)?.Read(key,
//                                           ^ call: _back.Reader()?.Read
//                              ^ call: _back.Reader
            token);
        return entry;
//             ^ value: entry
    }
}
