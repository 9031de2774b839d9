package ical_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// channel is another channel's server of calendars, over TCP.
type channel struct {
	mu     sync.Mutex
	answer http.HandlerFunc
	asked  []*http.Request
}

func (c *channel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	answer := c.answer
	c.asked = append(c.asked, r)
	c.mu.Unlock()
	answer(w, r)
}

// does sets what the channel answers from now on.
func (c *channel) does(answer http.HandlerFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer, c.asked = answer, nil
}

func (c *channel) requests() []*http.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// uids counts events: some channels give each a new UID whenever they are asked.
var uids atomic.Int64

// document is a calendar with an event for each run of nights, counted from the first day of
// summer, with the end exclusive.
func document(runs ...[2]int) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\n")
	for _, run := range runs {
		day := func(n int) string { return (testworld.Summer + date.Date(n)).Time().Format("20060102") }
		fmt.Fprintf(&b, "BEGIN:VEVENT\r\nUID:%d\r\nDTSTART;VALUE=DATE:%s\r\nDTEND;VALUE=DATE:%s\r\nSUMMARY:Anna\r\nEND:VEVENT\r\n", uids.Add(1), day(run[0]), day(run[1]))
	}
	return b.String() + "END:VCALENDAR\r\n"
}

// says answers a document, and 304 to who has it.
func says(doc string, tag string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/calendar")
		if tag != "" {
			w.Header().Set("ETag", tag)
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		fmt.Fprint(w, doc)
	}
}

// cut sends a part of a document, in pieces or with its length, and breaks the connection.
func cut(doc, header string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n%s\r\n%s", header, doc)
		conn.Close()
	}
}

type connected struct {
	*testworld.World
	t         *testing.T
	channel   *channel
	address   string
	reader    *ical.Reader
	calendars *ical.Service
	pages     http.Handler // our own server
}

func connect(t *testing.T, db storetest.Database) *connected {
	t.Helper()
	c := &connected{World: testworld.New(t, db), t: t, channel: &channel{}, reader: ical.NewReader(nil)}
	server := httptest.NewServer(c.channel)
	t.Cleanup(server.Close)
	c.address = server.URL + "/secret.ics"
	keys, err := keyring.New("calendars", "the secret of the tests")
	c.must(err)
	c.calendars = ical.New(ical.Config{Store: c.Store.Calendars(), Keys: keys, Reader: c.reader, Log: slog.New(slog.DiscardHandler)})
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+ical.Path+"{file}", c.calendars.Serve)
	c.pages = mux
	return c
}

func (c *connected) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// staff agrees to everything.
var staff = payment.StaffMember{By: "Jo", Why: "the owner asks"}

func (c *connected) add(source string) {
	c.t.Helper()
	c.must(c.calendars.Add(c.t.Context(), ical.Calendar{UnitType: "last", Source: source, Address: c.address, Private: true}, staff))
}

// round reads the feeds when they are due again.
func (c *connected) round() ical.State {
	c.t.Helper()
	c.Clock.Advance(ical.Every)
	c.must(c.calendars.Round(c.t.Context()))
	return c.state("airbnb")
}

func (c *connected) state(source string) ical.State {
	c.t.Helper()
	all, err := c.calendars.List(c.t.Context(), "last")
	c.must(err)
	for _, s := range all {
		if s.Source == source {
			return s
		}
	}
	c.t.Fatalf("no calendar %s", source)
	return ical.State{}
}

// left is which of the first 14 nights of summer are on sale, as 'x' and '.'.
func (c *connected) left() string {
	c.t.Helper()
	nights, err := c.Store.UnitNights(c.t.Context(), "last", testworld.Summer, testworld.Summer+13)
	c.must(err)
	var b strings.Builder
	for _, n := range nights {
		b.WriteByte("x."[min(n.Left(), 1)])
	}
	return b.String()
}

// want checks what is on sale.
func (c *connected) want(left, when string) {
	c.t.Helper()
	if got := c.left(); got != left {
		c.t.Errorf("%s: on sale is %s, want %s", when, got, left)
	}
}

// book tells whether the stay on the first nights of summer is sold.
func (c *connected) sells(nights int) bool {
	c.t.Helper()
	var ok bool
	err := c.Store.GroupCommit(context.WithoutCancel(c.t.Context()), func(tx *store.Tx) (err error) {
		if ok, err = tx.TakeNights("last", testworld.Summer, nights); ok && err == nil {
			err = tx.ReturnNights("last", testworld.Summer, nights)
		}
		return err
	})
	c.must(err)
	return ok
}

// get reads our nights by a link.
func (c *connected) get(link, tag string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(c.t.Context(), http.MethodGet, link, http.NoBody)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	w := httptest.NewRecorder()
	c.pages.ServeHTTP(w, r)
	return w
}

// Whatever a feed does, the nights that it has blocked stay blocked.
func TestABrokenFeedOpensNoNight(t *testing.T) {
	c := connect(t, storetest.SQLite(t))
	good := document([2]int{0, 3}, [2]int{8, 10})
	c.channel.does(says(good, `"1"`))
	c.add("airbnb")
	const blocked = "xxx.....xx...."
	c.want(blocked, "connected")
	half := good[:len(good)/2]
	loops := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }
	for _, bad := range []struct {
		name, why string
		does      http.HandlerFunc
	}{
		{"500", "status 500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }},
		{"not found, as a calendar", "status 404", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, document())
		}},
		{"a page", "web page", says("<html>Please sign in</html>", `"2"`)},
		{"nothing", "does not begin", says("", `"3"`)},
		{"half of it, as if it were all", "cut off", says(half, `"4"`)},
		{"cut, with its length", "unexpected EOF", cut(half, fmt.Sprintf("Content-Length: %d\r\n", len(good)))},
		{"cut between pieces", "unexpected EOF", cut(fmt.Sprintf("%x\r\n%s\r\n", len(half), half), "Transfer-Encoding: chunked\r\n")},
		{"cut, without a length", "cut off", cut(half, "")},
		{"no answer", "reached", func(w http.ResponseWriter, r *http.Request) { cut("", "x")(w, r) }},
		{"a header that is none", "malformed", cut(good, "x \x00\x1b[31m")},
		{"a name that is none", "cut off", says(strings.Replace(good, "BEGIN:VEVENT", "BEGIN:\x00\x1b[31m", 1)[:40], "")},
		{"slow", "Timeout", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		{"slow in the middle", "Timeout", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, half)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}},
		{"redirects without end", "too often", loops},
		{"huge", "larger than", func(w http.ResponseWriter, _ *http.Request) {
			line := []byte(strings.Repeat("X-FILL:"+strings.Repeat("x", 1000)+"\r\n", 100))
			for range 120 {
				_, _ = w.Write(line)
			}
		}},
		{"304 to who asked for no ETag", "status 304", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }},
	} {
		if bad.name == "304 to who asked for no ETag" { // after something suspicious, no ETag is sent
			c.channel.does(says(document(), `"5"`))
			c.round()
		}
		c.channel.does(bad.does)
		if bad.why == "Timeout" {
			c.reader.Wait(150 * time.Millisecond)
		}
		s := c.round()
		c.reader.Wait(time.Minute)
		if s.Status() != ical.Failing || !strings.Contains(s.Error, bad.why) || strings.Contains(s.Error, "secret") || strings.ContainsAny(s.Error, "\x00\x1b") {
			t.Errorf("%s: %s, %q, want %q", bad.name, s.Status(), s.Error, bad.why)
		}
		c.want(blocked, bad.name)
	}
	c.channel.does(says(good, `"1"`))
	if s := c.round(); s.Status() != ical.Good || s.Error != "" {
		t.Errorf("it is good again: %+v", s)
	}
	if s := c.round(); s.Status() != ical.Good || !s.Good.Equal(c.Clock.Now()) || c.channel.requests()[1].Header.Get("If-None-Match") != `"1"` {
		t.Errorf("304: %+v", s)
	}
	c.want(blocked, "304")
	c.checkBooks()
}

// checkBooks compares the counted nights with the closures.
func (c *connected) checkBooks() {
	c.t.Helper()
	books, err := c.Store.Verify(c.t.Context())
	c.must(err)
	for _, wrong := range books.Wrong {
		c.t.Errorf("the books: %s", wrong.Text)
	}
}

func TestAFeedBlocksAndFreesNights(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.channel.does(says(document([2]int{0, 3}, [2]int{8, 10}), `"1"`))
		c.add("airbnb")
		if c.sells(3) {
			t.Error("sells blocked nights")
		}
		c.channel.does(says(document([2]int{2, 3}, [2]int{8, 10}), `"2"`)) // fewer, but not by more than half
		c.round()
		c.want("..x.....xx....", "two nights are free")
		if !c.sells(2) {
			t.Error("does not sell free nights")
		}
		c.channel.does(says(document([2]int{12, 13}), `"3"`))
		if s := c.round(); !strings.Contains(s.Error, "3 of 3 blocked nights") {
			t.Errorf("%+v", s)
		}
		c.want("..x.....xx..x.", "most nights are missing once")
		if s := c.round(); s.Status() != ical.Good {
			t.Errorf("%+v", s)
		}
		c.want("............x.", "most nights are missing twice")

		// An import removes nothing of it, and staff cannot open it by hand.
		testworld.Publish(t, c.Store, testworld.Price)
		c.want("............x.", "after a full import")
		if err := c.Store.ChangeClosed(t.Context(), store.Closure{UnitType: "last", First: testworld.Summer + 12, Last: testworld.Summer + 12, Units: -1, By: "Jo", Why: "why not"}); err == nil {
			t.Error("staff have opened what a channel has blocked")
		}
		history, err := c.Store.Closures(t.Context(), "last")
		c.must(err)
		if h := history[0]; h.By != "calendar airbnb" || h.Why != "blocked there" || h.Source != "airbnb" || h.Units != 1 {
			t.Errorf("the history begins with %+v", h)
		}

		// A second channel blocks for itself.
		c.add("vrbo")
		c.must(c.calendars.Remove(t.Context(), "last", "airbnb", staff))
		c.want("............x.", "the other channel still blocks")
		c.must(c.calendars.Remove(t.Context(), "last", "vrbo", staff))
		c.want("..............", "nobody blocks")
		c.checkBooks()
	})
}

// TestAFeedThatFlapsOnlyBlocks has a feed that blocks and frees the same nights again and again.
func TestAFeedThatFlapsOnlyBlocks(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		tomorrow := (date.In(c.Clock.Now()) + 1).Midnight()
		c.Clock.Advance(tomorrow.Sub(c.Clock.Now()))
		var all, half [][2]int // every other night, and of those every other one
		for night := 0; night < 200; night += 2 {
			if all = append(all, [2]int{night, night + 1}); night%4 == 0 {
				half = append(half, [2]int{night, night + 1})
			}
		}
		count := func() int {
			closures, err := c.Store.Closures(t.Context(), "last")
			c.must(err)
			return len(closures)
		}
		c.channel.does(says(document(all...), `"all"`))
		c.add("airbnb")
		for range 2 { // 100 runs, and 50 with each change
			c.channel.does(says(document(half...), `"half"`))
			c.round()
			c.want("x...x...x...x.", "half of the nights are free")
			c.channel.does(says(document(all...), `"all"`))
			c.round()
		}
		c.channel.does(says(document(append(half, [2]int{1, 2})...), `"half"`))
		for range 3 {
			if s := c.round(); s.Status() != ical.Good || !strings.Contains(s.Notice, "50 nights that are free in it stay blocked until tomorrow") {
				t.Errorf("%s, %q", s.Status(), s.Notice)
			}
			c.want("xxx.x.x.x.x.x.", "it has changed too often")
		}
		if n := count(); n != 301 {
			t.Errorf("%d runs were entered", n)
		}
		c.Clock.Advance((date.In(tomorrow) + 1).Midnight().Sub(c.Clock.Now()))
		if s := c.round(); s.Status() != ical.Good || s.Notice != "" {
			t.Errorf("the next day: %s, %q", s.Status(), s.Notice)
		}
		c.want("xx..x...x...x.", "the next day")
		c.checkBooks()
	})
}

func TestAFeedThatIsNotReadableForADayStopsSelling(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.channel.does(says(document([2]int{0, 3}), `"1"`))
		c.add("airbnb")
		c.channel.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		c.Clock.Advance(ical.Patience - ical.Every)
		if s := c.round(); s.Status() != ical.Failing {
			t.Errorf("after a day: %s", s.Status())
		}
		c.want("xxx...........", "after a day")
		s := c.round()
		b, err := c.Store.CalendarBacklog(t.Context())
		c.must(err)
		if s.Status() != ical.Stopped || b.Status[ical.Stopped] != 1 || len(s.Blocked) != 3 {
			t.Errorf("after more than a day: %+v, %+v", s, b)
		}
		c.want("xxxxxxxxxxxxxx", "after more than a day")
		c.Clock.Advance(48 * time.Hour)
		c.round()
		testworld.Publish(t, c.Store, testworld.Price)
		c.want("xxxxxxxxxxxxxx", "after an import")
		c.channel.does(says(document([2]int{0, 3}), `"1"`))
		if s = c.round(); s.Status() != ical.Good {
			t.Errorf("it is back: %+v", s)
		}
		c.want("xxx...........", "it is back")

		// It has got a second unit meanwhile: nobody knows which one the calendar is of.
		c.channel.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		c.Clock.Advance(ical.Patience)
		c.round()
		c.units(3)
		c.want("xxxxxxxxxxxxxx", "with more units")
		c.units(1)
		c.channel.does(says(document([2]int{0, 3}), `"1"`))
		c.round()
		c.want("xxx...........", "with one again")

		// Nobody could enter what became of it, as where a round always fails.
		c.channel.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		c.round()
		c.Clock.Advance(ical.Patience + time.Hour)
		c.must(c.Store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE ical_calendar SET due_ms = $1", c.Clock.Now().Add(time.Minute).UnixMilli())
			return err
		}))
		c.must(c.calendars.Round(t.Context()))
		c.want("xxxxxxxxxxxxxx", "without a round that reads it")
		c.checkBooks()
	})
}

// units publishes how many units there are.
func (c *connected) units(n int) {
	c.t.Helper()
	table, err := availability.NewPriceTable([]int{2}, testworld.Summer, 10)
	c.must(err)
	c.must(table.Set(testworld.Summer, 3, 0, testworld.Price, 0))
	g, err := c.Store.Stage(c.t.Context(), store.PricesPart, false)
	c.must(err)
	c.must(g.PutPrices(c.t.Context(), "last", table.Encode(), availability.Allotment{First: testworld.Summer, Units: slices.Repeat([]int{n}, 14)}.Encode()))
	_, err = g.Publish(c.t.Context())
	c.must(err)
}

func TestARedirectDoesNotTellTheAddress(t *testing.T) {
	c := connect(t, storetest.SQLite(t))
	c.channel.does(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved.ics" {
			fmt.Fprint(w, document())
			return
		}
		http.Redirect(w, r, "/moved.ics", http.StatusFound)
	})
	c.add("airbnb")
	if asked := c.channel.requests(); len(asked) != 2 || asked[1].Referer() != "" {
		t.Errorf("%d requests, the last from %s", len(asked), asked[len(asked)-1].Referer())
	}
}

func TestABookingOnBlockedNightsIsAnAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.channel.does(says(document(), ""))
		c.add("airbnb")
		v := testworld.Visitor()
		ref := c.Paid(v, c.Booked(v, "last"), booking.PayDeposit).Ref
		c.channel.does(says(document([2]int{2, 5}), ""))
		s := c.round()
		b, err := c.Store.CalendarBacklog(t.Context())
		c.must(err)
		if len(s.Overlaps) != 1 || s.Overlaps[0] != (ical.Overlap{Ref: ref, Open: true}) || b.Overlaps != 1 || s.Status() != ical.Good {
			t.Fatalf("%+v, %+v", s, b)
		}
		if found, err := c.Payments.Show(t.Context(), ref); err != nil || found.Booking.State != booking.Confirmed {
			t.Errorf("the booking is %s, %v", found.Booking.State, err)
		}
		c.must(c.calendars.Settle(t.Context(), "last", "airbnb", staff))
		if s = c.round(); len(s.Overlaps) != 1 || s.Overlaps[0].Open {
			t.Errorf("settled: %+v", s.Overlaps)
		}
		c.channel.does(says(document([2]int{4, 7}), ""))
		c.round() // most nights are missing: it must say so twice
		if s = c.round(); s.Overlaps != nil {
			t.Errorf("it has moved: %+v", s.Overlaps)
		}
		// A channel that has read our nights blocks them for us.
		c.get(c.calendars.Link(s.Calendar), "")
		c.channel.does(says(document([2]int{0, 3}, [2]int{4, 7}), ""))
		if s = c.round(); len(s.Overlaps) != 1 || s.Overlaps[0].Open {
			t.Errorf("its echo: %+v", s.Overlaps)
		}
	})
}

func TestAChannelReadsOurNights(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.channel.does(says(document([2]int{8, 10}), ""))
		c.add("airbnb")
		c.must(c.calendars.Add(t.Context(), ical.Calendar{UnitType: "last", Source: "vrbo"}, staff)) // it only reads ours
		link := c.calendars.Link(c.state("vrbo").Calendar)
		empty := c.get(link, "")
		if h := empty.Header(); empty.Code != http.StatusOK || strings.Contains(empty.Body.String(), "VEVENT") || h.Get("Content-Type") != "text/calendar; charset=utf-8" ||
			h.Get("Cache-Control") != "no-cache" || h.Get("ETag") == "" || h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%d %v %s", empty.Code, h, empty.Body)
		}
		v := testworld.Visitor()
		held := c.Booked(v, "last")
		c.Clock.Advance(time.Minute)
		if again := c.get(link, empty.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("a hold is in it, or it depends on the time: %d %s", again.Code, again.Body)
		}
		c.Paid(v, held, booking.PayDeposit)
		c.must(c.Store.ChangeClosed(t.Context(), store.Closure{UnitType: "last", First: testworld.Summer + 5, Last: testworld.Summer + 6, Units: 1, By: "Jo", Why: "roof"}))
		full := c.get(link, empty.Header().Get("ETag"))
		blocked, _, err := ical.Parse(full.Body.Bytes(), date.In(c.Clock.Now()))
		c.must(err)
		if runs := blocked.Runs(); len(runs) != 2 || runs[0] != (ical.Run{First: testworld.Summer, Last: testworld.Summer + 2}) || runs[1] != (ical.Run{First: testworld.Summer + 5, Last: testworld.Summer + 6}) {
			t.Errorf("%v", runs)
		}
		for _, secret := range []string{testworld.Jo.Surname, held.Ref, "roof", "airbnb", "Anna"} {
			if strings.Contains(full.Body.String(), secret) {
				t.Errorf("%q is in it: %s", secret, full.Body)
			}
		}
		if !c.state("vrbo").Read.Equal(c.Clock.Now()) || !c.state("airbnb").Read.IsZero() {
			t.Error("who has read it is not noted")
		}
		for _, wrong := range []string{ical.Path + "x.ics", strings.Replace(link, ".ics", "", 1), strings.Replace(link, ".", "a.", 1), link[:len(link)-6] + "AA.ics", c.calendars.Link(ical.Calendar{UnitType: "crowd", Source: "vrbo", Link: 1})} {
			if got := c.get(wrong, ""); got.Code != http.StatusNotFound {
				t.Errorf("%s: %d", wrong, got.Code)
			}
		}
		c.must(c.calendars.Revoke(t.Context(), "last", "vrbo", staff))
		if got := c.get(link, ""); got.Code != http.StatusNotFound {
			t.Errorf("revoked: %d", got.Code)
		}
		next := c.calendars.Link(c.state("vrbo").Calendar)
		if got := c.get(next, full.Header().Get("ETag")); got.Code != http.StatusNotModified {
			t.Errorf("the new link has other events: %d %s", got.Code, got.Body)
		}
		c.must(c.calendars.Remove(t.Context(), "last", "vrbo", staff))
		if got := c.get(next, ""); got.Code != http.StatusNotFound {
			t.Errorf("removed: %d", got.Code)
		}
	})
}

func TestWhatCannotBeConnected(t *testing.T) {
	c := connect(t, storetest.SQLite(t))
	c.channel.does(says("<html>", ""))
	for want, calendar := range map[string]ical.Calendar{
		"has 100 units":        {UnitType: "crowd", Source: "airbnb"},
		"is not on sale":       {UnitType: "none", Source: "airbnb"},
		"lower-case":           {UnitType: "last", Source: "Airbnb"},
		"https://":             {UnitType: "last", Source: "airbnb", Address: c.address},
		"web page":             {UnitType: "last", Source: "airbnb", Address: c.address, Private: true},
		"not a public address": {UnitType: "last", Source: "airbnb", Address: "https" + strings.TrimPrefix(c.address, "http")},
	} {
		if err := c.calendars.Add(t.Context(), calendar, staff); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v, want %q", calendar, err, want)
		}
	}
	c.channel.does(says(document(), "\"\xff\""))
	c.add("vrbo")
	if s := c.state("vrbo"); s.ETag != "" {
		t.Errorf("the ETag %q cannot be sent", s.ETag)
	}
	if err := c.calendars.Add(t.Context(), ical.Calendar{UnitType: "last", Source: "vrbo"}, staff); err == nil || !strings.Contains(err.Error(), "is read") {
		t.Errorf("without its address: %v", err)
	}
	if err := c.calendars.Revoke(t.Context(), "last", "airbnb", staff); err == nil || !strings.Contains(err.Error(), "has no calendar airbnb") {
		t.Error(err)
	}
}
