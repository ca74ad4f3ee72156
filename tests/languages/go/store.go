// Package store keeps things.
package store
// <- namespace: store

import (
    "context"
// <- imports: context as context
    yaml "gopkg.in/yaml.v3"
// <- imports: gopkg.in/yaml.v3 as yaml
    . "example.com/app/dsl"
// <- imports: example.com/app/dsl *
    _ "embed"
// <- imports: embed as _
    "github.com/acme/go-retry/v2"
// <- imports: github.com/acme/go-retry/v2 as retry
)

// Limit bounds the store.
const Limit = 10
//    ^ defines: Limit (constant)
//    ^ doc: Limit bounds the store.
//    ^ signature: const Limit = 10

const (
    // Open is a state.
    Open State = iota
//  ^ defines: Open (constant)
//  ^ doc: Open is a state.
//       ^ type: State
    Closed
//  ^ defines: Closed (constant)
    Low, High = 1, 2
//  ^ defines: Low (constant)
//       ^ defines: High (constant)
)

// State of a store.
type State int
//   ^ defines: State (type_alias)
//   ^ doc: State of a store.

type Names = []string
//   ^ defines: Names (type_alias)

type (
    // Key names a thing.
    Key string
//  ^ defines: Key (type_alias)
//  ^ doc: Key names a thing.
    pair struct{ left, right *Store }
//  ^ defines: pair (struct)
//               ^ defines: pair.left (field)
//                     ^ defines: pair.right (field)
//                           ^ type: *Store
// ^ binds: left : *Store =
)

// Backend reads and writes.
type Backend interface {
//   ^ defines: Backend (interface)
//   ^ signature: type Backend interface
//   ^ span: 0..+4
    Reader
//  ^ extends: Reader
    // Read gives one entry.
    Read(ctx context.Context, key Key) (*Entry, error)
//  ^ defines: Backend.Read (method)
//  ^ doc: Read gives one entry.
//  ^ parent: Backend
// ^ binds: return : *Entry =
}

// Store keeps entries.
type Store struct {
//   ^ defines: Store (struct)
//   ^ doc: Store keeps entries.
//   ^ signature: type Store struct
//   ^ span: 0..+9
    *sync.Mutex
//        ^ defines: Store.Mutex (field)
//   ^ extends: sync.Mutex
//       ^ binds: Mutex : sync.Mutex =
    Index[Key]
//  ^ defines: Store.Index (field)
//  ^ extends: Index[Key]

    // Back does the work.
    Back Backend `json:"back"`
//  ^ defines: Store.Back (field)
//  ^ doc: Back does the work.
//  ^ parent: Store
//       ^ type: Backend
    opts struct {
//  ^ defines: Store.opts (field)
        depth int
//      ^ defines: Store.opts.depth (field)
    }
}

var _ Backend = (*Store)(nil)
// <- binds: _ : Backend = Store

var Default, spare = New(nil), New(nil)
//  ^ defines: Default (constant)
//           ^ defines: spare (constant)

var onMiss = func(key Key) error { return nil }
//  ^ defines: onMiss (function)
//  ^ signature: var onMiss = func(key Key) error

// New makes a store.
func New(back Backend) *Store {
//   ^ defines: New (function)
//   ^ doc: New makes a store.
//   ^ signature: func New(back Backend) *Store
//   ^ span: 0..+2
//   ^ binds: back : Backend =
//   ^ binds: return : *Store =
    return &Store{Back: back}
//          ^ new: Store
//                      ^ value: back
}
