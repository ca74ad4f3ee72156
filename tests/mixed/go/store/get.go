package store

// Get reads one.
func (s *Store[T]) Get(key Key) (T, error) {
	return s.cache[key], nil
}

func (b base) String() string { return b.name }

func New[T any](back Backend) *Store[T] {
	check := func(b Backend) bool { return b != nil }
	if !check(back) {
		panic(ErrFull)
	}
	return &Store[T]{back: back}
}
