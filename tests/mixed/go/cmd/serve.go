package main

import (
	"net/http"
	"os"

	pb "example.org/stock"
)

type stock struct {
	pb.UnimplementedStockServer
}

func health(w http.ResponseWriter, r *http.Request) {}

func serve() error {
	http.HandleFunc("GET /health", health)
	return http.ListenAndServe(os.Getenv("SHOP_ADDRESS"), nil)
}
