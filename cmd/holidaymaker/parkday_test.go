package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/tools/visit"
)

const parkOfTheDay = `{"region":{"id":"12","name":"Cornwall","country":"GB"}}
{"operator":{"id":"HAV","name":"Havens"}}
{"park":{"id":"HV101","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB"}}
{"unit":{"id":"HV101-G1","park":"HV101","channel":"ukcaravan","name":"Gold","sleeps":6}}
`

// parkDay is a park that sells by a spreadsheet, and whose system or office takes its
// bookings. The product runs as a process, which is killed at messages to the park.
type parkDay struct {
	t         *testing.T
	transport string
	manager   *serviceManager
	park      *simulator.ParkSystem
	shift     atomic.Int64 // of the clock of server and park, a time.Duration
	guests    sync.Mutex   // held while a guest waits for an answer
	first     date.Date    // the arrival of all guests

	mu      sync.Mutex
	process *os.Process // to kill
	events  int         // kills so far
	killed  bool        // at the newest event: its message comes again
	ended   chan struct{}
}

// openPark imports the spreadsheet, and starts the server.
func openPark(t *testing.T, transport string) *parkDay {
	d := &parkDay{t: t, transport: transport, manager: newServiceManager(t)}
	d.shift.Store(int64(time.Until(testclock.Now())))
	d.first = date.In(d.now()) + 60
	d.park = simulator.NewParkSystem(d.now, time.Second)
	system := httptest.NewServer(http.HandlerFunc(d.deadly))
	t.Cleanup(system.Close)
	bank, err := simulator.New(simulator.Options{Dir: t.TempDir(), Clock: d.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bank.Close)
	provider := httptest.NewServer(bank)
	t.Cleanup(provider.Close)
	t.Setenv("PARK_SECRET", simulator.ParkSecret)
	partner := map[string]any{"id": "bay", "name": "Sandy Bay", "transport": transport, "parks": map[string]any{"*": map[string]any{}}}
	if transport == reservation.ByEmail {
		partner["email"] = "office@park.example"
	} else {
		partner["address"], partner["private"], partner["secrets"] = system.URL+"/park/"+transport, true, []string{"PARK_SECRET"}
	}
	if transport == reservation.ByOTA {
		partner["user"] = "meridian"
	}
	partners, err := json.Marshal(map[string]any{"partners": []any{partner}})
	if err != nil {
		t.Fatal(err)
	}
	d.manager.serve = []string{"--sandbox", "--simulator", provider.URL, "--partners", writeFile(t, string(partners))}
	d.run("import", "catalogue", writeFile(t, parkOfTheDay))
	book, err := feed.Template{
		Header: strings.Fields("kind unit from to price_2 units"),
		Rows: [][]string{
			{"night", "HV101-G1", d.first.ISO(), (d.first + 20).ISO(), "60.00", ""},
			{"units", "HV101-G1", d.first.ISO(), (d.first + 20).ISO(), "", "3"},
		},
	}.Workbook()
	if err != nil {
		t.Fatal(err)
	}
	sheet := filepath.Join(t.TempDir(), "rates.xlsx")
	if err := os.WriteFile(sheet, book, 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("import", "rates", sheet)
	d.start()
	return d
}

func (d *parkDay) now() time.Time { return time.Now().Add(time.Duration(d.shift.Load())) }

// run runs a command beside the server, and returns what it prints.
func (d *parkDay) run(args ...string) string {
	d.t.Helper()
	command := commandOf(d.t, "MT", append(args, "--data", d.manager.data, "--clock-offset", time.Duration(d.shift.Load()).String()))
	var failure strings.Builder
	command.Stderr = &failure
	out, err := command.Output()
	if err != nil {
		d.t.Fatalf("%v: %v\n%s", args, err, failure.String())
	}
	return string(out)
}

// start starts the server ten minutes later than it ended: what it had in hand is free again.
func (d *parkDay) start() {
	d.t.Helper()
	d.shift.Add(int64(10 * time.Minute))
	sells := d.manager.serve
	d.manager.serve = append(sells[:len(sells):len(sells)], "--clock-offset", time.Duration(d.shift.Load()).String())
	server := d.manager.start(d.t, "web:admin")
	d.manager.serve = sells
	d.manager.hears(d.t, "READY=1")
	ended := make(chan struct{})
	d.mu.Lock()
	d.process, d.ended = server.Process, ended
	d.mu.Unlock()
	go func(server *exec.Cmd) {
		_ = server.Wait() // it is killed
		close(ended)
	}(server)
	d.t.Cleanup(d.kill)
}

// until waits for a condition, and starts the server again when it was killed.
func (d *parkDay) until(what string, holds func() bool) {
	d.t.Helper()
	polltest.Until(d.t, what, func() bool {
		select {
		case <-d.ended:
			d.start()
		default:
		}
		return holds()
	})
}

func (d *parkDay) kill() {
	d.mu.Lock()
	process, ended := d.process, d.ended
	d.mu.Unlock()
	_ = process.Kill()
	<-ended
}

// deadly is the way to the park's system. The first message of each change kills the
// server: before the park does what it says, after that, or together with the connection
// on which the park answers.
func (d *parkDay) deadly(w http.ResponseWriter, r *http.Request) {
	d.guests.Lock()
	d.mu.Lock()
	kind, pass := d.events%3, d.killed
	if d.killed = !d.killed; !pass {
		d.events++
	}
	d.mu.Unlock()
	d.guests.Unlock()
	if pass {
		d.park.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		d.t.Errorf("read a message: %v", err)
	}
	handled := func(w http.ResponseWriter) {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(strings.NewReader(string(body)))
		d.park.ServeHTTP(w, again)
	}
	switch kind {
	case 0:
	case 1:
		handled(httptest.NewRecorder())
	default:
		handled(w)
	}
	d.kill()
	panic(http.ErrAbortHandler)
}

// buys has a guest search, book and pay, and returns the reference.
func (d *parkDay) buys() (ref string) {
	d.t.Helper()
	d.guests.Lock()
	defer d.guests.Unlock()
	v := visit.Visitor{Client: http.DefaultClient, Site: strings.TrimPrefix(d.manager.urls[0], "http://")}
	call := func(method, path string, fields ...string) visit.Answer {
		d.t.Helper()
		a, err := v.Call(d.t.Context(), method, path, fields...)
		if err != nil || a.Status != http.StatusOK || a.Code() != "" {
			d.t.Fatalf("%s: %d %s, %v", path, a.Status, a.Code(), err)
		}
		return a
	}
	found := call(http.MethodGet, "/api/search", "channel", "ukcaravan", "region", "12", "date", d.first.String(), "nights", "3", "adults", "2")
	if len(found.Data.Results) != 1 {
		d.t.Fatalf("%d results", len(found.Data.Results))
	}
	ref = call(http.MethodGet, "/api/book", visit.Hold(found.Data.Results[0].UnitID)...).Data.Booking.BookID
	mine := func(fields []string) []string { return append([]string{"bookId", ref}, fields...) }
	call(http.MethodPost, "/api/setuserdetails", mine(visit.Person)...)
	call(http.MethodPost, "/api/setpartydetails", mine(visit.Party)...)
	quote := call(http.MethodGet, "/api/getdeposit", "bookId", ref)
	prepared := call(http.MethodPost, "/api/prepayment", mine(visit.Prepayment(quote))...)
	card, err := visit.Authorisation(prepared)
	if err != nil {
		d.t.Fatal(err)
	}
	if paid := call(http.MethodPost, "/api/postpayment", mine(card)...); paid.Data.Status != "authorised" {
		d.t.Fatalf("the payment is %s", paid.Data.Status)
	}
	return ref
}

// knows waits until the park knows the newest state of all bookings.
func (d *parkDay) knows(what string) {
	d.t.Helper()
	s := d.open()
	d.until(what, func() bool {
		if d.transport == reservation.ByEmail {
			d.presses()
		}
		var rows, open int
		err := s.View(d.t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow(`SELECT (SELECT COUNT(*) FROM reservation),
				(SELECT COUNT(*) FROM reservation WHERE waiting_ms > 0) + (SELECT COUNT(*) FROM outbox WHERE state <> 'done')`).Scan(&rows, &open)
		})
		return err == nil && rows > 0 && open == 0
	})
}

func (d *parkDay) open() *store.Store {
	d.t.Helper()
	shift := time.Duration(d.shift.Load())
	s, err := database{&d.manager.data, new(string), &shift}.existing(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { s.Close() })
	return s
}

var (
	arrivalsLink   = regexp.MustCompile(`/arrivals/[\w.~-]+`)
	receivedButton = regexp.MustCompile(`name="ref" value="([^"]+)"><input type="hidden" name="version" value="(\d+)"`)
)

// presses presses each button 'Received' that the newest e-mail leads to, twice.
func (d *parkDay) presses() {
	d.t.Helper()
	mails, err := filepath.Glob(filepath.Join(d.manager.data, "mail", "*"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, name := range mails {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it is being written
		}
		link := arrivalsLink.FindString(strings.ReplaceAll(string(text), "=\r\n", ""))
		if link == "" {
			continue
		}
		page, err := http.Get(d.manager.urls[0] + link)
		if err != nil {
			continue // the server was killed
		}
		body, err := io.ReadAll(page.Body)
		page.Body.Close()
		if err != nil || page.StatusCode != http.StatusOK {
			continue
		}
		for _, button := range receivedButton.FindAllStringSubmatch(string(body), -1) {
			for range 2 {
				answer, err := http.PostForm(d.manager.urls[0]+link, url.Values{"ref": {button[1]}, "version": {button[2]}})
				if err == nil {
					answer.Body.Close()
				}
			}
		}
	}
}

// TestADayAtThePark follows a spreadsheet to bookings, to the park that takes them, to what
// staff change and cancel, and to statement and journal, in real processes. kill -9 ends the
// server at the messages. At the end, the books are equal.
func TestADayAtThePark(t *testing.T) {
	for _, transport := range []string{reservation.ByWebhook, reservation.ByOTA, reservation.ByEmail} {
		t.Run(transport, func(t *testing.T) {
			d := openPark(t, transport)
			stays, changes, ends := d.buys(), "", ""
			d.knows("the park has the booking of the guest who stays")
			changes = d.buys()
			if transport == reservation.ByEmail {
				d.kill() // before or after the e-mail is written
			}
			d.knows("the park has the booking of the guest who comes later")
			ends = d.buys()
			d.knows("the park has the booking that ends")
			d.run("booking", "move", changes, "--date", (d.first + 7).ISO(), "--why", "they asked", "--by", "Jo", "--yes")
			d.knows("the park knows the new dates")
			d.run("booking", "cancel", ends, "--why", "they are ill", "--by", "Jo", "--yes")
			d.run("booking", "refund", ends, "--why", "they are ill", "--by", "Jo", "--yes")
			d.knows("the park knows of the cancellation")
			d.equalBooks(map[string]string{stays: d.first.ISO(), changes: (d.first + 7).ISO(), ends: ""})
			d.settles()
		})
	}
}

// equalBooks compares the park's books with arrivals by reference; "" is a cancelled booking.
func (d *parkDay) equalBooks(want map[string]string) {
	d.t.Helper()
	if wrong := d.park.Complaints(); len(wrong) > 0 {
		d.t.Errorf("the park complains: %q", wrong)
	}
	if d.transport == reservation.ByEmail {
		return
	}
	books := d.park.Books()
	if len(books) != len(want) {
		d.t.Errorf("the park has %d bookings, want %d", len(books), len(want))
	}
	for _, k := range books {
		arrival := k.Arrival
		if k.Cancelled {
			arrival = ""
		}
		if ref := k.Reference; arrival != want[ref] || k.Commits != 1 {
			d.t.Errorf("%s arrives on %q, want %q; it was made %d times", k.Reference, arrival, want[ref], k.Commits)
		}
	}
}

// settles issues a statement, and compares it with the journal.
func (d *parkDay) settles() {
	d.t.Helper()
	d.kill() // time passes, in which the provider captures
	d.until("the payments are captured, and one is returned", func() bool {
		movements := d.run("export", "ledger")
		return strings.Count(movements, ",capture,") == 3 && strings.Count(movements, ",refund,") == 1
	})
	file, today := writeFile(d.t, accountsFile), date.In(d.now()).ISO()
	d.run("statement", "issue", "--accounts", file, "--until", today, "--why", "month end", "--by", "Fi", "--yes")
	s := d.open()
	statement, err := s.Statements().Statement(d.t.Context(), 1)
	if err != nil || statement.Total.Gross != 360_00 || statement.Total.Due != 295_20 {
		d.t.Errorf("the statement says %s, due %s, %v", statement.Total.Gross, statement.Total.Due, err)
	}
	rows, err := csv.NewReader(strings.NewReader(d.run("export", "journal", "--accounts", file, "--from", today, "--to", today, "--format", "xero"))).ReadAll()
	if err != nil || len(rows) < 3 {
		d.t.Fatalf("%d rows of the journal, %v", len(rows), err)
	}
	sum, column := money.Pence(0), 0
	for i, name := range rows[0] {
		if strings.Contains(name, "Amount") {
			column = i
		}
	}
	for _, row := range rows[1:] {
		amount, err := money.Parse(strings.TrimPrefix(row[column], "-"))
		if err != nil {
			d.t.Fatal(err)
		}
		if strings.HasPrefix(row[column], "-") {
			amount = -amount
		}
		sum += amount
	}
	if sum != 0 {
		d.t.Errorf("the journal adds up to %s", sum)
	}
}
