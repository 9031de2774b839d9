package booking_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/booking"
)

// FuzzOffer proves that a unitId that can be read means what it says when it is written.
func FuzzOffer(f *testing.F) {
	for _, seed := range []string{"CF101-G3.20624.7.61200", "a.b.1.1.1", "...", "x.99999999999.1.1", "a.-1.100.0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		offer, err := booking.ParseOffer(id)
		if err != nil {
			return
		}
		if again, err := booking.ParseOffer(offer.ID()); err != nil || again != offer {
			t.Fatalf("%q is %+v, and again %+v, %v", id, offer, again, err)
		}
	})
}

// FuzzEmail proves that an address that is taken cannot add a line to an e-mail.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"jo@mail.example", " Jo <jo@mail.example> ", "jo@mail.example\r\nBcc: x@y.z", "@", "a@b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address := booking.TypedEmail(text)
		if address != "" && booking.ValidEmail(address) && (strings.ContainsAny(address, "\r\n\x00 <>,;") || strings.Count(address, "@") != 1 && !strings.Contains(address, `"`)) {
			t.Fatalf("%q is taken as an address", address)
		}
	})
}
