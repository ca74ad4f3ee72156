package main

import (
	"fmt"

	kept "example.org/shop/store"
)

type Logged struct {
	kept.Store[int]
}

func main() {
	fmt.Println(kept.New[int](nil))
}
