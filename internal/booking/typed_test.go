package booking_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/wneessen/go-mail"
	"pgregory.net/rapid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// typedCases is the file of cases that the browser's tests read too.
type typedCases struct {
	Emails, Telephones, Texts []struct {
		Typed  string
		Stored *string // null: refused
	}
	Postcodes []struct {
		Typed, Country string
		Stored         *string
	}
	Names []struct {
		Typed string
		OK    bool
	}
}

func readTypedCases(t *testing.T) (cases typedCases) {
	t.Helper()
	text, err := os.ReadFile("../../web/src/rules/testdata/typed.json")
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil || len(cases.Emails) == 0 || len(cases.Telephones) == 0 || len(cases.Texts) == 0 || len(cases.Postcodes) == 0 || len(cases.Names) == 0 {
		t.Fatalf("read the cases: %v", err)
	}
	return cases
}

func wanted(stored *string) string {
	if stored == nil {
		return "refused"
	}
	return *stored
}

// Each detail is checked as the details step checks it.
func TestDetailsAreStoredAsPeopleMeanThem(t *testing.T) {
	cases := readTypedCases(t)
	check := func(field, typed string, stored *string, set func(*booking.Contact), get func(booking.Contact) string) {
		t.Helper()
		c := testworld.Jo
		set(&c)
		tidy, wrong := booking.CheckContact(c, today)
		got := get(tidy)
		if len(wrong) > 0 {
			got = "refused"
		}
		if got != wanted(stored) {
			t.Errorf("%s %q: got %q %v, want %q", field, typed, got, wrong, wanted(stored))
		}
	}
	for _, c := range cases.Emails {
		check("[FORM-10] email", c.Typed, c.Stored, func(to *booking.Contact) { to.Email = c.Typed }, func(of booking.Contact) string { return of.Email })
	}
	for _, c := range cases.Telephones {
		check("telephone", c.Typed, c.Stored, func(to *booking.Contact) { to.Telephone = c.Typed }, func(of booking.Contact) string { return strings.ReplaceAll(of.Telephone, " ", "") })
	}
	for _, c := range cases.Texts {
		stored := c.Stored
		if *stored == "" {
			stored = nil
		}
		check("town", c.Typed, stored, func(to *booking.Contact) { to.Town = c.Typed }, func(of booking.Contact) string { return of.Town })
		check("surname", c.Typed, stored, func(to *booking.Contact) { to.Surname = c.Typed }, func(of booking.Contact) string { return of.Surname })
	}
	for _, c := range cases.Postcodes {
		check("[FORM-11] postcode", c.Typed, c.Stored, func(to *booking.Contact) { to.Postcode, to.Country = c.Typed, c.Country }, func(of booking.Contact) string { return of.Postcode })
	}
	for _, c := range cases.Names {
		stored := &c.Typed
		if !c.OK {
			stored = nil
		}
		check("surname", c.Typed, stored, func(to *booking.Contact) { to.Surname = c.Typed }, func(of booking.Contact) string { return of.Surname })
		check("forename", c.Typed, stored, func(to *booking.Contact) { to.Forename = c.Typed }, func(of booking.Contact) string { return of.Forename })
	}
}

func TestAWrongDetailIsExplained(t *testing.T) {
	for typed, want := range map[string]string{
		"0131 496 0000 ext 12":         "Please enter a valid contact telephone number without an extension",
		"0131 496 0000 / 07700 900123": "Please enter a valid contact telephone number: one number is enough",
		"phone":                        "Please enter a valid contact telephone number",
	} {
		c := testworld.Jo
		c.Telephone = typed
		if _, wrong := booking.CheckContact(c, today); len(wrong) != 1 || wrong[0].Message != want {
			t.Errorf("%q: %v", typed, wrong)
		}
	}
	c := testworld.Jo
	c.Surname = "Smith: Jones"
	if _, wrong := booking.CheckContact(c, today); len(wrong) != 1 || wrong[0].Message != "Please enter your last name without the character ':'" {
		t.Errorf("a colon: %v", wrong)
	}
}

// What the forms accept, the library that sends the e-mails accepts.
func TestAddressesThatTheMailerCannotUseAreRefused(t *testing.T) {
	accepts := func(address string) bool { return mail.NewMsg().To(address) == nil }
	for _, c := range readTypedCases(t).Emails {
		if c.Stored != nil && !accepts(*c.Stored) {
			t.Errorf("the mailer refuses %q", *c.Stored)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		address := rapid.StringMatching("[a-c.!#$%&'*+/=?^_`{|}~\"(),:;<> -]{1,8}@[a-b0.-]{1,6}\\.[a-b0-]{1,4}").Draw(t, "address")
		if booking.ValidEmail(address) && !accepts(address) {
			t.Fatalf("the mailer refuses %q", address)
		}
	})
}

func TestReferencesArePastedFromEmails(t *testing.T) {
	for _, written := range []string{"KWYDP-8CZBQ", "kwydp8czbq", " KWYDP 8CZBQ.", "KWYDP\u20118CZBQ\u200b", "\ufeffKWYDP\u20138CZBQ", "\uff2bWYDP\u00a08CZBQ", "\u202aKWYDP-8CZBQ\u202c"} {
		if got := booking.NormalReference(written); got != "KWYDP8CZBQ" {
			t.Errorf("%q: %q", written, got)
		}
	}
}

func TestBookingsAreFoundByTheNamesPeopleType(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	file, err := os.Open("testdata/bookings.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	report, err := feed.Bookings("bookings.ndjson", file, func(b booking.Booking) error { return w.Bookings.Import(ctx, b) })
	if err != nil || report.Entities == 0 {
		t.Fatalf("import: %v %v", err, report.BadRows)
	}
	lookups, err := os.ReadFile("testdata/lookups.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lookups)) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if len(parts) != 4 {
			continue // the comment
		}
		_, err := w.Bookings.GetMyBooking(ctx, testworld.Visitor(), booking.Lookup{BookingID: parts[1], Surname: parts[2], Postcode: parts[3]})
		if found := err == nil; found != (parts[0] == "Y") {
			t.Errorf("%s: %v", strings.TrimSpace(line), err)
		}
	}
}

func TestPastedCodesAreReadAsTheCatalogueWritesThem(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	code := issuedFor(t, w, 50_00, testworld.Summer)
	if !strings.Contains(code, "-") {
		t.Fatalf("the code %q has no hyphen to replace", code)
	}
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	pasted := []string{strings.ToLower(code), code + "\u200b", "\ufeff" + code, "\u202a" + code + "\u202c", code + ".", "\u201c" + code + "\u201d", "\uff27IFT50", "GIFT 50"}
	for _, hyphen := range []string{"\u2011", "\u2010", "\u2013", "\u2212", "\u00ad-", " - ", "\uff0d"} {
		pasted = append(pasted, strings.ReplaceAll(code, "-", hyphen))
	}
	for _, typed := range pasted {
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Shown, typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
	}
}
