package api

import (
	"errors"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holidaymaker/internal/date"
)

func decodeInto[In any](to *In, from values) error {
	return inputsOf(reflect.TypeFor[In]()).decode(to, from)
}

func TestInputsAreReadInEveryForm(t *testing.T) {
	query := func(text string) values {
		read, err := parseQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	var search SearchQuery
	if err := decodeInto(&search, query("date=1/7/2027&nights=4&infants=1&dogs=y&partysize=3&offers=A,,B&features=1,2&unknown=x")); err != nil {
		t.Fatal(err)
	}
	if *search.Date != date.Of(2027, time.July, 1) || *search.Nights != 4 || search.Under5s != 1 || !*search.PetFriendly ||
		*search.PartySize != 3 || len(search.Offers) != 2 || len(search.Features) != 2 || search.Adults != nil {
		t.Errorf("got %+v", search)
	}
	for text, want := range map[string]bool{"Y": true, "y": true, "1": true, "TRUE": true, "n": false, "0": false, "False": false} {
		if got, err := parseFlag(text); err != nil || got != want {
			t.Errorf("flag %q: %t, %v", text, got, err)
		}
	}
	var extras SetExtrasForm
	if err := decodeInto(&extras, query("bookID=ABC&extras[LIN]=2&extras[COT]=0")); err != nil || extras.BookID != "ABC" || extras.Extras["LIN"] != 2 || len(extras.Extras) != 2 {
		t.Errorf("got %+v, %v", extras, err)
	}
	var members PartyDetailsForm
	if err := decodeInto(&members, query("bookId=ABC&onlyBooking=Y&type1=adult&lastName1=Doe")); err != nil || len(members.Members) != 2 || !*members.OnlyBooking {
		t.Errorf("got %+v, %v", members, err)
	}
	for text, code := range map[string]Code{
		"date=31/02/2027": InvalidDate, "date=2027-07-01": InvalidDate, "nights=two": InvalidNights, "nights=99999999999": InvalidNights,
		"adults=1.5": InvalidParty, "petFriendly=maybe": InvalidFlag, "features=a": InvalidFeatures,
		"features=" + strings.Repeat("1,", maxList+1): InvalidFeatures, "offers=" + strings.Repeat("A,", 5000): Rejected,
	} {
		var failure *Failure
		if err := decodeInto(&SearchQuery{}, query(text)); !errors.As(err, &failure) || failure.Errors[0].Code != code {
			t.Errorf("%.40s: got %v, want %s", text, err, code)
		}
	}
}

func TestAQueryIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.StringMatching(`([a-c]?=?[0-9+%; ]{0,4}(%2[0-9a-fx])?&?){0,6}`).Draw(t, "query")
		want, wrong := url.ParseQuery(query)
		got, err := parseQuery(query)
		if (err != nil) != (wrong != nil) {
			t.Fatalf("%q: %v, want %v", query, err, wrong)
		}
		for name := range want {
			if err == nil && got.get(name) != want.Get(name) {
				t.Fatalf("%q: %s is %q, want %q", query, name, got.get(name), want.Get(name))
			}
		}
	})
}

func TestALimitRefusesAndRecovers(t *testing.T) {
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	l := newLimiter(map[Limit]Rate{limitBook: {3, time.Minute}}, func() time.Time { return now })
	for range 3 {
		if err := l.refuse(limitBook, "a"); err != nil {
			t.Fatal(err)
		}
	}
	if failure := l.refuse(limitBook, "a"); failure == nil || failure.RetryAfter != 20 {
		t.Errorf("got %+v", failure)
	}
	if err := l.refuse(limitBook, "b"); err != nil {
		t.Error("another address is refused")
	}
	now = now.Add(20 * time.Second)
	if err := l.refuse(limitBook, "a"); err != nil {
		t.Error("still refused after the wait")
	}
}

func TestTheLimitsOfBookingsCountAnIPv6NetworkAsOneClient(t *testing.T) {
	one := (&Request{Client: "2001:db8:1:2::1"}).visitorWith("t")
	other := (&Request{Client: "2001:db8:1:2:ffff::9"}).visitorWith("t")
	if one.Network == "" || one.Network != other.Network || one.Address == other.Address {
		t.Errorf("%+v and %+v", one, other)
	}
}

func TestLimitsCountAnIPv6NetworkAsOneClient(t *testing.T) {
	l := newLimiter(map[Limit]Rate{limitBook: {1, time.Hour}}, time.Now)
	for _, c := range []struct {
		address string
		refused bool
	}{
		{"2001:db8:1:2::1", false}, {"2001:db8:1:2:ffff::9", true}, {"2001:db8:1:3::1", false},
		{"203.0.113.9", false}, {"203.0.113.10", false}, {"::ffff:203.0.113.9", true},
	} {
		if err := l.refuse(limitBook, c.address); (err != nil) != c.refused {
			t.Errorf("%s: %v", c.address, err)
		}
	}
}
