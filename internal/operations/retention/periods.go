// Package retention holds the periods for which personal data is kept, and the
// loop that erases it afterwards. The privacy policy promises these periods
// (internal/content/files); a test holds the two against each other.
package retention

import (
	"fmt"
	"time"

	"holidaymaker/internal/date"
)

// The periods. Change the privacy policy and docs/operations.md with them.
const (
	// AgesDays is how long after departure ages and dates of birth are kept. They
	// show that the party suits the accommodation; complaints about a stay come
	// within weeks.
	AgesDays = 90
	// BookingYears is how long after the end of the financial year of the stay the
	// details of a booking are kept: companies keep their records for six years
	// (Finance Act 1998, schedule 18, paragraph 21), and claims under a contract
	// can be made for six years (Limitation Act 1980, section 5).
	BookingYears = 6
	// MessageMonths is how long messages of the contact form are kept.
	MessageMonths = 12
	// SignUpDays is how long a newsletter sign-up waits for its confirmation.
	SignUpDays = 30
	// WatchDays is how long a price watch waits for its confirmation, and for how long after the
	// last watch an address is kept, so that strangers cannot have it written to again and again.
	WatchDays = 30
	// DrawMonths is how long staff keep entries to the prize draw that came by
	// e-mail. The others are newsletter sign-ups.
	DrawMonths = 6
	// FaultDays is how long the error reporting service keeps reports. It is a
	// setting of that service, not of this program.
	FaultDays = 90
)

// YearEnd is the last day of the company's financial year. The zero value is 31
// March.
type YearEnd struct {
	month time.Month
	day   int
}

// ParseYearEnd reads a day as dd/mm. 29/02 is the last day of February.
func ParseYearEnd(text string) (YearEnd, error) {
	day, err := date.Parse(text + "/2000") // a leap year
	if err != nil {
		return YearEnd{}, fmt.Errorf("the last day of the financial year is dd/mm, such as 31/03, not %q", text)
	}
	_, month, number := day.Time().Date()
	return YearEnd{month, number}, nil
}

// in returns the last day of the financial year that ends in a calendar year.
func (e YearEnd) in(year int) date.Date {
	if e.month == 0 {
		e = YearEnd{time.March, 31}
	}
	last := date.Of(year, e.month+1, 1) - 1
	return min(date.Of(year, e.month, e.day), last)
}

// AgesDue returns the last day of departure whose bookings have no ages and dates
// of birth any more.
func AgesDue(today date.Date) date.Date { return today - AgesDays }

// DetailsDue returns the last day of departure whose bookings have no personal
// details any more.
func (e YearEnd) DetailsDue(today date.Date) date.Date {
	year := today.Time().Year() - BookingYears
	for e.in(year+BookingYears) >= today {
		year--
	}
	return e.in(year)
}
