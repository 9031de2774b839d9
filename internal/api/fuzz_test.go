package api

import (
	"net/url"
	"testing"
	"time"

	"holidaymaker/internal/operations/keyring"
)

// FuzzQuery proves that a query is read as net/url reads it.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "a=1&b=2", "a=%31&a=2&=x&y", "a;b=1", "%zz=1", "a=b=c+d", "date=15%2F06%2F2027&adults=2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		got, err := parseQuery(query)
		want, wantErr := url.ParseQuery(query)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%v, but net/url says %v", err, wantErr)
		}
		if err != nil {
			return
		}
		for name, texts := range want {
			if got.get(name) != texts[0] {
				t.Fatalf("%q is %q, but net/url reads %q", name, got.get(name), texts[0])
			}
		}
	})
}

// FuzzSearchID proves that nothing but what the site has signed is a search.
func FuzzSearchID(f *testing.F) {
	keys, err := keyring.New("searches", "a secret")
	if err != nil {
		f.Fatal(err)
	}
	now := time.Unix(1.8e9, 0)
	a := &API{Config: Config{Keys: keys, Now: func() time.Time { return now }}}
	signed := a.signSearch(criteria{}, now)
	for _, seed := range []string{signed, "s_", "s_AAAA", signed[:len(signed)-1], "0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		// The last letter has bits that mean nothing.
		if _, err := a.readSearch(id); err == nil && id[:len(id)-1] != signed[:len(signed)-1] {
			t.Fatalf("%q is a search", id)
		}
	})
}
