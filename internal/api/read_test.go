package api

import (
	"testing"
)

func TestReadAnswersOnlyCallsThatAreTheSameForEveryVisitor(t *testing.T) {
	a := &API{}
	found := readable(a.Operations())
	for _, path := range []string{"/api/initial", "/api/cachedavailability", "/api/search", "/api/parkdetails", "/api/parkresults", "/api/tripadvisor", "/api/parks"} {
		if _, ok := found[path]; !ok {
			t.Errorf("%s cannot be read", path)
		}
	}
	for _, path := range []string{"/api/book", "/api/holds", "/api/getextras", "/api/getdeposit", "/api/mybookings", "/api/newsletter", "/api/getMyBooking", "/api/prepayment", "/api/postpayment"} {
		if _, ok := found[path]; ok {
			t.Errorf("%s differs by visitor or changes something, and can be read", path)
		}
	}
}
