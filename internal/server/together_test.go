package server_test

import (
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// partPrice is the price at which the park's own page sells a part of what is offered
// together to those who sleep in it.
func partPrice(t *testing.T, v *visitor, park string, part map[string]any, dogs bool) float64 {
	t.Helper()
	at, err := time.Parse("Monday 2 January 2006", part["arrivalDay"].(string))
	if err != nil {
		t.Fatal(err)
	}
	day := at.Format("02/01/2006")
	text := func(field string) string { return fmt.Sprint(part[field]) }
	for _, u := range v.units(park, "from", day, "to", day, "nights", text("nights"), "adults", text("adults"),
		"children", text("children"), "under5s", text("under5s"), "petFriendly", strconv.FormatBool(dogs)) {
		if inPounds(t, u.price) == inPounds(t, text("price")) {
			return inPounds(t, u.price)
		}
	}
	t.Errorf("%v is not sold on its own", part)
	return 0
}

// weekForAll is an arrival in June for a week at Gannet Sands, when it has several units for six.
func (v *visitor) weekForAll() string {
	v.t.Helper()
	for _, u := range v.units("CF101", "date", nextJune(), "nights", "7", "adults", "6", "channel", "ukcaravan") {
		if u.unitType == "CF101-S2" && u.left >= 3 {
			return u.date
		}
	}
	v.t.Fatal("no week in June has three units of one type")
	return ""
}

// What does not fit into one unit is booked together, for the price that was shown.
func TestWhatDoesNotFitIsBookedTogether(t *testing.T) {
	v := site(t).visitor(t)
	june, park := v.weekForAll(), "CF101"
	stay := []string{"park", park, "channel", "ukcaravan", "date", june, "nights", "7", "adults", "7", "children", "4", "infants", "1", "dogs", "y"}
	got := v.get("/api/together", stay...).ok(t)
	if got.at("whole") != nil || len(got.list("options")) == 0 {
		t.Fatalf("a party of twelve: %s", got.body)
	}
	for i, one := range got.list("options") {
		sum, people := 0.0, 0.0
		parts := one.(map[string]any)["parts"].([]any)
		for n, p := range parts {
			part := p.(map[string]any)
			sum += partPrice(t, v, park, part, n == 0)
			people += part["adults"].(float64) + part["children"].(float64) + part["under5s"].(float64)
		}
		same(t, "the price of all", inPounds(t, got.text("options", i, "price")), sum)
		same(t, "people", people, 12.0)
	}
	price, id := got.text("options", 0, "price"), got.text("options", 0, "id")

	query := url.Values{}
	for i := 0; i < len(stay); i += 2 {
		query.Set(stay[i], stay[i+1])
	}
	page := string(v.get("/together?" + query.Encode()).body)
	if shown := "£" + strings.TrimSuffix(price, ".00"); !strings.Contains(strings.ReplaceAll(page, ",", ""), shown+" for everything") || !strings.Contains(page, html.EscapeString(id)) {
		t.Errorf("the page does not sell it for %s: %s", shown, page)
	}

	sent := v.postEncoded("/together", "id", id)
	same(t, "status", sent.status, 303)
	if to := sent.header.Get("Location"); !strings.HasPrefix(to, "/holidays/CF101/") {
		t.Errorf("leads to %s", to)
	}
	held := v.get("/api/holds").ok(t)
	same(t, "the price held", held.text("holds", 0, "unitPrice"), price)
	same(t, "the party held", held.at("holds", 0, "party", "partySize"), any(12.0))
	same(t, "a second click", v.postEncoded("/together", "id", id).status, 303)
	same(t, "holds", len(v.get("/api/holds").ok(t).list("holds")), 1)
	ref := held.text("holds", 0, "bookId")
	v.get("/api/getextras", "bookId", ref).ok(t)
	v.post("/api/releasehold", "bookId", ref).ok(t)
}

// Visitors say who sleeps where, and how many units they want.
func TestGroupsSayWhoSleepsWhere(t *testing.T) {
	v := site(t).visitor(t)
	stay := []string{"park", "CF101", "channel", "ukcaravan", "date", v.weekForAll(), "nights", "7", "adults", "6"}
	three := v.get("/api/together", append([]string{"units", "3"}, stay...)...).ok(t)
	same(t, "three units", len(three.list("options", 0, "parts")), 3)
	chosen := append([]string{"sleeps[a1]", "2", "sleeps[c1]", "0", "sleeps[i1]", "1", "sleeps[a2]", "4", "sleeps[c2]", "0", "sleeps[i2]", "0"}, stay...)
	own := v.get("/api/together", chosen...).ok(t)
	same(t, "the first", own.text("options", 0, "parts", 0, "party"), "2 adults, 1 under five")
	same(t, "the second", own.text("options", 0, "parts", 1, "party"), "4 adults")
	same(t, "everybody", own.text("party"), "6 adults, 1 under five")
	if page := string(v.get("/together", chosen...).body); !strings.Contains(page, `name="infants" value="1"`) {
		t.Errorf("the forms of the page have forgotten somebody: %s", page)
	}
	v.get("/api/together", append([]string{"sleeps[a1]", "1", "sleeps[a2]", "1", "sleeps[a3]", "1", "sleeps[a4]", "1", "sleeps[a5]", "1"}, stay...)...).refused(t, 400, "INVALID_REQUEST")
	v.get("/api/together", append([]string{"sleeps[a1]", "6"}, stay...)...).refused(t, 400, "INVALID_PARTY")
	v.get("/api/together", append([]string{"sleeps[a1]", "2", "sleeps[c2]", "1"}, stay...)...).refused(t, 400, "INVALID_PARTY")
	v.get("/api/together", append([]string{"units", "9"}, stay...)...).refused(t, 400, "INVALID_REQUEST")
	same(t, "an unknown park", v.get("/together", "park", "NO-SUCH", "channel", "ukcaravan", "date", nextJune(), "nights", "7").status, 404)
	same(t, "what nobody sells", v.postEncoded("/together", "id", "CF101-P3.1.7.100@2.0.0").status, 400)
}
