package booking_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/server/testworld"
)

var today = date.Of(2026, time.March, 2)

func TestValidators(t *testing.T) {
	for _, c := range []struct {
		title   string
		valid   func(string) bool
		yes, no []string
	}{
		{"[FORM-10] email", booking.ValidEmail,
			[]string{"a.b+c@mail.example.co.uk", "o'neill@x.io"}, []string{"a@", "a b@c.uk", "abc", "a@b", "a@b..c", "@b.c", strings.Repeat("a", 250) + "@b.cd"}},
		{"[FORM-11] UK postcode", booking.ValidPostcode,
			[]string{"M1 1AE", "sw1a1aa", "YO11 2AB"}, []string{"ABC 123", "M1-1AE", "M1  1AE", "1M 1AE", "M1 1A"}},
		{"[FORM-13] date", booking.ValidDate, []string{"00/00/2000", "31/12/1999"}, []string{"32/01/2000", "01/13/2000", "1/1/2000"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			for _, s := range c.yes {
				if !c.valid(s) {
					t.Errorf("%q is refused", s)
				}
			}
			for _, s := range c.no {
				if c.valid(s) {
					t.Errorf("%q is accepted", s)
				}
			}
		})
		t.Run("[FORM-08] nothing is valid: "+c.title[8:], func(t *testing.T) {
			if !c.valid("") {
				t.Error("an empty value is refused")
			}
		})
	}
}

func TestATelephoneNumberIsWrittenAsItIsDialled(t *testing.T) {
	for typed, want := range map[string]string{
		"0131 496 0000": "0131 496 0000", "+44 131 496 0000": "0131 496 0000", "+44 (0)131 496-0000": "0131 4960000",
		"(0131) 496.0000": "0131 4960000", "+33 1 42 68 53 00": "0033 1 42 68 53 00",
	} {
		if got, ok := booking.DialledNumber(typed); !ok || got != want {
			t.Errorf("%q: got %q, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{"", "123456", "1234567890123456", "0131 x 496", "phone"} {
		if got, ok := booking.DialledNumber(typed); ok {
			t.Errorf("%q: got %q", typed, got)
		}
	}
}

func TestAges(t *testing.T) {
	t.Run("[FORM-18] an age counts from the birthday itself", func(t *testing.T) {
		born := date.Of(2008, time.July, 17)
		for day, want := range map[date.Date]int{date.Of(2026, time.July, 16): 17, date.Of(2026, time.July, 17): 18, date.Of(2026, time.July, 18): 18} {
			if got := booking.AgeOn(born, day); got != want {
				t.Errorf("on %v: %d", day, got)
			}
		}
	})
	t.Run("[FORM-18] the years between differ by at most one from the age", rapid.MakeCheck(func(t *rapid.T) {
		born := date.Date(rapid.IntRange(-20_000, 20_000).Draw(t, "born"))
		day := born + date.Date(rapid.IntRange(0, 40_000).Draw(t, "lived"))
		age, years := booking.AgeOn(born, day), day.Time().Year()-born.Time().Year()
		if age != years && age != years-1 || booking.AgeOn(born, born.AddMonths(12*age)) > age {
			t.Fatalf("born %v, %v: %d", born, day, age)
		}
	}))
	t.Run("[FORM-19] 4, 5, 17 and 18 are infant, child, child and adult", func(t *testing.T) {
		got := fmt.Sprintf("%s %s %s %s", booking.KindAt(4), booking.KindAt(5), booking.KindAt(17), booking.KindAt(18))
		if got != "infant child child adult" {
			t.Error(got)
		}
	})
}

func TestContact(t *testing.T) {
	check := func(title, field, message string, change func(*booking.Contact)) {
		t.Run(title, func(t *testing.T) {
			c := testworld.Jo
			change(&c)
			_, wrong := booking.CheckContact(c, today)
			want := []booking.FieldError{{Field: field, Message: message}}
			if message == "" {
				want = nil
			}
			if fmt.Sprint(wrong) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", wrong, want)
			}
		})
	}
	check("a good contact", "", "", func(*booking.Contact) {})
	check("a title that is not offered", "title", "Please select a value", func(c *booking.Contact) { c.Title = "Lord" })
	check("[FORM-26] no first name", "forename", "Please enter your first name", func(c *booking.Contact) { c.Forename = " " })
	check("[FORM-26] a first name of 1 character", "forename", "Forename must be minimum of 2 characters", func(c *booking.Contact) { c.Forename = "É" })
	check("[FORM-26] a first name of 2 characters", "", "", func(c *booking.Contact) { c.Forename = "Jo" })
	check("[FORM-27] no last name", "surname", "Please enter your last name", func(c *booking.Contact) { c.Surname = "" })
	check("[FORM-24] no date of birth", "dob", "Please enter DOB", func(c *booking.Contact) { c.DOB = "" })
	check("[FORM-24] a day that does not exist", "dob", "Please enter DOB", func(c *booking.Contact) { c.DOB = "31/02/1985" })
	check("a date of birth to come", "dob", "Please enter DOB", func(c *booking.Contact) { c.DOB = "03/03/2026" })
	check("older than 120", "dob", "Please enter DOB", func(c *booking.Contact) { c.DOB = "01/03/1905" })
	check("17 years old", "dob", "You must be 18 or over to make a booking.", func(c *booking.Contact) { c.DOB = "03/03/2008" })
	check("18 today", "", "", func(c *booking.Contact) { c.DOB = "02/03/2008" })
	check("[FORM-25] no email", "email", "Please enter your email address", func(c *booking.Contact) { c.Email = "" })
	check("[FORM-25] a wrong email", "email", "Please enter a valid email address", func(c *booking.Contact) { c.Email = "a@b" })
	check("[FORM-28] no telephone", "telephone", "Please enter a valid contact telephone number", func(c *booking.Contact) { c.Telephone = "" })
	check("[FORM-28] letters as telephone", "telephone", "Please enter a valid contact telephone number", func(c *booking.Contact) { c.Telephone = "call me" })
	check("[FORM-22] no address", "address1", "Please enter your address", func(c *booking.Contact) { c.Address1 = "" })
	check("[FORM-22] no town", "town", "Please enter your town", func(c *booking.Contact) { c.Town = "" })
	check("[FORM-22] no county", "county", "Please enter your county", func(c *booking.Contact) { c.County = "" })
	check("[FORM-22] no postcode", "postcode", "Please enter a valid postcode", func(c *booking.Contact) { c.Postcode = "" })
	check("[FORM-22] a malformed postcode", "postcode", "Please enter a valid postcode", func(c *booking.Contact) { c.Postcode = "75001" })
	check("a foreign postcode in its country", "", "", func(c *booking.Contact) { c.Postcode, c.Country = "75001", "CNFR" })
	check("[FORM-23] no country", "country", "Please select a value", func(c *booking.Contact) { c.Country, c.Postcode = "", "X" })

	tidy, _ := booking.CheckContact(testworld.Jo, today)
	if tidy.Postcode != "YO11 2AB" {
		t.Errorf("the postcode is kept as %q", tidy.Postcode)
	}
	_, all := booking.CheckContact(booking.Contact{}, today)
	if len(all) != 11 || all[0].Field != "title" || all[10].Field != "country" {
		t.Errorf("an empty form: %v", all)
	}
}

func TestLinesOfAFormAreCountedInCharacters(t *testing.T) {
	for n, want := range map[int]int{100: 0, 101: 2} {
		c := testworld.Jo
		c.Town, c.Address2 = strings.Repeat("Ж", n), strings.Repeat("Ж", n)
		if _, wrong := booking.CheckContact(c, date.Of(2026, time.November, 21)); len(wrong) != want {
			t.Errorf("%d letters: %v", n, wrong)
		}
	}
}

func TestMembers(t *testing.T) {
	family := booking.Booking{Party: booking.Party{Adults: 1, Children: 1, Under5s: 1}, Stay: booking.Stay{Channel: "ukcaravan", Arrival: testworld.Summer}}
	good := []booking.Member{
		{Type: booking.Adult, Title: "Mr", Initial: "S", LastName: "Brown", Age: "40"},
		{Type: booking.Child, Title: "Miss", Initial: "A", LastName: "Brown", Age: "17"},
		{Type: booking.Infant, Title: "Master", Initial: "B", LastName: "Brown", Age: "0"},
	}
	check := func(title, field, message string, b booking.Booking, change func([]booking.Member)) {
		t.Run(title, func(t *testing.T) {
			members := append([]booking.Member{}, good...)
			change(members)
			_, wrong := booking.CheckMembers(b, members, today)
			want := []booking.FieldError{{Field: field, Message: message}}
			if message == "" {
				want = nil
			}
			if fmt.Sprint(wrong) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", wrong, want)
			}
		})
	}
	check("a good family", "", "", family, func([]booking.Member) {})
	check("[FORM-30] no title", "title2", "Please enter title", family, func(m []booking.Member) { m[1].Title = "" })
	check("a grown-up's title for a child", "title2", "Please enter title", family, func(m []booking.Member) { m[1].Title = "Dr" })
	check("[FORM-30] no initial", "initial1", "Please enter initial", family, func(m []booking.Member) { m[0].Initial = "" })
	check("[FORM-30] no surname", "lastName3", "Please enter surname", family, func(m []booking.Member) { m[2].LastName = " " })
	check("[FORM-30] no age", "age1", "Please enter age", family, func(m []booking.Member) { m[0].Age = "" })
	misfit := "This age does not match the party you searched for"
	check("an adult of 17", "age1", misfit, family, func(m []booking.Member) { m[0].Age = "17" })
	check("a child of 4", "age2", misfit, family, func(m []booking.Member) { m[1].Age = "4" })
	check("an infant of 5", "age3", misfit, family, func(m []booking.Member) { m[2].Age = "5" })

	abroad := family
	abroad.Stay.Channel = "eurocaravan"
	dates := func(m []booking.Member) { m[0].DOB, m[1].DOB, m[2].DOB = "01/02/1986", "17/07/2021", "18/07/2021" }
	check("[BOOK-39] dates of birth abroad, counted on arrival", "", "", abroad, dates)
	check("no date of birth", "dob2", "Please enter DOB", abroad, func(m []booking.Member) { dates(m); m[1].DOB = "" })
	check("a child who is 4 on arrival", "dob2", misfit, abroad, func(m []booking.Member) { dates(m); m[1].DOB = "18/07/2021" })
	if _, wrong := booking.CheckMembers(family, good[:2], today); len(wrong) != 1 || wrong[0].Field != "type3" {
		t.Errorf("a member is missing: %v", wrong)
	}
}

func TestTopUpAmounts(t *testing.T) {
	t.Run("[MINE-19] a top-up lies between £10, or the balance, and the balance", rapid.MakeCheck(func(t *rapid.T) {
		outstanding := rapid.Int64Range(1, 500_000).Draw(t, "outstanding")
		amount := rapid.Int64Range(-100, 600_000).Draw(t, "amount")
		typed := fmt.Sprintf("£%d.%02d", amount/100, amount%100)
		if amount < 0 {
			typed = fmt.Sprintf("-%d.%02d", -amount/100, -amount%100)
		}
		got, err := booking.CheckTopUp(typed, money.Pence(outstanding))
		fits := amount > 0 && amount >= min(1000, outstanding) && amount <= outstanding
		if fits != (err == nil) || fits && int64(got) != amount {
			t.Fatalf("%s of %d: %v, %v", typed, outstanding, got, err)
		}
	}))
	for _, typed := range []string{" 1,234.50 ", "£1234.5", "1 234.50"} {
		if got, err := booking.CheckTopUp(typed, 2000_00); err != nil || got != 1234_50 {
			t.Errorf("%q: %v, %v", typed, got, err)
		}
	}
	_, err := booking.CheckTopUp("5", 140_00)
	if f, ok := booking.FailureOf(err); !ok || f.Message != "Please enter an amount between £10 and £140" {
		t.Errorf("got %v", err)
	}
}
