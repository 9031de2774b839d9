package feed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// bookingRow is a confirmed booking that was made in another system.
// docs/import.md describes its fields.
type bookingRow struct {
	Booking    string      `json:"booking"`
	Channel    string      `json:"channel"`
	Park       string      `json:"park"`
	ParkName   string      `json:"parkName"`
	Place      string      `json:"place"`
	Unit       string      `json:"unit"`
	UnitName   string      `json:"unitName"`
	Operator   string      `json:"operator"`
	OperatorID string      `json:"operatorId"`
	Arrival    string      `json:"arrival"`
	Nights     int         `json:"nights"`
	Adults     int         `json:"adults"`
	Children   int         `json:"children"`
	Under5s    int         `json:"under5s"`
	Dogs       bool        `json:"dogs"`
	Total      money.Pence `json:"total"`
	Paid       money.Pence `json:"paid"`
	BalanceDue string      `json:"balanceDue"`
	ToOperator bool        `json:"balanceToOperator"`
	Made       string      `json:"made"`
	Contact    contactRow  `json:"contact"`
}

type contactRow struct {
	Title     string `json:"title"`
	Forename  string `json:"forename"`
	Surname   string `json:"surname"`
	Email     string `json:"email"`
	Telephone string `json:"telephone"`
	Address1  string `json:"address1"`
	Address2  string `json:"address2"`
	Town      string `json:"town"`
	County    string `json:"county"`
	Postcode  string `json:"postcode"`
	Country   string `json:"country"`
}

// ErrLeftOut means that bookings were left out because of what is stored under their
// references. The others were imported.
var ErrLeftOut = errors.New("not imported, the others were: see each with 'holidaymaker booking show REFERENCE'; " +
	"a different booking needs a reference of its own; one that was changed where it was made stays here as it was imported: tell its visitor, and take its row out of the file")

// Bookings reads a file with one booking per line, made in another system. It
// reads the file twice: first it checks all rows, then it calls take with each
// booking. When a row is bad it returns ErrRefused, the report lists the bad
// rows, and take is never called. A booking that take refuses as booking.NotImported is
// a bad row, and the others are imported; the error is then ErrLeftOut. It stops
// when take returns another error: the bookings before that stay imported, and
// importing the file again does not change them.
func Bookings(name string, file io.ReadSeeker, take func(booking.Booking) error) (*Report, error) {
	report := &Report{}
	references := map[string]int64{} // the line of each reference
	err := eachBooking(file, func(line int64, b booking.Booking, wrong *fault) error {
		report.Rows++
		reference := booking.NormalReference(b.Shown)
		if before, twice := references[reference]; wrong == nil && twice {
			wrong = faultf("booking", "is already in line %d", before)
		}
		if wrong != nil {
			report.bad(BadRow{name, line, wrong.column, wrong.reason})
			return nil
		}
		references[reference] = line
		return nil
	})
	if err != nil {
		return report, fmt.Errorf("import bookings: %w", err)
	}
	if report.Bad > 0 {
		return report, fmt.Errorf("import bookings: %w", ErrRefused)
	}
	err = eachBooking(file, func(line int64, b booking.Booking, _ *fault) error {
		err := take(b)
		var refused *booking.NotImported
		switch {
		case errors.As(err, &refused):
			report.bad(BadRow{name, line, "booking", refused.Why})
		case err != nil:
			return fmt.Errorf("line %d: %w", line, err)
		default:
			report.Entities++
		}
		return nil
	})
	if err == nil && report.Bad > 0 {
		err = fmt.Errorf("%d of %d rows: %w", report.Bad, report.Rows, ErrLeftOut)
	}
	if err != nil {
		return report, fmt.Errorf("import bookings: %w", err)
	}
	return report, nil
}

// eachBooking calls each for every line of the file, from its beginning, with
// the booking or with the fault of the line.
func eachBooking(file io.ReadSeeker, each func(line int64, b booking.Booking, wrong *fault) error) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	reader := bufio.NewReaderSize(file, 64<<10)
	if err := skipMark(reader); err != nil {
		return err
	}
	for line := int64(1); ; line++ {
		text, _, err := readLine(reader)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return fmt.Errorf("read the file: %w", err)
		}
		if len(text) > 0 {
			b, wrong := readBooking(text)
			if errors.Is(err, errLong) {
				wrong = faultf("character 1", "the line has more than %d bytes", maxLine)
			}
			if err := each(line, b, wrong); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

// readBooking reads and checks one line.
func readBooking(text []byte) (b booking.Booking, wrong *fault) {
	if wrong := checkText(text); wrong != nil {
		return b, wrong
	}
	var row bookingRow
	if err := catalogue.CheckFields(text, row); err != nil {
		return b, jsonFault(err)
	}
	if err := json.Unmarshal(bytes.TrimSpace(text), &row); err != nil {
		return b, jsonFault(err)
	}
	row.clean()
	if err := row.checkTexts(); err != nil {
		return b, jsonFault(err)
	}
	arrival, err := date.ParseISO(row.Arrival)
	party := booking.Party{Adults: row.Adults, Children: row.Children, Under5s: row.Under5s, Dogs: row.Dogs}
	_, known := catalogue.ChannelOf(row.Channel)
	switch {
	case err != nil:
		return b, faultf("arrival", "expected yyyy-mm-dd, not %q", shorten([]byte(row.Arrival)))
	case !known:
		return b, faultf("channel", "unknown channel %q", shorten([]byte(row.Channel)))
	case row.Nights < 1 || row.Nights > availability.MaxNights:
		return b, faultf("nights", "expected 1 to %d, not %d", availability.MaxNights, row.Nights)
	case party.Adults < 1 || party.Children < 0 || party.Under5s < 0 || party.Size() > catalogue.MaxParty:
		return b, faultf("adults", "a party is 1 to %d people, one of them an adult", catalogue.MaxParty)
	case row.Paid < 0 || row.Paid > row.Total:
		return b, faultf("paid", "expected 0 to the total, not %s", row.Paid)
	}
	b = row.booking(arrival, party)
	for _, day := range []struct{ column, iso string }{{"balanceDue", row.BalanceDue}, {"made", row.Made}} {
		if day.iso == "" {
			continue
		}
		d, err := date.ParseISO(day.iso)
		if err != nil {
			return b, faultf(day.column, "expected yyyy-mm-dd, not %q", shorten([]byte(day.iso)))
		}
		if day.column == "made" {
			b.ConfirmedAt = d.Midnight()
		} else {
			b.BalanceDue = d.String()
		}
	}
	return b, nil
}

// clean writes the texts as the forms do, so that My Booking finds them as people type
// them. A number that cannot be dialled stays as it is.
func (r *bookingRow) clean() {
	c := &r.Contact
	for _, text := range []*string{&r.Booking, &r.ParkName, &r.Place, &r.UnitName, &r.Operator, &r.OperatorID, &c.Title, &c.Forename, &c.Surname, &c.Telephone,
		&c.Address1, &c.Address2, &c.Town, &c.County, &c.Postcode, &c.Country} {
		*text = booking.Clean(*text)
	}
	c.Email = booking.TypedEmail(c.Email)
	if number, ok := booking.DialledNumber(c.Telephone); ok {
		c.Telephone = number
	}
}

// checkTexts checks the row's texts; each must be a single line.
func (r bookingRow) checkTexts() error {
	c := r.Contact
	for _, t := range []struct {
		field, text string
		most        int
		required    bool
	}{
		{"booking", r.Booking, 64, true}, {"park", r.Park, 48, true}, {"parkName", r.ParkName, 300, true}, {"place", r.Place, 300, false},
		{"unit", r.Unit, 48, true}, {"unitName", r.UnitName, 300, true}, {"operator", r.Operator, 300, false}, {"operatorId", r.OperatorID, 48, false},
		{"contact.title", c.Title, 20, false}, {"contact.forename", c.Forename, 100, false}, {"contact.surname", c.Surname, 100, true},
		{"contact.email", c.Email, 254, false}, {"contact.telephone", c.Telephone, 40, false}, {"contact.address1", c.Address1, 200, false},
		{"contact.address2", c.Address2, 200, false}, {"contact.town", c.Town, 100, false}, {"contact.county", c.County, 100, false},
		{"contact.postcode", c.Postcode, 20, true}, {"contact.country", c.Country, 4, false},
	} {
		if err := catalogue.CheckLine(t.field, t.text, t.most, t.required); err != nil {
			return err
		}
	}
	if c.Email != "" && !booking.ValidEmail(c.Email) {
		return &catalogue.Invalid{Field: "contact.email", Reason: "is not an e-mail address"}
	}
	return nil
}

func (r bookingRow) booking(arrival date.Date, party booking.Party) booking.Booking {
	c := r.Contact
	return booking.Booking{
		Shown: r.Booking, Total: r.Total, AmountPaid: r.Paid, Compulsory: r.ToOperator, Party: party,
		Steps: []string{booking.StepExtras, booking.StepDetails, booking.StepPayment},
		Stay: booking.Stay{Channel: r.Channel, ParkID: r.Park, ParkName: r.ParkName, Place: r.Place, UnitTypeID: r.Unit, UnitDesc: r.UnitName,
			Arrival: arrival, Nights: r.Nights, Price: r.Total, OperatorID: r.OperatorID, OperatorName: r.Operator},
		Contact: booking.Contact{Title: c.Title, Forename: c.Forename, Surname: c.Surname, Email: c.Email, Telephone: c.Telephone,
			Address1: c.Address1, Address2: c.Address2, Town: c.Town, County: c.County, Postcode: c.Postcode, Country: c.Country},
	}
}
