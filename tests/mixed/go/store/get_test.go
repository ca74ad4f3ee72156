package store

import "testing"

type fakeBackend struct{}

func (fakeBackend) Read(key string) ([]byte, error) { return nil, nil }

func TestGet(t *testing.T) {
	New[int](nil)
}
