package server_test

import (
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/money"
)

// stayOf takes the price off the id of an offer.
func stayOf(t *testing.T, u unit) (stay string, nights int, price money.Pence) {
	t.Helper()
	stay = u.id[:strings.LastIndex(u.id, ".")]
	nights, err := strconv.Atoi(stay[strings.LastIndex(stay, ".")+1:])
	if err == nil {
		price, err = money.Parse(u.price)
	}
	if err != nil {
		t.Fatal(err)
	}
	return stay, nights, price
}

// A park that charges £4 a night for each dog shows it in search and park page, and the
// booking charges for each dog that comes.
func TestDogsAreInEveryPrice(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	query := []string{"date", nextJune(), "adults", "2"}
	without := map[string]money.Pence{}
	for _, u := range v.units("SS101", query...) {
		stay, _, price := stayOf(t, u)
		without[stay] = price
	}
	list := v.units("SS101", append(query, "petFriendly", "Y")...)
	if len(list) == 0 {
		t.Fatal("nothing is sold to a party with dogs")
	}
	for _, u := range list {
		stay, nights, price := stayOf(t, u)
		if price != without[stay]+money.Pence(4_00*nights) {
			t.Errorf("%s costs %s with a dog, %s without", stay, price, without[stay])
		}
	}
	u := list[0]
	_, nights, price := stayOf(t, u)
	booked := v.get("/api/book", "unitId", u.id, "searchId", "0", "adults", "2", "partySize", "2", "petFriendly", "Y").ok(t)
	if booked.text("booking", "unitPrice") != price.String() || !strings.Contains(string(booked.body), "Includes Dogs on the park") || booked.at("booking", "maxDogs") != 2.0 {
		t.Errorf("booked: %s", booked.body)
	}
	ref := booked.text("booking", "bookId")
	chosen := v.post("/api/setextras", "bookId", ref, "dogs", "2", "extras[BRK]", "1", "extras[CHG]", "1", "extras[BED]", "1").ok(t)
	extras := money.Pence((2*7_50+6_00)*nights + 2*5_00)
	if want := price + money.Pence(4_00*nights); chosen.text("unitPrice") != want.String() || chosen.text("quote", "total") != (want+extras).String() {
		t.Errorf("with two dogs: %s, want %s and extras of %s", chosen.body, want, extras)
	}
	if offered := v.get("/api/getextras", "bookId", ref).ok(t); offered.at("dogsPriced") != true || !strings.Contains(string(offered.body), "£7.50 per person per night") || strings.Contains(string(offered.body), "Dogs on the park") {
		t.Errorf("offered: %s", offered.body)
	}
	if refused := v.post("/api/setextras", "bookId", ref, "dogs", "3"); refused.status == 200 {
		t.Errorf("three dogs: %s", refused.body)
	}
}
