package promotion

import (
	"testing"
	"time"
)

// FuzzPass proves that nothing but a pass that we have signed lets a reader pass.
func FuzzPass(f *testing.F) {
	now := time.Unix(1.8e9, 0)
	p, of := Passes{Site: "RP", Now: func() time.Time { return now }}, &Promotion{CodeWords: []string{"harbour"}}
	signed := p.Sign(Pass{Newspaper: "the Echo"}, of)
	f.Add(signed)
	f.Add(signed + "A")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := p.Read(text, of); ok && text != signed {
			t.Fatalf("%q is a pass", text)
		}
	})
}
