package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// call is what a visitor did, and what they were told.
type call struct {
	T       int64  `json:"t"` // when they were told, Unix ms
	Took    int64  `json:"took_ms"`
	Event   string `json:"event"`
	Visitor int    `json:"visitor"`
	Call    string `json:"call"`
	Status  int    `json:"status"` // 0: there was no answer
	Code    string `json:"code,omitempty"`
	Error   string `json:"error,omitempty"`
	Ref     string `json:"ref,omitempty"`
	Unit    string `json:"unit,omitempty"` // the id of the offer
	Told    told   `json:"told,omitempty"`
}

// failed reports whether the site failed, rather than refuse.
func (c call) failed() bool { return c.Status == 0 || c.Status >= 500 }

// told is what an answer means to the visitor.
type told string

const (
	toldHeld     told = "held"
	toldPaid     told = "paid"
	toldRefused  told = "refused"
	toldUnknown  told = "unknown"
	toldFound    told = "found"
	toldNotFound told = "not found"
)

// What probes call, and how often: their failures are the table's seconds.
const (
	probeSearch = "probe search"
	seekEvery   = 100 * time.Millisecond
	probeHold   = "probe hold"
	holdEvery   = 250 * time.Millisecond
)

// moment is when something happened to the cluster.
type moment struct {
	T     int64  `json:"t"` // Unix ms
	Event string `json:"event"`
	What  string `json:"what"`
	Note  string `json:"note,omitempty"`
}

// What happens at a moment.
const (
	eventBegins = "begins" // visitors have been at it for a while
	eventEnds   = "ends"   // what was broken is whole again
	notHealed   = "did not heal"
	writesAgain = "writes again" // the database took none for a second or more
)

// books is what the database and the card provider say at the end, and what was for sale
// at the beginning.
type books struct {
	Short    bool           `json:"short"`
	Seed     uint64         `json:"seed"`
	Left     map[string]int `json:"left"` // by the id of an offer
	Bookings []booked       `json:"bookings"`
	Attempts []attempt      `json:"attempts"`
	Stock    []night        `json:"stock"`
	Orders   []order        `json:"orders"`
}

// booked is a booking in the database.
type booked struct {
	Ref     string `json:"ref"` // as visitors know it
	State   string `json:"state"`
	Unit    string `json:"unit"`    // the unit type
	Arrival string `json:"arrival"` // ISO
	Nights  int    `json:"nights"`
	Paid    int64  `json:"paid"` // pence, by the ledger
}

// attempt is a payment attempt in the database.
type attempt struct {
	Ref   string `json:"ref"`
	State string `json:"state"`
	Order string `json:"order"`
}

// night is how many units of a type are taken on a night.
type night struct {
	Unit  string `json:"unit"`
	Night string `json:"night"`
	Taken int    `json:"taken"`
}

// order is an order at the card provider.
type order struct {
	Code string `json:"code"`
	Has  int64  `json:"has"` // pence that the visitor has paid and not got back
}

// history writes what happens to files, a line each, before anything else happens.
type history struct {
	mu             sync.Mutex
	calls, moments *os.File
	event          string // under way
	lost           error  // of writing
}

// newHistory begins a history in a folder, which replaces one that was there.
func newHistory(dir string) (*history, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	calls, callsErr := os.Create(filepath.Join(dir, "history.ndjson"))
	moments, momentsErr := os.Create(filepath.Join(dir, "events.ndjson"))
	return &history{calls: calls, moments: moments}, errors.Join(callsErr, momentsErr)
}

// call writes a call.
func (h *history) call(c call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.Event = h.event
	h.write(h.calls, c)
}

// moment writes a moment. From the beginning of an event on, what happens is part of it.
func (h *history) moment(m moment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m.What == eventBegins {
		h.event = m.Event
	}
	m.Event = h.event
	h.write(h.moments, m)
}

// write writes a line. The caller holds the lock.
func (h *history) write(to *os.File, line any) {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = to.Write(append(text, '\n'))
	}
	h.lost = errors.Join(h.lost, err)
}

// fail notes that the test itself failed.
func (h *history) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = errors.Join(h.lost, err)
}

// close ends the history, and returns what went wrong while it was written.
func (h *history) close() error { return errors.Join(h.lost, h.calls.Close(), h.moments.Close()) }

// readHistory reads a history with the books of its end.
func readHistory(dir string) (calls []call, moments []moment, end books, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, "books.json"))
	if err == nil {
		err = json.Unmarshal(raw, &end)
	}
	if err != nil {
		return nil, nil, end, fmt.Errorf("read the books: %w", err)
	}
	if calls, err = readLines[call](filepath.Join(dir, "history.ndjson")); err != nil {
		return nil, nil, end, err
	}
	moments, err = readLines[moment](filepath.Join(dir, "events.ndjson"))
	return calls, moments, end, err
}

func readLines[T any](path string) (list []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := json.NewDecoder(bufio.NewReader(f))
	for lines.More() {
		var one T
		if err := lines.Decode(&one); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		list = append(list, one)
	}
	return list, nil
}
