package booking_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/server/testworld"
)

// A confirmation e-mail repeats this text to any address, so it must not be an
// attacker's text: no control or direction characters anywhere, and no web
// address in names.
func TestTextThatCannotBePartOfADetail(t *testing.T) {
	today := date.Of(2026, 3, 2)
	message := func(change func(*booking.Contact)) map[string]string {
		c := testworld.Jo
		change(&c)
		_, wrong := booking.CheckContact(c, today)
		found := map[string]string{}
		for _, f := range wrong {
			found[f.Field] = f.Message
		}
		return found
	}
	fields := map[string]func(*booking.Contact, string){
		"forename": func(c *booking.Contact, s string) { c.Forename = s }, "surname": func(c *booking.Contact, s string) { c.Surname = s },
		"address1": func(c *booking.Contact, s string) { c.Address1 = s }, "address2": func(c *booking.Contact, s string) { c.Address2 = s },
		"town": func(c *booking.Contact, s string) { c.Town = s }, "county": func(c *booking.Contact, s string) { c.County = s },
		"postcode": func(c *booking.Contact, s string) { c.Postcode, c.Country = s, "CNFR" },
	}
	for field, set := range fields {
		for _, text := range []string{"ab\r\ncd", "ab\x00cd", "ab\x1bcd", "ab\u0085cd", "ab\xffcd"} {
			if field == "postcode" && strings.ContainsAny(text, "\n\t") {
				continue // written as one space
			}
			if got := message(func(c *booking.Contact) { set(c, text) })[field]; !strings.HasPrefix(got, "Please enter") {
				t.Errorf("%s %q: %q", field, text, got)
			}
		}
		name := field == "forename" || field == "surname"
		for _, text := range []string{"go to http://evil.example", "www.evil.example", "evil.com", "win£1000 bit.ly/x", "a@b.example"} {
			got := message(func(c *booking.Contact) { set(c, text) })[field]
			if name && !strings.HasSuffix(got, "without special characters or web addresses") {
				t.Errorf("%s %q: %q", field, text, got)
			}
		}
		for _, text := range []string{"O'Neill-Brontë", "Анна", "李小龍", "Mary St.John", "Ann M. Lee", "نور\u200cالدین"} {
			if got := message(func(c *booking.Contact) { set(c, text) })[field]; got != "" && field != "postcode" {
				t.Errorf("%s %q is refused: %s", field, text, got)
			}
		}
	}
	long := strings.Repeat("я", 100)
	if got := message(func(c *booking.Contact) { c.Surname = long })["surname"]; got != "" {
		t.Errorf("a hundred letters: %s", got)
	}
	if got := message(func(c *booking.Contact) { c.Surname = long + "я" })["surname"]; got != "Please enter your last name" {
		t.Errorf("a hundred and one: %s", got)
	}
	_, wrong := booking.CheckMembers(booking.Booking{Party: booking.Party{Adults: 1}},
		[]booking.Member{{Type: booking.Adult, Title: "Ms", Initial: "P", LastName: "www.evil.example", Age: "41"}}, today)
	if len(wrong) != 1 || wrong[0].Field != "lastName1" {
		t.Errorf("a member: %v", wrong)
	}
}
