package orderlog

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzJournal proves that every line of a journal is an entry with an order, or counted.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"order\":\"P1\"}\n{\"order\":"))
	f.Add([]byte("\x00\n\n[]\n"))
	f.Fuzz(func(t *testing.T, lines []byte) {
		path := filepath.Join(t.TempDir(), "day")
		if err := os.WriteFile(path, lines, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readFile(path, func(e Entry) {
			if e.Order == "" {
				t.Fatal("an entry without an order")
			}
		}); err != nil {
			t.Fatal(err)
		}
	})
}
