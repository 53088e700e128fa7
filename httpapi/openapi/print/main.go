// Command print writes the API's description as JSON. The web app's types are generated from it (make types).
package main

import (
	"log"
	"os"

	"candor/httpapi/openapi"
)

func main() {
	if _, err := os.Stdout.Write(openapi.Document("", "")); err != nil {
		log.Fatal(err)
	}
}
