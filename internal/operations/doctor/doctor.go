// Package doctor checks settings, a database and a running node, and lists what
// a member of staff must look at. It changes nothing.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// Finding is the result of one check.
type Finding struct {
	Check string `json:"check"` // what was examined
	OK    bool   `json:"ok"`    // it needs no attention
	Text  string `json:"text"`  // the result in words
	// Details lists the things that Text counts: about maxDetails.
	Details []string `json:"details,omitempty"`
}

// Report is the result of all checks.
type Report struct {
	Healthy  bool      `json:"healthy"` // every finding is OK
	Findings []Finding `json:"findings"`
}

// maxDetails limits the details of a finding.
const maxDetails = 20

func (r *Report) add(check string, ok bool, text string, details ...string) {
	if more := len(details) - maxDetails; more > 0 {
		details = append(details[:maxDetails:maxDetails], fmt.Sprintf("and %d more", more))
	}
	r.Findings = append(r.Findings, Finding{check, ok, text, details})
}

// Write prints the report for people.
func (r *Report) Write(out io.Writer) error {
	var b strings.Builder
	attention := 0
	for _, f := range r.Findings {
		mark := "ok       "
		if !f.OK {
			mark = "ATTENTION"
			attention++
		}
		fmt.Fprintf(&b, "%s  %-14s %s\n", mark, f.Check, f.Text)
		for _, d := range f.Details {
			fmt.Fprintf(&b, "%27s%s\n", "- ", d)
		}
	}
	if attention == 0 {
		fmt.Fprintf(&b, "\nAll %d checks are in order.\n", len(r.Findings))
	} else {
		fmt.Fprintf(&b, "\n%d of %d checks need attention.\n", attention, len(r.Findings))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Options say what to check.
type Options struct {
	// Settings returns the problems of the settings. provider is the card
	// provider recorded in the database, or "" where none is.
	Settings func(provider string) []string
	// Open opens the database without changing it.
	Open func(ctx context.Context) (*store.Store, error)
	// Data is the directory in which a node on this machine keeps its heartbeat.
	Data string
	// Backups is the folder of the backups that the server writes; without Dir it writes
	// none.
	Backups backup.Folder
	// Services are the servers of others to try.
	Services Services
	// Wallet means that the settings have an account at the wallet.
	Wallet bool
	// Admin is the administration address of a running node (--metrics-addr); empty
	// means that no node is checked.
	Admin string
	// FinancialYear decides until when bookings keep their personal details.
	FinancialYear retention.YearEnd
	// Now returns the product's time: that of this machine, shifted by ClockOffset.
	Now         func() time.Time
	ClockOffset time.Duration
}

// Examine makes all checks. A check that fails to run is a finding too.
func Examine(ctx context.Context, o Options) *Report {
	r := &Report{}
	provider := r.database(ctx, o)
	r.settings(o.Settings(provider))
	r.services(ctx, o.Services, o.Now())
	if o.Admin != "" {
		r.node(ctx, o.Admin)
	}
	r.Healthy = true
	for _, f := range r.Findings {
		r.Healthy = r.Healthy && f.OK
	}
	return r
}

func (r *Report) settings(problems []string) {
	if len(problems) == 0 {
		r.add("settings", true, "nothing is missing")
		return
	}
	r.add("settings", false, fmt.Sprintf("%d problems", len(problems)), problems...)
}

// database checks the database and returns the recorded card provider.
func (r *Report) database(ctx context.Context, o Options) (provider string) {
	s, err := o.Open(ctx)
	if err != nil {
		r.add("database", false, err.Error())
		return ""
	}
	defer s.Close()
	found, err := s.Inspect(ctx)
	if err != nil {
		r.add("database", false, err.Error())
		return ""
	}
	r.schema(s.KnownSchema(), found.Nodes)
	r.server(s, found, o.Now(), o.ClockOffset)
	r.history(ctx, s, o.Data)
	r.log(s)
	r.backups(s, o.Backups, o.Now())
	r.generations(found)
	r.inventory(ctx, s)
	r.onSale(ctx, s)
	r.schoolHolidays(ctx, s)
	r.queues(ctx, s, o.Wallet || strings.HasPrefix(found.Provider, store.ProviderSimulated), o.Now())
	r.vouchers(ctx, s)
	r.personalData(ctx, s, o.FinancialYear)
	r.officeRecord(ctx, s, o.Now())
	if found.Provider != "" {
		r.add("card provider", true, "payments on record are "+found.Provider)
	}
	return found.Provider
}

// Beyond these limits a check needs attention.
const (
	maxSkew    = 2 * time.Second  // difference between clocks
	maxOverdue = 2 * time.Minute  // a hold that has expired and was not ended
	maxUnknown = time.Hour        // a payment without an outcome
	maxPending = 24 * time.Hour   // a payment that the wallet has not decided
	maxUntold  = 2 * time.Hour    // a property of whose changes Google was not told
	maxQueued  = 15 * time.Minute // an outbox job that waits
	// maxLogBytes is the size of a write-ahead log. Emptied, it has 64 MB at most, and a large
	// import writes some more.
	maxLogBytes = 256 << 20
)

// schema says whether the schema is this program's, and which releases run on it.
func (r *Report) schema(schema store.Schema, nodes map[string]int) {
	text := fmt.Sprintf("version %d, this program's is %d", schema.Have, schema.Want)
	switch {
	case schema.Have > schema.Want:
		text += fmt.Sprintf(", which can work on it; release %s migrated it", schema.Release)
	case schema.Have < schema.Want:
		text += ": when every node has this release, type `holidaymaker migrate`"
	}
	r.add("schema", true, text)
	var releases []string
	for _, release := range slices.Sorted(maps.Keys(nodes)) {
		releases = append(releases, fmt.Sprintf("%d of release %s", nodes[release], release))
	}
	if len(releases) == 0 {
		releases = []string{"none is running"}
	}
	r.add("nodes", true, strings.Join(releases, ", "))
}

func (r *Report) server(s *store.Store, found store.Inspection, now time.Time, clockOffset time.Duration) {
	r.add("database", !found.ReadOnly, map[bool]string{false: s.Dialect() + " answers", true: s.Dialect() + " is a standby: it takes no writes"}[found.ReadOnly])
	if found.Standbys > 0 {
		r.add("replication", found.Synchronous, map[bool]string{
			true:  fmt.Sprintf("%d standbys, commits wait for one", found.Standbys),
			false: fmt.Sprintf("%d standbys, none synchronous: a failover loses the last bookings while their payments stay; set synchronous_standby_names", found.Standbys),
		}[found.Synchronous])
	}
	skew := time.Duration(0)
	if !found.Clock.IsZero() {
		skew = found.Clock.Add(clockOffset).Sub(now).Round(time.Millisecond)
	}
	switch {
	case skew.Abs() > maxSkew:
		r.add("clock", false, fmt.Sprintf("the database server's clock differs by %s", skew))
	case found.LastChangeAt.After(now.Add(maxSkew)):
		r.add("clock", false, fmt.Sprintf("the last change was logged %s in the future", found.LastChangeAt.Sub(now).Round(time.Second)))
	default:
		r.add("clock", true, "agrees with the database's")
	}
}

// history checks that the database still has what was committed.
func (r *Report) history(ctx context.Context, s *store.Store, data string) {
	last, readErr := store.ReadHeartbeat(data)
	losses, err := s.Losses(ctx, last)
	if err := errors.Join(readErr, err); err != nil {
		r.add("history", false, err.Error())
		return
	}
	var found []string
	for job, loss := range losses {
		text := loss.String()
		if job != "" {
			text += "; when it is dealt with: holidaymaker outbox drop " + job
		}
		found = append(found, text)
	}
	if len(found) == 0 {
		r.add("history", true, "no node has found that commits are missing")
		return
	}
	slices.Sort(found)
	r.add("history", false, "bookings and payments may be missing: see 'The database went back in time' in docs/operations.md", found...)
}

// log checks the size of the write-ahead log of SQLite.
func (r *Report) log(s *store.Store) {
	if s.Dialect() != "sqlite" {
		return
	}
	switch size, err := s.LogBytes(); {
	case err != nil:
		r.add("database log", false, err.Error())
	case size > maxLogBytes:
		r.add("database log", false, fmt.Sprintf("it has %d MB and grows while another program reads the database: find it with `fuser -v %s` and end it; the log is emptied by the next writes", size>>20, s.LogFile()))
	default:
		r.add("database log", true, fmt.Sprintf("%d MB", size>>20))
	}
}

func (r *Report) generations(found store.Inspection) {
	for _, part := range []store.Part{store.CataloguePart, store.PricesPart} {
		live, deltas := "", 0
		for _, g := range found.Generations {
			switch {
			case g.Part != part || !g.Live:
			case g.Full:
				live = fmt.Sprintf("published as change %d at %s", g.Change, g.Touched.UTC().Format(time.RFC3339))
			default:
				deltas++
			}
		}
		if live == "" && deltas == 0 {
			r.add(string(part), false, "nothing was imported: type `holidaymaker import "+string(part)+" FILE`")
			continue
		}
		r.add(string(part), true, fmt.Sprintf("%s, with %d deltas after it", live, deltas))
	}
	for _, g := range found.Generations {
		if !g.Live {
			r.add("import", true, fmt.Sprintf("an import of the %s wrote last at %s; if it was killed, the next import removes what it left", g.Part, g.Touched.UTC().Format(time.RFC3339)))
		}
	}
}

// inventory loads what is for sale, as a node does, and lists the bad records.
func (r *Report) inventory(ctx context.Context, s *store.Store) {
	register := badrecord.New(slog.New(slog.DiscardHandler))
	replica, err := inventory.Open(ctx, s, inventory.BadRecords(register))
	if err != nil {
		r.add("inventory", false, err.Error())
		return
	}
	state := replica.Current()
	parks, units := len(state.Catalogue.AllParks()), len(state.Catalogue.AllUnits())
	r.add("inventory", parks > 0 && units > 0, fmt.Sprintf("%d parks with %d unit types can be loaded", parks, units))
	var left []LeftOut
	for _, record := range register.Records() {
		left = append(left, LeftOut{string(record.Kind), record.ID, record.Reason, record.Since})
	}
	counts := map[string]int{}
	for kind, n := range register.Counts() {
		counts[string(kind)] = n
	}
	if len(left) > 0 {
		r.records("records", "cannot be used and are left out", left, counts)
	} else {
		r.add("records", true, "all can be used")
	}
}

// queues checks the outbox jobs, payments and holds that wait for a loop. wallet
// means that there is an account at the wallet.
func (r *Report) queues(ctx context.Context, s *store.Store, wallet bool, now time.Time) {
	bookings := booking.New(booking.Config{Store: s.Bookings()})
	payments := payment.New(payment.Config{Store: s.Payments(), Bookings: bookings, Clock: s.Now})
	jobs, err := s.Outbox().Status(ctx)
	backlog, payErr := payments.Backlog(ctx)
	overdue, holdErr := bookings.Overdue(ctx)
	if err := errors.Join(err, payErr, holdErr); err != nil {
		r.add("queues", false, err.Error())
		return
	}
	r.outbox(jobs, now)
	r.reservations(ctx, s, now)
	r.calendars(ctx, s)
	r.senders(ctx, s, now)
	r.hotelAds(ctx, s, now)
	r.add("payments", backlog.Unknown == 0 || now.Sub(backlog.UnknownSince) < maxUnknown,
		counted(backlog.Unknown, "of unknown outcome", backlog.UnknownSince, now))
	r.add("pending", backlog.Pending == 0 || now.Sub(backlog.PendingSince) < maxPending,
		counted(backlog.Pending, "that the wallet has not decided", backlog.PendingSince, now))
	if backlog.AtWallet > 0 && !wallet {
		r.add("wallet", false, fmt.Sprintf("%d payments are at the wallet, and no account is configured: set the HOLIDAYMAKER_WALLET variables again until these payments are settled", backlog.AtWallet))
	}
	r.add("card requests", backlog.Stuck == 0, counted(backlog.Stuck, "captures, cancellations and refunds are stuck", backlog.StuckSince, now))
	if backlog.Alerts > 0 {
		r.add("payment alerts", false, fmt.Sprintf("%d payments to look at; the log names them, and holidaymaker booking show REF says why", backlog.Alerts))
	}
	if late, err := bookings.BalancesOverdue(ctx); err != nil {
		r.add("balances", false, err.Error())
	} else {
		r.add("balances", len(late) == 0, fmt.Sprintf("%d are overdue: holidaymaker booking overdue lists them", len(late)))
	}
	r.erasures(ctx, s, now)
	r.add("holds", overdue.Holds == 0 || now.Sub(overdue.Since) < maxOverdue, counted(overdue.Holds, "have run out and are not ended", overdue.Since, now))
}

// erasures checks that requests for erasure are carried out in time.
func (r *Report) erasures(ctx context.Context, s *store.Store, now time.Time) {
	asked, err := s.ErasureRequests(ctx)
	switch {
	case err != nil:
		r.add("erasure", false, err.Error())
	case len(asked) > 0:
		r.add("erasure", now.Before(asked[0].Due().AddDate(0, 0, -erasureNotice)), fmt.Sprintf("%d people have asked for erasure, the first must have it by %s: holidaymaker erase --requests lists them",
			len(asked), asked[0].Due().UTC().Format(time.DateOnly)))
	}
}

// erasureNotice is how many days before a request for erasure is due it needs attention.
const erasureNotice = 20

// reservations checks that parks acknowledge their bookings.
func (r *Report) reservations(ctx context.Context, s *store.Store, now time.Time) {
	b, err := s.ReservationBacklog(ctx)
	if err != nil {
		r.add("reservations", false, err.Error())
		return
	}
	text := counted(b.Waiting, "not acknowledged by the park's system", b.Since, now)
	if b.Unread > 0 {
		text += fmt.Sprintf(", %d not yet received by an office", b.Unread)
	}
	if b.Refused > 0 {
		text += fmt.Sprintf(", %d refused", b.Refused)
	}
	ok := b.Refused == 0 && (b.Waiting == 0 || now.Sub(b.Since) < reservation.SystemPatience)
	if !ok {
		text += ": holidaymaker reservation list"
	}
	r.add("reservations", ok, text)
}

// calendars checks that the calendars of other channels are read, and that no night is sold
// twice.
func (r *Report) calendars(ctx context.Context, s *store.Store) {
	b, err := s.CalendarBacklog(ctx)
	if err != nil {
		r.add("calendars", false, err.Error())
		return
	}
	text := fmt.Sprintf("%d are read", b.Status[ical.Good])
	bad := 0
	for _, found := range []struct {
		number int
		words  string
	}{
		{b.Status[ical.Stopped], "not readable for a day: nothing of their unit types is sold"}, {b.Status[ical.Failing], "failing"},
		{b.NotUnderstood, "not understood in part"}, {b.Overlaps, "bookings are on nights that another channel has blocked"},
	} {
		if found.number > 0 {
			bad += found.number
			text += fmt.Sprintf(", %d %s", found.number, found.words)
		}
	}
	if bad > 0 {
		text += ": holidaymaker ical list"
	}
	r.add("calendars", bad == 0, text)
}

// senders checks that the partners that send rates do so, and are understood.
func (r *Report) senders(ctx context.Context, s *store.Store, now time.Time) {
	all, err := s.Senders(ctx)
	if err != nil {
		r.add("partners", false, err.Error())
		return
	}
	var wrong []string
	for _, p := range all {
		if why := p.Wrong(now); why != "" {
			wrong = append(wrong, p.Partner+": "+why+": holidaymaker partner messages "+p.Partner)
		}
	}
	r.add("partners", len(wrong) == 0, fmt.Sprintf("%d send availability and rates", len(all)), wrong...)
}

// hotelAds checks that Google is told of what changes, and takes it.
func (r *Report) hotelAds(ctx context.Context, s *store.Store, now time.Time) {
	b, err := s.HotelAdBacklog(ctx)
	switch {
	case err != nil:
		r.add("hotel ads", false, err.Error())
	case b.Listed == 0:
		r.add("hotel ads", true, "no park is shown in hotel ads")
	default:
		text := fmt.Sprintf("%d properties, %s", b.Listed, counted(b.Waiting, "not told to Google", b.Since, now))
		if b.Refused > 0 {
			text += fmt.Sprintf(", %d refused", b.Refused)
		}
		r.add("hotel ads", b.Refused == 0 && (b.Waiting == 0 || now.Sub(b.Since) < maxUntold), text, b.Refusals...)
	}
}

// vouchers checks that nothing was spent twice, and says what is left.
func (r *Report) vouchers(ctx context.Context, s *store.Store) {
	v, err := s.Vouchers(ctx)
	switch {
	case err != nil:
		r.add("vouchers", false, err.Error())
	case len(v.Wrong) > 0:
		r.add("vouchers", false, fmt.Sprintf("%d contradict their bookings: export vouchers lists them under these digests, with --personal under their codes", len(v.Wrong)), v.Wrong...)
	default:
		r.add("vouchers", true, fmt.Sprintf("£%s is left on %d", v.Left, v.Open))
	}
}

// personalData checks that the loop retention erases what is over its time.
func (r *Report) personalData(ctx context.Context, s *store.Store, year retention.YearEnd) {
	eraser := retention.New(retention.Config{Bookings: s.Payments(), YearEnd: year, Clock: s.Now})
	overdue, err := eraser.Overdue(ctx)
	switch {
	case err != nil:
		r.add("personal data", false, err.Error())
	case overdue > 0:
		r.add("personal data", false, fmt.Sprintf("%d bookings keep details that should have been erased: the loop retention says why in the log", overdue))
	default:
		r.add("personal data", true, "no booking keeps details for longer than it may")
	}
}

func (r *Report) outbox(jobs []outbox.Status, now time.Time) {
	if len(jobs) == 0 {
		r.add("outbox", true, "empty")
	}
	for _, j := range jobs {
		text := counted(j.Depth, "waiting", j.Oldest, now)
		if j.Failing > 0 {
			text += fmt.Sprintf(", %d failing", j.Failing)
		}
		if j.GivenUp > 0 {
			text += fmt.Sprintf(", %d given up", j.GivenUp)
		}
		late := j.Depth > 0 && now.Sub(j.Oldest) > maxQueued
		r.add("outbox "+j.Kind, j.Failing == 0 && j.GivenUp == 0 && !late, text)
	}
}

// counted returns a text with a number, what it counts, and for how long.
func counted(n int, what string, since, now time.Time) string {
	if n == 0 || since.IsZero() { // the time cannot be read: see numbers
		return fmt.Sprintf("%d %s", n, what)
	}
	return fmt.Sprintf("%d %s, the oldest for %s", n, what, now.Sub(since).Round(time.Second))
}
