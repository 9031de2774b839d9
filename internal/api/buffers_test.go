package api

import "testing"

// A single answer with the prices of a whole channel must not keep its memory
// for ever.
func TestLargeWritersAreNotReused(t *testing.T) {
	for range 50 {
		Encoded{writer: &resultWriter{out: make([]byte, 0, writerMax+1)}}.release()
		if size := cap(writers.Get().(*resultWriter).out); size > writerMax {
			t.Fatalf("a buffer of %d bytes is used again", size)
		}
	}
}
