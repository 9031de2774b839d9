package httpx

import (
	"errors"
	"io"
	"net"
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

func TestOnlyPublicAddressesAreConnectedTo(t *testing.T) {
	for text, want := range map[string]bool{
		"127.0.0.1": false, "::1": false, "10.1.2.3": false, "192.168.1.1": false, "172.16.0.1": false, "169.254.169.254": false, "0.0.0.0": false, "100.64.0.1": false,
		"fe80::1": false, "fc00::1": false, "::": false, "224.0.0.1": false, "255.255.255.255": false, "64:ff9b::a00:1": false, "2002:7f00:1::": false, "198.18.0.1": false,
		"::ffff:10.0.0.1": false, "93.184.216.34": true, "2606:2800:220:1::": true,
	} {
		if err := PublicOnly("tcp", net.JoinHostPort(text, "443"), nil); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestWhatOthersSayIsMadePrintable(t *testing.T) {
	for said, want := range map[string]string{
		"Propriété inconnue":        "Propriété inconnue",
		"\x00\x1b[31mred\xff\u202e": "??[31mred??",
		strings.Repeat("é", 300):    strings.Repeat("é", 149) + "?…",
	} {
		if got := Printable(said, 299); got != want {
			t.Errorf("%q becomes %q, want %q", said, got, want)
		}
	}
}
