package store
// <- namespace: store

import "example.com/app/store/disk"
// <- imports: example.com/app/store/disk as disk

type Visit func(entry *Entry) error
//   ^ defines: Visit (type_alias)
//         ^ type: func(entry *Entry) error

func Walk[T Number](store *Store, visit Visit, more ...disk.Option) (found []T, err error) {
//   ^ defines: Walk (function)
//          ^ type: Number
//                        ^ type: *Store
//                                                     ^ type: disk.Option
//   ^ binds: more : disk.Option =
//   ^ binds: return : []T =
    reader := disk.Open[T](store.Path, visit)
//                 ^ call: disk.Open
//                               ^ argument: store.Path
//                                     ^ argument: visit
    entry, err := store.Back.Read(ctx, Root)
//                           ^ call: store.Back.Read
//                                     ^ argument: Root
// <- binds: entry : = store.Back.Read()
    opened := &disk.File{Mode: disk.ReadOnly}
//             ^ binds: opened : disk.File =
//                  ^ new: disk.File
//                                  ^ value: disk.ReadOnly
    made := make(map[Key]*Entry)
//               ^ type: map[Key]*Entry
// <- binds: made : map[Key]*Entry =
    file, ok := entry.Body.(*disk.File)
//                          ^ type: *disk.File
// <- binds: file : *disk.File =
    for _, part := range file.Parts {
//                            ^ attribute: file.Parts
// <- binds: part : = *file.Parts
        if part.Size > store.opts.depth {
//              ^ attribute: part.Size
//                                ^ attribute: store.opts.depth
            defer part.Close()
//                     ^ call: part.Close
        }
    }
    store.Back = disk.NewBackend(opened)
// <- binds: store.Back : = disk.NewBackend()
    switch entry.Kind {
    case KindFile:
//       ^ value: KindFile
    }
    go store.watch(opened.Changed)
//           ^ call: store.watch
//                        ^ argument: opened.Changed
    return nil, ErrMissing
//              ^ value: ErrMissing
}
