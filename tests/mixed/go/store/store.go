// Package store keeps orders.
package store

import "errors"

// ErrFull tells that no more fits.
var ErrFull = errors.New("full")

const (
	Small = iota
	Large
)

// Backend is where bytes go.
type Backend interface {
	Read(key string) ([]byte, error)
	Closer
}

type Closer interface{ Close() error }

type base struct{ name string }

// Store holds a backend.
type Store[T any] struct {
	base
	back  Backend
	cache map[string]T
}

type Key = string
