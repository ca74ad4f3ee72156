package com.acme.store;
// <- namespace: com.acme.store

import java.util.List;
// <- imports: java.util List
import java.util.concurrent.*;
// <- imports: java.util.concurrent *
import static com.acme.Limits.MAX;
// <- imports: com.acme.Limits MAX
import static com.acme.Names.*;
// <- imports: com.acme.Names *

/**
 * Keeps entries.
 *
 * @param <K> what names them
 */
@Service("store")
 // <- decorator: Service
public class Store<K extends Comparable<K>> extends Base<K> implements Sized, util.Named {
//           ^ defines: Store (class)
//           ^ doc: Keeps entries.
//           ^ signature: @Service("store") public class Store<K extends Comparable<K>> extends Base<K> implements Sized, util.Named
//           ^ span: -1..+29
//           ^ flag: none
//                           ^ type: Comparable<K>
//                                                  ^ extends: Base<K>
//                                                                     ^ implements: Sized
//                                                                            ^ implements: util.Named
    /** How many. */
    public static final int LIMIT = 10;
//                          ^ defines: Store.LIMIT (constant)
//                          ^ doc: How many.
//                          ^ signature: public static final int LIMIT = 10;
    private static final String[] NAMES = {"a", FIRST};
//                                ^ defines: Store.NAMES (constant)
//                                ^ signature: private static final String[] NAMES
//                                              ^ value: FIRST
    // Where they lie.
    @Inject
    private Backend back;
//                  ^ defines: Store.back (field)
//                  ^ doc: Where they lie.
//                  ^ span: -1..0
//          ^ type: Backend
//          ^ binds: back : Backend =
    int low, high = 3, width;
//      ^ defines: Store.low (field)
//           ^ defines: Store.high (field)
//                     ^ defines: Store.width (field)
    private final Function<K, Entry> make = key -> Entry.of(key);
//                                   ^ defines: Store.make (method)
//                                   ^ signature: private final Function<K, Entry> make = key ->
//                                                       ^ call: Entry.of

    public Store(Backend back) throws IOException {
//         ^ defines: Store.Store (constructor)
//         ^ parent: Store
//               ^ binds: back : Backend =
//                                    ^ type: IOException
        super(back);
//      ^ call: super
//            ^ argument: back
        this.back = back;
//           ^ attribute: this.back
//                  ^ value: back
    }

    /** Reads one. */
    @Override
    public Entry get(final K key) {
//               ^ defines: Store.get (method)
//               ^ doc: Reads one.
//               ^ signature: @Override public Entry get(final K key)
//               ^ span: -1..+7
//         ^ type: Entry
//         ^ binds: return : Entry =
//                         ^ binds: key : K =
        if (key == null) {
            throw new errors.MissingKey(LIMIT);
//                           ^ new: errors.MissingKey
//                           ^ raise: errors.MissingKey
//                                      ^ argument: LIMIT
        }
        var entry = this.back.reader().read(key,
//                                     ^ call: this.back.reader().read
//                            ^ call: this.back.reader
//      ^ binds: entry : = this.back.reader().read()
            LIMIT);
        return entry;
//             ^ value: entry
    }

    private static class FakeBackend implements Backend {
//                       ^ defines: Store.FakeBackend (class)
//                       ^ flag: mock
        public Entry read(K key) { return null; }
//                   ^ defines: Store.FakeBackend.read (method)
//                   ^ parent: Store.FakeBackend
    }
}

interface Sized extends Counted<Long> {
//        ^ defines: Sized (interface)
//                      ^ extends: Counted<Long>
    int EMPTY = 0;
//      ^ defines: Sized.EMPTY (constant)
    long size();
//       ^ defines: Sized.size (method)
    default boolean isEmpty() { return size() == EMPTY; }
//                  ^ defines: Sized.isEmpty (method)
//                                     ^ call: size
}
