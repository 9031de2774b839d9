package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ParkSecret is the secret of the webhooks that a simulated park system accepts. It is
// published test data.
const ParkSecret = "whsec_" + "c2ltdWxhdGVkLXBhcmstc3lzdGVtLXNlY3JldA=="

// Manner is how a simulated park system answers.
type Manner string

// The manners of a park system.
const (
	Accepts  Manner = "accepts"
	Warns    Manner = "accepts with a warning"
	Refuses  Manner = "refuses"
	Busy     Manner = "asks to wait"
	Stalls   Manner = "stalls, and does nothing"
	Cuts     Manner = "does it, and cuts the connection"
	Twice    Manner = "answers twice"
	Lies     Manner = "does it, and says that it did not"
	Empty    Manner = "does it, and answers nothing"
	Redirect Manner = "redirects"
	GoneAway Manner = "wants no more messages"
)

// Manners lists all manners.
var Manners = []Manner{Accepts, Warns, Refuses, Busy, Stalls, Cuts, Twice, Lies, Empty, Redirect, GoneAway}

// KeptReservation is a booking in the books of a park system.
type KeptReservation struct {
	Hotel, Reference  string
	Room, Rate        string
	Arrival           string
	Departure         string
	Surname           string
	Total, Paid       string
	Version           int // 0 where the protocol has none
	Cancelled         bool
	Number            string
	Messages, Commits int // that it took, repetitions included
}

// ParkSystem simulates the system of a park, which takes its bookings. It keeps them in
// memory. It is safe for concurrent use.
type ParkSystem struct {
	mux   *http.ServeMux
	clock func() time.Time
	stall time.Duration

	mu     sync.Mutex
	manner func() Manner
	kept   map[string]*KeptReservation // by hotel and reference
	seen   map[string]bool             // ids of messages
	wrong  []string                    // what a real system would complain about
}

// NewParkSystem returns a park system that accepts everything. When it stalls, it says
// nothing for a time, and then closes the connection.
func NewParkSystem(clock func() time.Time, stall time.Duration) *ParkSystem {
	p := &ParkSystem{mux: http.NewServeMux(), clock: clock, stall: stall, kept: map[string]*KeptReservation{}, seen: map[string]bool{}}
	p.Behave(func() Manner { return Accepts })
	p.mux.HandleFunc("POST /park/webhook", p.serveWebhook)
	p.mux.HandleFunc("POST /park/ota", p.serveOTA)
	p.mux.HandleFunc("GET /park", p.servePage)
	p.mux.HandleFunc("POST /park", p.serveManner)
	return p
}

// ServeHTTP serves the system's endpoints and its page, all below /park.
func (p *ParkSystem) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// Behave has a function draw how each message is answered.
func (p *ParkSystem) Behave(manner func() Manner) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.manner = manner
}

// Books returns what the system has, sorted by hotel and reference.
func (p *ParkSystem) Books() []KeptReservation {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]KeptReservation, 0, len(p.kept))
	for _, k := range p.kept {
		all = append(all, *k)
	}
	slices.SortFunc(all, func(a, b KeptReservation) int {
		return strings.Compare(a.Hotel+"/"+a.Reference, b.Hotel+"/"+b.Reference)
	})
	return all
}

// Complaints returns what was wrong with messages.
func (p *ParkSystem) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.wrong)
}

func (p *ParkSystem) complain(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = append(p.wrong, fmt.Sprintf(format, args...))
}

func (p *ParkSystem) draw() Manner {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.manner()
}

// keep enters what a message says, and returns the number of the reservation. change is
// not called for a version that is not newer than the one that is known.
func (p *ParkSystem) keep(hotel, reference string, version int, change func(*KeptReservation)) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.kept[hotel+"/"+reference]
	if k == nil {
		k = &KeptReservation{Hotel: hotel, Reference: reference, Number: strconv.Itoa(4700 + len(p.kept))}
		p.kept[hotel+"/"+reference] = k
	}
	k.Messages++
	if version == 0 || version > k.Version {
		k.Version = version
		change(k)
	}
	return k.Number
}

// bookingEvent is what the system reads of a webhook.
type bookingEvent struct {
	Type string `json:"type"`
	Data struct {
		Action  string `json:"action"`
		Version int    `json:"version"`
		Booking struct {
			Reference, Status, Hotel, Room, Rate, Arrival, Departure, Total, Paid, Price string

			Guest  struct{ Surname string }
			Nights []struct{ Date, Amount string }
		} `json:"booking"`
	} `json:"data"`
}

func (p *ParkSystem) serveWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return // the sender has left
	}
	if why := p.unsigned(r.Header, body); why != "" {
		p.complain("a webhook: %s", why)
		http.Error(w, why, http.StatusUnauthorized)
		return
	}
	var e bookingEvent
	if err := json.Unmarshal(body, &e); err != nil || e.Type != "booking.changed" || e.Data.Version < 1 {
		p.complain("a webhook of type %q, version %d: %v", e.Type, e.Data.Version, err)
		http.Error(w, "not a booking", http.StatusBadRequest)
		return
	}
	refuse := func(why string) (int, string, string) { return http.StatusUnprocessableEntity, "text/plain", why }
	p.answer(w, r, refuse, func(string) (string, string) {
		b := e.Data.Booking
		number := p.keep(b.Hotel, b.Reference, e.Data.Version, func(k *KeptReservation) {
			if e.Data.Action == "commit" {
				k.Commits++
			}
			k.Room, k.Rate, k.Arrival, k.Departure, k.Surname, k.Total, k.Paid = b.Room, b.Rate, b.Arrival, b.Departure, b.Guest.Surname, b.Total, b.Paid
			k.Cancelled = b.Status == "cancelled"
		})
		return "application/json", `{"number":"` + number + `"}`
	})
}

// unsigned says what is wrong with a webhook's signature.
func (p *ParkSystem) unsigned(header http.Header, body []byte) string {
	at, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := p.clock().Sub(time.Unix(at, 0)); err != nil || age.Abs() > 5*time.Minute {
		return "its timestamp is not of now"
	}
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(ParkSecret, "whsec_")) // a constant
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."))
	mac.Write(body)
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); !slices.Contains(strings.Fields(header.Get("webhook-signature")), want) {
		return "it has no signature by our secret"
	}
	return ""
}

// answer does what a message asks, or not, and answers in the drawn manner. refuse returns
// how the protocol refuses a message, and do, after it has done what the message asks, its
// acknowledgement with a warning, if there is one: media type and body.
func (p *ParkSystem) answer(w http.ResponseWriter, r *http.Request, refuse func(why string) (status int, kind, body string), do func(warning string) (kind, body string)) {
	manner := p.draw()
	switch manner {
	case Refuses:
		status, kind, body := refuse("Room type code not found for this hotel")
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // a reader who left is no fault
		return
	case Busy:
		w.Header().Set("Retry-After", "7200")
		http.Error(w, "too much to do", http.StatusServiceUnavailable)
		return
	case Redirect:
		http.Redirect(w, r, "/park/elsewhere", http.StatusTemporaryRedirect)
		return
	case GoneAway:
		http.Error(w, "we have another system now", http.StatusGone)
		return
	case Stalls:
		select {
		case <-r.Context().Done():
		case <-time.After(p.stall):
		}
		panic(http.ErrAbortHandler)
	default:
	}
	warning := ""
	if manner == Warns {
		warning = "overbooked"
	}
	kind, body := do(warning)
	switch manner {
	case Cuts:
		panic(http.ErrAbortHandler)
	case Lies:
		http.Error(w, "we have done nothing", http.StatusInternalServerError)
		return
	case Empty:
		return
	case Twice:
		body += body
	default:
	}
	w.Header().Set("Content-Type", kind)
	_, _ = io.WriteString(w, body) // a reader who left is no fault
}

var parkPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Park system of the demo</title></head>
<body><h1>Park system of the demo</h1>
<form method="post"><p><label>It <select name="manner">{{range .Manners}}<option{{if eq . $.Manner}} selected{{end}}>{{.}}</option>{{end}}</select></label> <button>Change</button></p></form>
{{if .Books}}<table><tr><th>Booking<th>Ours<th>Park<th>Unit<th>Arrival<th>Departure<th>Guest<th>Total<th>Paid<th></tr>
{{range .Books}}<tr><td>{{.Reference}}<td>{{.Number}}<td>{{.Hotel}}<td>{{.Room}} {{.Rate}}<td>{{.Arrival}}<td>{{.Departure}}<td>{{.Surname}}<td>£{{.Total}}<td>£{{.Paid}}<td>{{if .Cancelled}}cancelled{{end}}</tr>
{{end}}</table>{{else}}<p>No bookings yet.</p>{{end}}
</body></html>`))

func (p *ParkSystem) servePage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = parkPage.Execute(w, map[string]any{"Manners": Manners, "Manner": p.draw(), "Books": p.Books()}) // a reader who left is no fault
}

func (p *ParkSystem) serveManner(w http.ResponseWriter, r *http.Request) {
	manner := Manner(r.FormValue("manner"))
	if !slices.Contains(Manners, manner) {
		http.Error(w, "manner: want one that the page lists", http.StatusBadRequest)
		return
	}
	p.Behave(func() Manner { return manner })
	http.Redirect(w, r, "/park", http.StatusSeeOther)
}
