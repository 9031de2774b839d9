package httpx

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadAllRefusesMoreThanItsLimit(t *testing.T) {
	cut := errors.New("cut off")
	for name, c := range map[string]struct {
		from io.Reader
		want string
		ok   bool
	}{
		"nothing":            {strings.NewReader(""), "", true},
		"as much as allowed": {strings.NewReader("1234"), "1234", true},
		"a byte too much":    {strings.NewReader("12345"), "", false},
		"cut off":            {io.MultiReader(strings.NewReader("12"), iotest.ErrReader(cut)), "", false},
	} {
		if got, err := ReadAll(c.from, 4); string(got) != c.want || (err == nil) != c.ok {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
