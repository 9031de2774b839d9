//go:build !linux

// Command cluster runs the product on several hosts inside one machine.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "cluster: hosts inside one machine need Linux")
	os.Exit(1)
}
