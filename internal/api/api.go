// Package api is the HTTP interface of the product: operations with typed
// inputs and answers, their envelope, codes and limits. Its Go types are the
// contract, of which OpenAPI and the front end's types are generated.
package api

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/site"
)

// Config is what the API needs.
type Config struct {
	Site *site.Site
	// View answers the catalogue and index of now; nil before they are loaded.
	View     func() *View
	Bookings *booking.Service
	Payments *payment.Service
	// Settle waits until searches show what has been committed, so that a
	// visitor's next search knows of his last call.
	Settle func(context.Context)
	// SignUp keeps a newsletter sign-up.
	SignUp func(ctx context.Context, email, firstName string) error
	Now    func() time.Time
	// Secret signs search ids; every node of a site has the same.
	Secret []byte
	// Rates are the limits of a client address; nil switches them off.
	Rates map[Limit]Rate
	// Origin is the brand's own address, as browsers write it in Origin. The
	// host that a request names counts as its own, too.
	Origin string
	// Client gives the address that a request came from.
	Client func(*http.Request) string
	// Maintenance says whether visitors are kept out.
	Maintenance func() bool
	// MaintenanceToken lets staff in; empty: nobody.
	MaintenanceToken string
	// NotificationPath is the secret path of the card provider's notifications;
	// empty: none are taken.
	NotificationPath string
	// Observe is told of every request served: operation, status, duration.
	Observe func(operation string, status int, took time.Duration)
	Log     *slog.Logger
}

// API serves the operations.
type API struct {
	Config
	origin  string
	log     *slog.Logger
	limiter *limiter
	kept    *recent[string, *answer] // answers to public calls
	macs    sync.Pool                // hashes with which search ids are signed

	initMu   sync.Mutex
	initOf   initVersion
	initBody []byte
}

// keptBytes bounds the answers kept in memory.
const keptBytes = 96 << 20

// New returns an API.
func New(c Config) *API {
	return &API{
		Config: c, origin: c.Origin, log: c.Log, limiter: newLimiter(c.Rates, c.Now), kept: newRecent[string, *answer](keptBytes),
		macs: sync.Pool{New: func() any { return hmac.New(sha256.New, c.Secret) }},
	}
}

// Routes hands out what serves every operation, everything else of the API and
// what is not there, each with its pattern of net/http.
func (a *API) Routes(handle func(pattern string, handler http.Handler)) {
	byPath := map[string]map[string]Operation{}
	var paths []string
	for _, o := range a.Operations() {
		if byPath[o.Path] == nil {
			byPath[o.Path] = map[string]Operation{}
			paths = append(paths, o.Path)
		}
		for _, method := range o.Methods {
			byPath[o.Path][method] = o
		}
	}
	for _, path := range paths {
		handle(path, a.methods(byPath[path]))
	}
	handle("GET /api/openapi.json", http.HandlerFunc(serveOpenAPI))
	handle("GET /api/docs", http.HandlerFunc(a.serveDocs))
	handle("GET /api/maintenance-pass", a.bounded(a.maintenancePass))
	handle("POST /api/threedsreturn", a.bounded(a.threeDSReturn))
	if a.NotificationPath != "" {
		handle("POST "+a.NotificationPath, a.bounded(a.notification))
	}
	for _, prefix := range []string{"/api/", "/json-files/", "/content/"} {
		handle(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			WriteFailure(w, r, Refuse(NotFound, "There is no such call."))
		}))
	}
}

// bounded puts the general limit before what is no operation.
func (a *API) bounded(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := a.limiter.refuse(limitGeneral, a.Client(r)); err != nil {
			a.fail(w, r, Operation{}, err)
			return
		}
		next(w, r)
	}
}

// methods serves the operations of one path.
func (a *API) methods(operations map[string]Operation) http.Handler {
	var allowed []string
	for method := range operations {
		allowed = append(allowed, method)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o, ok := operations[r.Method]
		if !ok {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			WriteFailure(w, r, Refuse(MethodNotAllowed, "This call takes "+strings.Join(allowed, ", ")+"."))
			return
		}
		started := a.Now()
		recorder := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
		a.serve(recorder, &Request{Request: r, Client: a.Client(r)}, o)
		if a.Observe != nil {
			a.Observe(o.Name, recorder.status, a.Now().Sub(started))
		}
	})
}

// serve runs one operation: who may call, what came, the answer.
func (a *API) serve(w http.ResponseWriter, r *Request, o Operation) {
	if a.closed(r.Request) && o.Name != "postpayment" {
		WriteFailure(w, r.Request, Refuse(Maintenance, "We are currently making exciting changes to further improve your site experience!"))
		return
	}
	if a.foreign(r, o) {
		WriteFailure(w, r.Request, Refuse(Forbidden, "This request came from another site."))
		return
	}
	if err := a.limiter.refuse(o.Limit, r.Client); err != nil {
		a.fail(w, r.Request, o, err)
		return
	}
	if err := r.read(o); err != nil {
		a.fail(w, r.Request, o, err)
		return
	}
	if o.Public {
		a.servePublic(w, r, o)
		return
	}
	result, err := o.serve(r)
	for _, cookie := range r.cookies {
		http.SetCookie(w, cookie)
	}
	if err != nil {
		a.fail(w, r.Request, o, err)
		return
	}
	body, err := o.body(result)
	if err != nil {
		a.fail(w, r.Request, o, err)
		return
	}
	err = sendOnce(w, r.Request, o, body)
	if lent, ok := result.(Encoded); ok && err == nil {
		lent.release()
	}
}

// servePublic answers a call that is the same for everybody, from memory where
// the catalogue, the day and (for prices) the index are still the same.
func (a *API) servePublic(w http.ResponseWriter, r *Request, o Operation) {
	key := a.keyOf(r, o)
	made, ok := a.kept.get(key)
	if !ok {
		result, err := o.serve(r)
		if err != nil {
			a.fail(w, r.Request, o, err)
			return
		}
		body, err := o.body(result)
		if err != nil {
			a.fail(w, r.Request, o, err)
			return
		}
		made = newAnswer(bytes.Clone(body))
		if lent, ok := result.(Encoded); ok {
			lent.release()
		}
		a.kept.put(key, made, made.size()+len(key))
	}
	w.Header()["Cache-Control"] = keptForMinute
	made.send(w, r.Request)
}

// keyOf names the answer to a public call: by those values that the operation
// reads, and by what the answer depends on beside them.
func (a *API) keyOf(r *Request, o Operation) string {
	key := append(make([]byte, 0, 128), o.Name...)
	for _, f := range inputOf(o.In).fields {
		for _, name := range f.names {
			if value := r.values.get(name); value != "" {
				key = append(append(append(key, '&'), name...), '=')
				key = append(key, url.QueryEscape(value)...)
			}
		}
	}
	view := a.View()
	key = strconv.AppendUint(append(key, '#'), view.id, 36)
	key = strconv.AppendInt(append(key, ' '), int64(a.Today()), 36)
	if o.Priced {
		key = strconv.AppendUint(append(key, ' '), view.index.Version(), 36)
	}
	return string(key)
}

// Today is the date in Europe/London.
func (a *API) Today() date.Date { return date.In(a.Now()) }

// visitor is who calls, as the booking rules know them.
func (r *Request) visitor() booking.Visitor {
	return booking.Visitor{Token: r.Token(), Address: r.Client}
}

// statusRecorder remembers the status that was answered.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (s *statusRecorder) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController through.
func (s *statusRecorder) Unwrap() http.ResponseWriter { return s.ResponseWriter }
