package main

import (
	"fmt"
	"os"
)

// brands is the environment variable that names the folder in which the step
// brands leaves what it builds. The tests in a browser build what they miss there.
const brands = "E2E_BRANDS"

// makeBrandsFolder makes that folder. It returns what removes it.
func makeBrandsFolder() (remove func(), err error) {
	dir, err := os.MkdirTemp("", "holidaymaker-brands-")
	if err != nil {
		return nil, fmt.Errorf("make the folder of the brands: %w", err)
	}
	remove = func() { _ = os.RemoveAll(dir) }
	if err := os.Setenv(brands, dir); err != nil {
		remove()
		return nil, fmt.Errorf("state the folder of the brands: %w", err)
	}
	return remove, nil
}
