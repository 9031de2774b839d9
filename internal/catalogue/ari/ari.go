// Package ari takes availability, rates and inventory from the systems of parks and from
// channel managers, which send them or are asked for them. Each dialect becomes rows of
// package rates. They are stored by partner, park, unit type, kind and date before the
// partner gets its answer, and compiled into prices afterwards (feed.Received).
// docs/connecting.md describes what partners send.
package ari

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// Row is a row of rates of a unit type. Its kinds are closed, open, units, night, stay and
// fee.
type Row struct {
	Unit string
	rates.Row
}

// Message is what a partner has sent about one of its hotels.
type Message struct {
	Kind  string // such as OTA_HotelAvailNotifRQ
	Hotel Hotel
	// Drops are kinds of rows that the message replaces: those that unit types of Of have are
	// removed before the rows are added.
	Drops []rates.Kind
	Of    []string
	Rows  []Row
	// Warnings say what the message says and is not kept.
	Warnings []Warning
}

// Warning is something in a message that is not kept, although the message is.
type Warning struct{ Record, Text string }

// warn adds a warning, once.
func (m *Message) warn(record, text string, args ...any) {
	w := Warning{record, fmt.Sprintf(text, args...)}
	if len(m.Warnings) < maxWarnings && !slices.Contains(m.Warnings, w) {
		m.Warnings = append(m.Warnings, w)
	}
}

const maxWarnings = 20

// Refusal is why nothing of a message is kept: a code of OpenTravel's list ERR, and a text.
type Refusal struct{ Code, Text string }

func (r *Refusal) Error() string { return r.Code + " " + r.Text }

func refusef(code, text string, args ...any) *Refusal {
	return &Refusal{code, fmt.Sprintf(text, args...)}
}

// Codes of refusals, and the texts that channel managers expect word by word.
const (
	codeHotel       = "392" // with noHotel
	codeRoom        = "402" // with noRoom
	codeRate        = "249" // with noRate
	codeCredentials = "448" // with noAccess
	codeOccupancy   = "137" // with noOccupancy
	codeAdults      = "397" // with noAdults
	codeMissing     = "321"
	codeDown        = "187"
	codeOther       = "450"

	noHotel     = "Hotel not found for HotelCode=%s"
	noRoom      = "Room type code not found for this hotel"
	noRate      = "Rate code not found for this hotel"
	noAccess    = "Invalid Username and/or Password"
	noOccupancy = "Invalid included occupancy"
	noAdults    = "Invalid number of adults"
	systemDown  = "System is currently not available, send the message again"
)

// Receipt is a message with what became of it, as it is kept for staff.
type Receipt struct {
	Partner, Park string
	Kind          string
	At            time.Time
	// Refused is why it was refused, "" where it was stored.
	Refused  string
	Warnings []string
	// Body is the message, without passwords.
	Body []byte
	// Pulled means that we have asked for it: it is kept only where it changes something.
	Pulled bool
}

// Sender says how a partner does.
type Sender struct {
	Partner string
	// Stored is when the newest message was stored, Refused when the newest was refused; zero:
	// never.
	Stored, Refused time.Time
	// Refusals counts the messages that were refused since one was stored, of the park that
	// has most.
	Refusals int
	// Selling means that rates of the partner are on sale.
	Selling bool
	// Waiting counts the unit types that are not compiled yet.
	Waiting int
}

const (
	// longestSilence is how long a partner whose rates are on sale may send nothing: partners
	// send everything once a day.
	longestSilence = 36 * time.Hour
	// mostRefusals is how many messages running about a park may be refused.
	mostRefusals = 10
)

// Silent reports whether a partner whose rates are on sale has sent nothing for long.
func (s Sender) Silent(now time.Time) bool { return s.Selling && now.Sub(s.Stored) > longestSilence }

// Misunderstood reports whether what a partner sends is refused again and again.
func (s Sender) Misunderstood(now time.Time) bool {
	return s.Refusals >= mostRefusals && now.Sub(s.Refused) < longestSilence
}

// Wrong says what is wrong with a partner, "" where nothing is.
func (s Sender) Wrong(now time.Time) string {
	switch {
	case s.Misunderstood(now):
		return fmt.Sprintf("the last %d messages were refused", s.Refusals)
	case s.Silent(now):
		return "nothing has come since " + s.Stored.Format(time.DateTime)
	}
	return ""
}

// Received is what is stored of a partner's park.
type Received struct {
	Version int64 // grows with each message that was stored
	Sheets  map[string]rates.Sheet
	// Elsewhere are the unit types whose prices come from a file, or from another partner.
	Elsewhere []string
}

// Held is a stay of ours for which the partner certainly keeps a unit: it has acknowledged it,
// and was not told of another one, or of none, since.
type Held struct {
	Room               string // the partner's code
	Arrival, Departure date.Date
}

// Store keeps what partners have sent.
type Store interface {
	// Received reads what is stored of some unit types of a partner's park.
	Received(ctx context.Context, partner, park string, units []string) (Received, error)
	// Keep stores the new sheets of unit types with the message, if the version is still that
	// of what was read; otherwise it returns ErrChanged.
	Keep(ctx context.Context, version int64, sheets map[string]rates.Sheet, r Receipt) error
	// Refused notes a message that was refused.
	Refused(ctx context.Context, r Receipt) error
	// Claim notes that a partner is asked about a park now, and returns true, unless it has
	// answered since due or was asked since again.
	Claim(ctx context.Context, partner, park string, due, again time.Time) (bool, error)
	// Answered notes that it has answered.
	Answered(ctx context.Context, partner, park string) error
	// Held lists the stays of a hotel for which a partner has kept units since before a time.
	Held(ctx context.Context, partner, hotel string, before time.Time) ([]Held, error)
}

// ErrChanged means that another message about the park was stored meanwhile.
var ErrChanged = errors.New("another message was stored meanwhile")

// Config is what New needs.
type Config struct {
	Store Store
	// Partners returns the partners that send.
	Partners  func() []Partner
	Catalogue func() *catalogue.Snapshot
	// Failed hears why a message could not be stored, although nothing is wrong with it.
	Failed func(error)
	// Wake has what was stored compiled soon.
	Wake  func()
	Clock func() time.Time
	// Wrap observes the calls to partners; it may be nil.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// Service takes the messages of partners. It is safe for concurrent use.
type Service struct {
	config Config
	wire   *wire
	parks  sync.Map // of *sync.Mutex, by partner and park

	mu     sync.Mutex
	denied map[string]time.Time // when a wrong password was last noted, by partner
}

// New returns a service.
func New(c Config) *Service {
	return &Service{config: c, wire: newWire(c.Wrap), denied: map[string]time.Time{}}
}

// Partner finds a partner that sends in a dialect.
func (s *Service) partner(id, dialect string) (Partner, bool) {
	all := s.config.Partners()
	i := slices.IndexFunc(all, func(p Partner) bool { return p.ID == id && p.By == dialect })
	if i < 0 {
		return Partner{}, false
	}
	return all[i], true
}

// acknowledged is how long before a message a partner must have acknowledged a booking for
// the message to know of it. What is younger may be on its way.
const acknowledged = 120 * time.Second

// tries is how often a message is applied again when another node has stored one meanwhile.
const tries = 20

// take stores a message completely, or returns an error and stores nothing. Messages about
// one park of a partner are taken one after the other.
func (s *Service) take(ctx context.Context, p Partner, m Message, r Receipt) error {
	r.Partner, r.Park, r.Kind = p.ID, m.Hotel.Park, cmp.Or(r.Kind, m.Kind)
	for _, w := range m.Warnings {
		r.Warnings = append(r.Warnings, strings.TrimSpace(w.Record+" "+w.Text))
	}
	lock, _ := s.parks.LoadOrStore(p.ID+"/"+m.Hotel.Park, new(sync.Mutex))
	lock.(*sync.Mutex).Lock() //nolint:errcheck // nothing else is stored
	defer lock.(*sync.Mutex).Unlock()
	rows, err := s.grossed(ctx, p, m, r.At)
	if err != nil {
		return err
	}
	for range tries {
		if err = s.apply(ctx, m, rows, r); !errors.Is(err, ErrChanged) {
			break
		}
	}
	if err == nil {
		s.config.Wake()
	}
	return err
}

// apply adds rows to what is stored.
func (s *Service) apply(ctx context.Context, m Message, rows []Row, r Receipt) error {
	more, at := map[string]rates.Sheet{}, fmt.Sprintf("%s, %s", r.Partner, r.At.Format("2006-01-02 15:04"))
	for _, unit := range m.Of {
		more[unit] = nil
	}
	for _, row := range rows {
		row.At = at
		more[row.Unit] = append(more[row.Unit], row.Row)
	}
	units := slices.Sorted(maps.Keys(more))
	have, err := s.config.Store.Received(ctx, r.Partner, r.Park, units)
	if err != nil {
		return fmt.Errorf("read what partner %s has sent: %w", r.Partner, err)
	}
	if len(have.Elsewhere) > 0 {
		return refusef(codeOther, "The rates of room type %s come from elsewhere: ask us to connect it", m.Hotel.codeOf(have.Elsewhere[0]))
	}
	today := date.In(r.At)
	changed := map[string]rates.Sheet{}
	for _, unit := range units {
		sheet := have.Sheets[unit].ByDate(today)
		next := slices.Clone(sheet)
		if slices.Contains(m.Of, unit) {
			next = slices.DeleteFunc(next, func(row rates.Row) bool { return slices.Contains(m.Drops, row.Kind) })
		}
		if next = append(next, more[unit]...).ByDate(today); !next.Equal(sheet) {
			changed[unit] = next
		}
	}
	if r.Pulled && len(changed) == 0 {
		r.Body = nil
	}
	if err := s.config.Store.Keep(ctx, have.Version, changed, r); err != nil {
		return fmt.Errorf("store a message of partner %s: %w", r.Partner, err)
	}
	return nil
}

// grossed returns the rows of a message with all units, taken or not. Partners send how many
// are left, unless the partners file says otherwise: those that they have given to our
// bookings come on top. A booking counts if the partner has acknowledged it long enough
// before it sent the message. When too few are counted, the next message corrects it; too
// many would be oversold.
func (s *Service) grossed(ctx context.Context, p Partner, m Message, at time.Time) ([]Row, error) {
	if p.Gross || !slices.ContainsFunc(m.Rows, func(r Row) bool { return r.Kind == rates.KindUnits }) {
		return m.Rows, nil
	}
	held, err := s.config.Store.Held(ctx, p.ID, m.Hotel.Code, at.Add(-acknowledged))
	if err != nil {
		return nil, fmt.Errorf("count the bookings that partner %s has: %w", p.ID, err)
	}
	taken := map[string]map[date.Date]int{} // by unit type and night
	for _, h := range held {
		room, ok := m.Hotel.Rooms[h.Room]
		if !ok {
			continue
		}
		if taken[room.Unit] == nil {
			taken[room.Unit] = map[date.Date]int{}
		}
		for night := h.Arrival; night < h.Departure; night++ {
			taken[room.Unit][night]++
		}
	}
	var rows []Row
	for _, row := range m.Rows {
		rows = append(rows, row)
		if row.Kind != rates.KindUnits {
			continue
		}
		for night, more := range taken[row.Unit] {
			if row.Covers(night) {
				extra := row
				extra.When, extra.Weekdays, extra.Units = []rates.Period{{From: night, To: night}}, 0, min(row.Units+more, availability.MaxUnits)
				rows = append(rows, extra)
			}
		}
	}
	return rows, nil
}
