package errorreport

import "testing"

// FuzzEnvelope proves that what is left of a browser's report has an id, or is refused.
func FuzzEnvelope(f *testing.F) {
	f.Add([]byte("{\"dsn\":\"\"}\n{\"type\":\"event\"}\n{\"event_id\":\"0123456789abcdef0123456789abcdef\",\"request\":{\"url\":\"https://s.example/?a=b\"}}"))
	f.Add([]byte("{}\n{\"type\":\"event\",\"length\":-1}\n"))
	f.Add([]byte("{}\n{\"type\":\"session\",\"length\":2}\n{}\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if id, _, err := (&Reporter{}).checkEvent(content, "192.0.2.1", "a browser"); err == nil && !eventID.MatchString(id) {
			t.Fatalf("the id %q", id)
		}
	})
}
