package store
// <- namespace: store

type Cache[K comparable, V any] struct{}
//   ^ defines: Cache (struct)

func (c *Cache[K, V]) Get(key K) (V, bool) { return c.inner.get(key) }
//                    ^ defines: Cache.Get (method)
//    ^ binds: c : *Cache[K, V] =
//    ^ binds: return : V =
//                                                          ^ call: c.inner.get

func (s Store) Get(key Key) *Entry {
//             ^ defines: Store.Get (method)
//             ^ signature: func (s Store) Get(key Key) *Entry
    find := func(k Key) *Entry {
//  ^ defines: Store.Get.find (function)
//  ^ parent: Store.Get
//  ^ span: 0..+2
        return s.entries[k]
    }
    var again func()
    again = func() { again() }
//  ^ defines: Store.Get.again (function)
    type local struct{ size int }
//       ^ defines: Store.Get.local (struct)
//                     ^ defines: Store.Get.local.size (field)
    table := []struct{ name string }{{"a"}}
    return find(key)
//         ^ call: find
}

func (Store) Close() {}
//           ^ defines: Store.Close (method)

func (_ *Cache[K, V]) Close() {}
//                    ^ defines: Cache.Close (method)

func init() {}
//   ^ defines: init (function)
func init() {}
//   ^ defines: init (function)

type FakeStore struct{}
//   ^ defines: FakeStore (struct)
//   ^ flag: mock

type Number interface{ ~int | ~float64 }
//   ^ defines: Number (interface)
