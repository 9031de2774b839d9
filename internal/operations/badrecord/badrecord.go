// Package badrecord keeps a list of the records that a server has left out
// because they cannot be used: an unreadable price table, a hold that cannot be
// ended, a job that was given up. Work goes on without them. The register logs
// each record once, and lists it for metrics and staff until it is usable
// again.
package badrecord

import (
	"cmp"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/operations/loop"
)

// Kind is the kind of a record.
type Kind string

// The kinds of records.
const (
	PriceTable    Kind = "price_table"    // id: the unit type
	Rates         Kind = "rates"          // id: the unit type
	SentRates     Kind = "sent_rates"     // id: the unit type
	BookedNights  Kind = "booked_nights"  // id: the unit type
	CatalogueRow  Kind = "catalogue_row"  // id: kind and id of the entity
	Change        Kind = "change"         // id: number in the change log
	Hold          Kind = "hold"           // id: reference of the booking
	Voucher       Kind = "voucher"        // id: the digest of its code
	Payment       Kind = "payment"        // id: the attempt
	OutboxJob     Kind = "outbox_job"     // id: kind and id of the job
	Picture       Kind = "picture"        // id: its path
	Erasure       Kind = "erasure"        // id: reference of the booking
	Content       Kind = "content"        // id: the file, or kind and id of the item
	Flag          Kind = "flag"           // id: its key
	Reminder      Kind = "reminder"       // id: reference of the booking
	Digest        Kind = "digest"         // id: reference of the booking
	Reservation   Kind = "reservation"    // id: reference of the booking
	HotelAd       Kind = "hotel_ad"       // id: the account at Google, and the park or unit type
	PriceWatch    Kind = "price_watch"    // id: the watch
	SchoolHoliday Kind = "school_holiday" // id: the line of the imported file
)

// Kinds lists all kinds, so that metrics show 0 for those without bad records.
var Kinds = []Kind{PriceTable, Rates, SentRates, BookedNights, CatalogueRow, Change, Hold, Voucher, Payment, OutboxJob, Picture, Erasure, Content, Flag, Reminder, Digest, Reservation, HotelAd, PriceWatch, SchoolHoliday}

// Record is a record that was left out.
type Record struct {
	Kind   Kind
	ID     string
	Reason string
	Since  time.Time

	follows bool // its reason is a Consequence
}

// Consequence is the reason of a record that is left out only because another one
// is. Such records are logged and listed after the others of their kind.
type Consequence struct{ Err error }

func (c Consequence) Error() string { return c.Err.Error() }

func (c Consequence) Unwrap() error { return c.Err }

func follows(err error) bool {
	_, is := errors.AsType[Consequence](err)
	return is
}

// keep limits the records of one kind that the register stores with their
// reasons. Set counts the others; Report ignores them, because it would count a
// record again at every attempt. logged limits the lines that are logged for
// one kind in a minute, and as many for its consequences.
const (
	keep   = 1000
	logged = 20
)

// Register holds the records that are currently left out. Its methods may be
// called from any goroutine. A nil Register does nothing.
type Register struct {
	log *slog.Logger

	mu    sync.Mutex
	bad   map[Kind]map[string]Record
	more  map[Kind]int // records of the last Set that exceed keep
	quiet map[source]*budget
}

// longest limits the texts of a record, because an unreadable record may be quoted in
// them.
const longest = 500

func clip(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

// source is whose lines a budget limits: those of a kind, apart those that follow.
type source struct {
	kind    Kind
	follows bool
}

// budget counts the lines logged in a minute.
type budget struct {
	from  time.Time
	lines int
}

// New returns an empty register.
func New(log *slog.Logger) *Register {
	return &Register{log: log, bad: map[Kind]map[string]Record{}, more: map[Kind]int{}, quiet: map[source]*budget{}}
}

// Report records that a record is left out, and logs it unless it is already
// recorded with the same reason. With a nil error it records that the record is
// usable again.
func (r *Register) Report(kind Kind, id string, err error) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.resolve(kind, id)
		return
	}
	r.report(kind, id, err)
}

// Do runs work on a record. It turns a panic into an error, and reports and
// returns the error.
func (r *Register) Do(kind Kind, id string, work func() error) error {
	err := loop.Catch(work)
	r.Report(kind, id, err)
	return err
}

// Set replaces all records of a kind: those in bad are left out, all others are
// usable. Call it where one round reads every record.
func (r *Register) Set(kind Kind, bad map[string]error) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.bad[kind]
	for id := range before {
		if bad[id] == nil {
			r.resolve(kind, id)
		}
	}
	ids := slices.SortedFunc(maps.Keys(bad), func(a, b string) int {
		return cmp.Or(causesFirst(follows(bad[a]), follows(bad[b])), cmp.Compare(a, b))
	})
	ids = slices.DeleteFunc(ids, func(id string) bool { return bad[id] == nil })
	listed := ids[:min(len(ids), keep)]
	r.bad[kind], r.more[kind] = map[string]Record{}, len(ids)-len(listed)
	for _, id := range listed {
		if known, ok := before[id]; ok {
			r.bad[kind][id] = known
		}
		r.report(kind, id, bad[id])
	}
}

// causesFirst compares two records: those that follow from others are last.
func causesFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// report records a record, unless there are too many of its kind.
func (r *Register) report(kind Kind, id string, err error) {
	known, ok := r.bad[kind][id]
	reason := clip(err.Error())
	if ok && known.Reason == reason && known.follows == follows(err) || !ok && len(r.bad[kind]) >= keep {
		return
	}
	if !ok {
		known = Record{Kind: kind, ID: clip(id), Since: time.Now()}
	}
	known.Reason, known.follows = reason, follows(err)
	if r.bad[kind] == nil {
		r.bad[kind] = map[string]Record{}
	}
	r.bad[kind][id] = known
	if r.mayLog(known) {
		stack := loop.LogAttrs(err)[2:] // after the text of the error
		r.log.Error("bad record left out", append([]any{"kind", string(kind), "id", known.ID, "error", reason}, stack...)...)
	}
}

func (r *Register) resolve(kind Kind, id string) {
	record, ok := r.bad[kind][id]
	if !ok {
		return
	}
	delete(r.bad[kind], id)
	if r.mayLog(record) {
		r.log.Info("bad record is good again", "kind", string(kind), "id", record.ID)
	}
}

// mayLog limits the lines of a kind, so that a feed full of bad rows cannot
// fill the disk. Records that follow from others have lines of their own, so that
// they leave those of the causes.
func (r *Register) mayLog(record Record) bool {
	of := source{record.Kind, record.follows}
	b := r.quiet[of]
	if now := time.Now(); b == nil || now.Sub(b.from) > time.Minute {
		b = &budget{from: now}
		r.quiet[of] = b
	}
	b.lines++
	if b.lines == logged+1 {
		r.log.Warn("more bad records: see the list at /readyz?verbose", "kind", string(record.Kind))
	}
	return b.lines <= logged
}

// Counts returns the number of records that are left out, by kind.
func (r *Register) Counts() map[Kind]int {
	counts := map[Kind]int{}
	for _, kind := range Kinds {
		counts[kind] = 0
	}
	if r == nil {
		return counts
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for kind, records := range r.bad {
		counts[kind] = len(records) + r.more[kind]
	}
	return counts
}

// Records lists the records that are left out, at most 1,000 of each kind: by kind,
// those that follow from others last, then by id.
func (r *Register) Records() []Record {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Record
	for _, records := range r.bad {
		for _, record := range records {
			all = append(all, record)
		}
	}
	slices.SortFunc(all, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), causesFirst(a.follows, b.follows), cmp.Compare(a.ID, b.ID))
	})
	return all
}
