package find

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/operations/export"
)

// Stay is a confirmed stay without what it takes long to read.
type Stay struct {
	Ref     string
	Arrival date.Date
	Nights  int
}

// mostListed is how many rows a list has.
const mostListed = 200

// NoInput is the input of calls that have none.
type NoInput struct{}

// ParksOut are the parks of the catalogue that a person sees.
type ParksOut struct {
	Parks []ParkName `json:"parks"`
}

// ParkName is a park.
type ParkName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Parks is the call that lists the parks.
func (s *Service) Parks(_ context.Context, p *staff.Person, _ NoInput) (ParksOut, error) {
	out := ParksOut{Parks: []ParkName{}}
	for _, park := range s.parks().list {
		if p.SeesPark(park.ID) {
			out.Parks = append(out.Parks, ParkName(park))
		}
	}
	slices.SortFunc(out.Parks, func(a, b ParkName) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) })
	return out, nil
}

// ArrivalsIn is a park, a day and which of its guests: arrivals, departures or in_house, who
// stay the night before and the night after.
type ArrivalsIn struct {
	Park string `json:"park"`
	Day  string `json:"day"`
	Part string `json:"part"` // '': arrivals
}

// ArrivalsOut is a list of guests of a park and day.
type ArrivalsOut struct {
	Park   string        `json:"park"` // name
	Day    string        `json:"day"`
	Counts ArrivalCounts `json:"counts"`
	Rows   []ArrivalRow  `json:"rows"` // by surname
}

// ArrivalCounts is how many bookings each part of the list has.
type ArrivalCounts struct {
	Arrivals   int `json:"arrivals"`
	Departures int `json:"departures"`
	InHouse    int `json:"inHouse"`
}

// ArrivalRow is a booking of a list.
type ArrivalRow struct {
	Ref     string   `json:"ref"`
	Name    string   `json:"name"` // '' for those who see no names
	Unit    string   `json:"unit"`
	Arrival string   `json:"arrival"`
	Nights  int      `json:"nights"`
	CheckIn string   `json:"checkIn"`
	Party   string   `json:"party"`
	People  int      `json:"people"`
	Dogs    int      `json:"dogs"`
	Prepare []string `json:"prepare"` // extras, with how many
	Notes   []string `json:"notes"`   // which the park sees
	Settled bool     `json:"settled"`
	Left    int64    `json:"left"` // pence; 0 for those who see no sums
	Told    string   `json:"told"` // none, waiting, delivered, acknowledged or refused
}

// longestStay is how many nights before a day stays that are in house may have begun.
const longestStay = 92

// Arrivals is the call that lists who arrives at a park on a day, leaves, or stays.
func (s *Service) Arrivals(ctx context.Context, p *staff.Person, in ArrivalsIn) (ArrivalsOut, error) {
	return s.arrivals(ctx, p, in, "read ")
}

// arrivals lists the guests; doing is the first word of what is recorded.
func (s *Service) arrivals(ctx context.Context, p *staff.Person, in ArrivalsIn, doing string) (out ArrivalsOut, err error) {
	day, err := date.ParseISO(in.Day)
	if err != nil {
		return out, staff.Wrong("day", "This is no day.")
	}
	if !slices.Contains([]string{"", "arrivals", "departures", "in_house"}, in.Part) {
		return out, staff.Wrong("part", "There is no such list.")
	}
	park, known := s.parks().park(in.Park)
	if !known || !p.SeesPark(in.Park) {
		return out, staff.ErrNotFound
	}
	out = ArrivalsOut{Park: park.Name, Day: in.Day, Rows: []ArrivalRow{}}
	err = s.store.View(ctx, func(tx Tx) error {
		stays, err := tx.Staying(in.Park, day-longestStay, day)
		if err != nil {
			return err
		}
		refs := out.choose(stays, day, in.Part)
		if len(refs) == 0 {
			return nil
		}
		out.Rows, err = arrivalRows(tx, ScopeOf(p), refs)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("list the guests of a park: %w", err)
	}
	return out, s.read(ctx, p, doing+cmp.Or(in.Part, "arrivals"), in.Park+" "+in.Day, "name")
}

// read records that a person has read a list, and of which park, if they see the names in it.
func (s *Service) read(ctx context.Context, p *staff.Person, action, of string, fields ...string) error {
	if !ScopeOf(p).Names {
		return nil
	}
	event := staff.EventOf(p, action, "")
	event.Fields, event.Done = fields, of
	return s.store.Record(ctx, event)
}

// choose counts the stays of a day and returns the references of one part.
func (out *ArrivalsOut) choose(stays []Stay, day date.Date, part string) (refs []string) {
	for _, stay := range stays {
		departure := stay.Arrival + date.Date(stay.Nights)
		in := ""
		switch {
		case stay.Arrival == day:
			out.Counts.Arrivals++
			in = "arrivals"
		case departure == day:
			out.Counts.Departures++
			in = "departures"
		case stay.Arrival < day && day < departure:
			out.Counts.InHouse++
			in = "in_house"
		}
		if in != "" && in == cmp.Or(part, "arrivals") {
			refs = append(refs, stay.Ref)
		}
	}
	return refs
}

// arrivalRows reads the bookings of a list with their notes and what the park knows.
func arrivalRows(tx Tx, scope Scope, refs []string) ([]ArrivalRow, error) {
	found, err := tx.BookingsFound(refs)
	if err != nil {
		return nil, err
	}
	notes, err := tx.NotesForParks(refs)
	if err != nil {
		return nil, err
	}
	told, err := tx.ReservationsOfAll(refs)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(strings.Compare(booking.NameTerm(a.Contact.Surname), booking.NameTerm(b.Contact.Surname)), strings.Compare(a.Ref, b.Ref))
	})
	rows := make([]ArrivalRow, len(found))
	for i, f := range found {
		rows[i] = arrivalRow(f.Booking, scope, notes[f.Ref], told)
	}
	return rows, nil
}

func arrivalRow(b booking.Booking, scope Scope, notes []string, told []reservation.Row) ArrivalRow {
	row := ArrivalRow{Ref: b.Shown, Unit: b.Stay.UnitDesc, Arrival: b.Stay.Arrival.ISO(), Nights: b.Stay.Nights, CheckIn: b.Times().CheckIn,
		Party: b.Party.Text(), People: b.Party.Size(), Prepare: []string{}, Notes: append([]string{}, notes...), Settled: b.Outstanding() == 0, Told: "none"}
	if b.Party.Dogs {
		row.Dogs = max(1, b.Party.DogCount)
	}
	for _, e := range b.Extras {
		row.Prepare = append(row.Prepare, strconv.Itoa(e.Quantity)+" "+e.Name)
	}
	if scope.Names {
		row.Name = Name(b.Contact)
	}
	if scope.Sums {
		row.Left = int64(b.Outstanding())
	}
	for _, r := range told {
		if r.Ref == b.Ref && r.Present {
			row.Told = string(r.Status())
		}
	}
	return row
}

// FileOut is a file that the browser saves.
type FileOut struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// ArrivalsFile is the call that returns the list of Arrivals as CSV.
func (s *Service) ArrivalsFile(ctx context.Context, p *staff.Person, in ArrivalsIn) (FileOut, error) {
	list, err := s.arrivals(ctx, p, in, "export ")
	if err != nil {
		return FileOut{}, err
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	rows := [][]string{{"reference", "name", "unit", "arrival", "nights", "from", "party", "prepare", "notes", "paid", "park"}}
	for _, r := range list.Rows {
		paid := "yes"
		if !r.Settled {
			paid = "no"
		}
		rows = append(rows, []string{r.Ref, r.Name, r.Unit, r.Arrival, strconv.Itoa(r.Nights), r.CheckIn, r.Party,
			strings.Join(r.Prepare, ", "), strings.Join(r.Notes, "; "), paid, r.Told})
	}
	for _, row := range rows {
		for i := range row {
			row[i] = export.Cell(row[i])
		}
		if err := w.Write(row); err != nil {
			return FileOut{}, fmt.Errorf("write a list: %w", err)
		}
	}
	w.Flush()
	return FileOut{fmt.Sprintf("%s-%s-%s.csv", cmp.Or(in.Part, "arrivals"), in.Park, in.Day), text.String()}, w.Error()
}

// ListIn chooses a park of a list.
type ListIn struct {
	Park string `json:"park"` // '': all
}

// in is the scope of a list: the chosen park, if the person sees it.
func (l ListIn) in(p *staff.Person) (Scope, error) {
	scope := ScopeOf(p)
	if l.Park == "" {
		return scope, nil
	}
	if !p.SeesPark(l.Park) {
		return scope, staff.ErrNotFound
	}
	scope.Parks = []string{l.Park}
	return scope, nil
}

// OverdueOut lists the balances that should have been paid, by arrival.
type OverdueOut struct {
	Rows []OverdueRow `json:"rows"`
	Left int64        `json:"left"` // pence, of all rows
	More bool         `json:"more"`
}

// OverdueRow is a booking whose balance is overdue.
type OverdueRow struct {
	Ref      string `json:"ref"`
	Name     string `json:"name"`
	Phone    string `json:"phone"`
	Park     string `json:"park"`
	Arrival  string `json:"arrival"`
	Left     int64  `json:"left"`
	Due      string `json:"due"`
	DaysLate int    `json:"daysLate"`
}

// Overdue is the call that lists the balances that should have been paid.
func (s *Service) Overdue(ctx context.Context, p *staff.Person, in ListIn) (out OverdueOut, err error) {
	scope, err := in.in(p)
	if err != nil {
		return out, err
	}
	out.Rows = []OverdueRow{}
	err = s.store.View(ctx, func(tx Tx) error {
		refs, err := tx.OverdueRefs(scope.Parks, mostListed+1)
		if err != nil || len(refs) == 0 {
			return err
		}
		out.More = len(refs) > mostListed
		found, err := tx.BookingsFound(refs[:min(len(refs), mostListed)])
		slices.SortFunc(found, func(a, b Found) int {
			return cmp.Or(cmp.Compare(a.Stay.Arrival, b.Stay.Arrival), strings.Compare(a.Ref, b.Ref))
		})
		for _, f := range found {
			out.Rows = append(out.Rows, overdueRow(f.Booking, scope, tx.Today()))
			out.Left += int64(f.Outstanding())
		}
		return err
	})
	if err != nil {
		return out, fmt.Errorf("list what is overdue: %w", err)
	}
	return out, s.read(ctx, p, "read overdue", in.Park, "name", "phone")
}

func overdueRow(b booking.Booking, scope Scope, today date.Date) OverdueRow {
	row := OverdueRow{Ref: b.Shown, Park: b.Stay.ParkName, Arrival: b.Stay.Arrival.ISO(), Left: int64(b.Outstanding()), Due: DueDay(b)}
	if due, err := date.Parse(b.BalanceDue); err == nil {
		row.DaysLate = int(today - due)
	}
	if scope.Names {
		row.Name, row.Phone = Name(b.Contact), b.Contact.Telephone
	}
	return row
}

// UnansweredOut lists the bookings that their parks have not acknowledged, or have refused;
// the longest waiting first.
type UnansweredOut struct {
	Rows []UnansweredRow `json:"rows"`
	More bool            `json:"more"`
}

// UnansweredRow is such a booking.
type UnansweredRow struct {
	Ref     string `json:"ref"`
	Name    string `json:"name"`
	Park    string `json:"park"`
	Partner string `json:"partner"`
	Arrival string `json:"arrival"`
	Since   string `json:"since"` // RFC 3339
	State   string `json:"state"` // waiting, delivered or refused
	Why     string `json:"why"`   // the last error, or the refusal
}

// Unanswered is the call that lists them.
func (s *Service) Unanswered(ctx context.Context, p *staff.Person, in ListIn) (out UnansweredOut, err error) {
	scope, err := in.in(p)
	if err != nil {
		return out, err
	}
	out.Rows = []UnansweredRow{}
	err = s.store.View(ctx, func(tx Tx) error {
		rows, err := tx.UnansweredRows(scope.Parks, mostListed+1)
		if err != nil || len(rows) == 0 {
			return err
		}
		out.More = len(rows) > mostListed
		rows = rows[:min(len(rows), mostListed)]
		found, err := tx.BookingsFound(refsOf(rows))
		for _, r := range rows {
			if i := slices.IndexFunc(found, func(f Found) bool { return f.Ref == r.Ref }); i >= 0 {
				out.Rows = append(out.Rows, unansweredRow(r, found[i].Booking, scope))
			}
		}
		return err
	})
	if err != nil {
		return out, fmt.Errorf("list what parks have not answered: %w", err)
	}
	return out, s.read(ctx, p, "read unanswered", in.Park, "name")
}

func refsOf(rows []reservation.Row) (refs []string) {
	for _, r := range rows {
		if !slices.Contains(refs, r.Ref) {
			refs = append(refs, r.Ref)
		}
	}
	return refs
}

func unansweredRow(r reservation.Row, b booking.Booking, scope Scope) UnansweredRow {
	partner, _, _ := strings.Cut(r.Partner, "/")
	row := UnansweredRow{Ref: b.Shown, Park: b.Stay.ParkName, Partner: partner, Arrival: b.Stay.Arrival.ISO(),
		Since: r.Waiting.In(date.London).Format(time.RFC3339), State: string(r.Status()), Why: cmp.Or(r.Refusal, r.Error)}
	if scope.Names {
		row.Name = Name(b.Contact)
	}
	return row
}
