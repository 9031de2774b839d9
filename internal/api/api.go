// Package api is the HTTP API of the product: operations with typed inputs and
// answers, their envelope, error codes and rate limits. Its Go types are the
// contract; package contract generates OpenAPI and the front end's types from
// them.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

// Config is what New needs.
type Config struct {
	Site *site.Site
	// View returns the current catalogue and index; never nil.
	View     func() *View
	Bookings *booking.Service
	Payments *payment.Service
	// Settle waits until searches show what this call has committed, so that
	// the visitor's next search already includes it.
	Settle func(context.Context)
	// Visitors stores newsletter sign-ups and messages. Wake is called after each
	// of them, because it has written an outbox job.
	Visitors visitor.Store
	Wake     func()
	// Promotion is the brand's newspaper promotion.
	Promotion *promotion.Source
	// HomePage is what the brand adds to the home page.
	HomePage *homepage.Source
	// DriveTimes is how long drives to parks take, where it was measured.
	DriveTimes *livefile.File[catalogue.DriveTimes]
	// Passes signs the passes of visitors who have passed the promotion gate.
	Passes promotion.Passes
	Now    func() time.Time
	// Keys sign search ids. Every node of a site must have the same.
	Keys keyring.Ring
	// Rates limits the requests of each client address; nil means no limits.
	Rates map[Limit]Rate
	// Origin is the brand's own origin, as browsers send it in the Origin
	// header. A request's Host counts as our own too.
	Origin string
	// Maintenance reports whether the site is closed to the visitor of a
	// request.
	Maintenance func(*http.Request) bool
	// Flags is what browsers need to read feature flags.
	Flags FlagSettings
	// MaintenanceToken lets staff use the site during maintenance; empty means
	// that nobody can.
	MaintenanceToken string
	// NotificationPath is the secret path to which the card provider sends
	// notifications; empty means that none are accepted.
	NotificationPath string
	// NotificationSources are the addresses from which they may come.
	NotificationSources httpx.Sources
	// WalletNotificationPath is the same for the wallet.
	WalletNotificationPath string
	// Wallet says whether visitors may pay by wallet.
	Wallet bool
	// Banner is a text at the top of the page that describes the API, as on all
	// pages; empty means none.
	Banner string
	// Gates limits how many calls run at once.
	Gates *Gates
	// MapTiles is what maps show; nil: the map that the product carries.
	MapTiles *MapTiles
	// Watches keeps price watches; nil: nobody can watch prices. WatchPage answers the page that
	// asks where to write.
	Watches   *watch.Service
	WatchPage func(w http.ResponseWriter, r *http.Request, stay watch.Watched)
	// MyHolidays shows who owns an address what is held under it; nil: nobody is shown that.
	// HolidayPages has its pages.
	MyHolidays   *myholidays.Service
	HolidayPages HolidayPages
	// SiteReviews returns what customers say about the brand.
	SiteReviews func() SiteReviews
	// FormRefused answers a form of a page that the browser has sent itself, with a
	// page that says why it was refused; back is the page to go back to.
	FormRefused func(w http.ResponseWriter, r *http.Request, status int, lines []string, back string)
	Log         *slog.Logger
}

// API serves the operations. Make one with New.
type API struct {
	Config
	limiter *limiter
	public  *publicAnswers
	// readable holds the calls that Read answers, by path.
	readable  map[string]*Operation
	lowest    *cache.Cache[string, *lowestPrices] // by channel and region
	dealLists *cache.Cache[string, *dealList]     // by channel and kind
}

// New returns an API.
func New(c Config) *API {
	a := &API{Config: c, limiter: newLimiter(c.Rates, c.Now), public: newPublicAnswers(), lowest: newLowestCache(), dealLists: newDealCache()}
	a.readable = readable(a.Operations())
	return a
}

// Version returns a text that changes whenever answers may have changed: with
// the catalogue, the prices, the promotion, the brand's home page, the end of its
// countdown, the date, or the flags of the providers.
func (a *API) Version() string {
	return fmt.Sprint(a.version(a.View(), a.Today(), true)) // every field of version counts
}

// Routes registers a handler for each operation, for the other addresses of the
// API, and for unknown paths below /api/, each with its net/http pattern.
func (a *API) Routes(handle func(pattern string, handler http.Handler)) {
	byPath := map[string][]Operation{}
	for _, o := range a.Operations() {
		byPath[o.Path] = append(byPath[o.Path], o)
	}
	for path, operations := range byPath {
		others := notAllowed(operations)
		for _, o := range operations {
			for _, method := range o.Methods {
				handle(method+" "+path, a.handler(&o))
			}
			if o.OwnOrigin { // net/http would have GET answer it
				handle("HEAD "+path, others)
			}
		}
		handle(path, others)
	}
	handle("GET /api/openapi.json", http.HandlerFunc(serveOpenAPI))
	handle("GET /api/docs", http.HandlerFunc(a.serveDocs))
	handle("GET /api/maintenance-pass", a.Bounded(a.maintenancePass))
	handle("POST /promotion", plainForm(a, "promotion", limitCodeWords, pageBefore, a.validateCodeWords))
	handle("POST /newsletter", plainForm(a, "newsletter form", limitNewsletter, toThanks, a.newsletter))
	handle("POST "+TogetherPath, plainForm(a, "units together", limitBook, a.toHeld, a.startTogether))
	if a.Watches != nil {
		a.watchRoutes(handle)
	}
	if a.MyHolidays != nil {
		a.holidayRoutes(handle)
	}
	handle("POST /api/threedsreturn", a.Bounded(a.threeDSReturn))
	handle("GET /api/paypal/return", a.Bounded(a.walletReturn))
	handle("GET /api/paypal/cancel", a.Bounded(a.walletCancel))
	if a.WalletNotificationPath != "" {
		handle("POST "+a.WalletNotificationPath, a.Bounded(a.walletNotification))
	}
	if a.NotificationPath != "" {
		handle("POST "+a.NotificationPath, a.Bounded(a.notification))
	}
	for _, prefix := range []string{"/api/", "/json-files/", "/content/"} {
		handle(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			WriteFailure(w, r, Refuse(NotFound, "There is no such call."))
		}))
	}
}

// Bounded applies the general rate limit to a handler that is not an operation.
func (a *API) Bounded(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if refusal := a.limiter.refuse(limitGeneral, httpx.Client(r.Context())); refusal != nil {
			WriteFailure(w, r, refusal)
			return
		}
		next(w, r)
	}
}

// PageRefused reports whether a client asks for too many pages, and after how many
// seconds it may ask again.
func (a *API) PageRefused(r *http.Request) (retryAfter int, refused bool) {
	refusal := a.limiter.refuse(limitPage, httpx.Client(r.Context()))
	if refusal == nil {
		return 0, false
	}
	return refusal.RetryAfter, true
}

// handler answers the requests of an operation.
func (a *API) handler(o *Operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := httpx.Record(w)
		recorder.Operation = o.Name
		a.serve(recorder, &Request{Request: r, Client: httpx.Client(r.Context())}, o)
	})
}

// notAllowed refuses requests by a method that no operation of their path has.
func notAllowed(operations []Operation) http.Handler {
	var methods []string
	for _, o := range operations {
		methods = append(methods, o.Methods...)
	}
	allowed := strings.Join(methods, ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.Record(w).Operation = operations[0].Name
		w.Header().Set("Allow", allowed)
		WriteFailure(w, r, Refuse(MethodNotAllowed, "This call takes "+allowed+"."))
	})
}

// serve answers one request: it checks whether the caller may make it, reads
// the input, runs the operation and writes the answer.
func (a *API) serve(w http.ResponseWriter, r *Request, o *Operation) {
	if refusal := a.admit(r, o); refusal != nil {
		WriteFailure(w, r.Request, refusal)
		return
	}
	if refusal := a.limiter.refuse(o.Limit, r.Client); refusal != nil {
		WriteFailure(w, r.Request, refusal)
		return
	}
	if o.Public && !a.isReader(r, o) {
		a.servePublic(w, r, o)
		return
	}
	i, err := o.invocation(r, a.View())
	if err != nil {
		a.fail(w, r.Request, o.Name, err)
		return
	}
	result, err := a.run(r, o, i)
	for _, cookie := range r.cookies {
		http.SetCookie(w, cookie)
	}
	if err != nil {
		a.fail(w, r.Request, o.Name, err)
		return
	}
	body, err := o.body(result)
	if err != nil {
		a.fail(w, r.Request, o.Name, err)
		return
	}
	header := w.Header()
	header["Cache-Control"], header["Content-Type"] = httpx.NoStore, httpx.JSON
	var codings []*httpx.Coding
	if o.Group == groupSearch {
		codings = httpx.OnRequest
	}
	var release func()
	if lent, ok := result.(Encoded); ok {
		release = lent.release
	}
	if err := httpx.SendOnce(w, r.Request, http.StatusOK, body, codings, release); err != nil {
		a.fail(w, r.Request, o.Name, err)
	}
}

// admit returns the refusal of a request that is not let in during maintenance or that
// a page of another site has sent, or nil.
func (a *API) admit(r *Request, o *Operation) *Failure {
	r.inMaintenance = a.Maintenance(r.Request)
	switch {
	case r.inMaintenance && !letIn(r.Request) && !o.Maintenance:
		return Refuse(Maintenance, "We are currently making exciting changes to further improve your site experience!")
	case a.foreign(r, o):
		return Refuse(Forbidden, "This request came from another site.")
	}
	return nil
}

// invocation reads the input of a call from a request.
func (o *Operation) invocation(r *Request, view *View) (invocation, error) {
	from, err := r.read(o.Path)
	if err != nil {
		return invocation{}, err
	}
	return o.invocationOf(from, view)
}

// invocationOf decodes the input of a call and normalises it.
func (o *Operation) invocationOf(from values, view *View) (invocation, error) {
	i, err := o.decode(from)
	if query, ok := i.input.(normaliser); ok {
		query.normalise(view)
	}
	return i, err
}

// run runs a call inside its gate. It leaves the gate even after a panic.
func (a *API) run(r *Request, o *Operation, i invocation) (any, error) {
	gate := a.Gates.of(o)
	switch err := gate.Enter(r.Context()); {
	case errors.Is(err, httpx.ErrBusy) && i.later != nil:
		return i.later(r)
	case err != nil:
		return nil, err
	}
	defer gate.Leave()
	return i.run(r)
}

// Today returns the current date in Europe/London.
func (a *API) Today() date.Date { return date.In(a.Now()) }
