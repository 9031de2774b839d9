package office

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/web/httpx"
)

// Route is a call of the office.
type Route struct {
	Method, Path string
	// Open calls need no session: they lead to one.
	Open bool
	// Needs is what a person must be able to do, perhaps with a step-up or a second person; ""
	// for anybody who is signed in.
	Needs   staff.Permission
	In, Out reflect.Type
	answer  func(w http.ResponseWriter, r *http.Request, p *staff.Person) (any, error)
}

// Routes is the table of every call: what is not in it, the office does not answer.
func (o *Office) Routes() []Route {
	routes := []Route{
		open(get("/api/door", o.door)),
		open(call("/api/invitation/begin", "", o.beginInvitation)),
		signsIn(o, "/api/invitation/finish", o.finishInvitation),
		open(call("/api/passkey/begin", "", o.beginPasskey)),
		signsIn(o, "/api/passkey/finish", o.finishPasskey),
		signsIn(o, "/api/demo/sign-in", o.demoSignIn),
		get("/api/me", o.me),
		call("/api/sign-out", "", o.signOut),
		call("/api/stepup/begin", "", o.beginStepUp),
		call("/api/stepup/finish", "", o.finishStepUp),
		call("/api/find", staff.Find, o.config.Find.Search),
		call("/api/today", staff.Find, o.config.Find.Today),
		call("/api/take", staff.Note, o.config.Find.Take),
		call("/api/arrivals/parks", staff.Find, o.config.Find.Parks),
		call("/api/arrivals", staff.SeeNames, o.config.Find.Arrivals),
		afterStepUp(o, "/api/arrivals/file", staff.ExportArrivals, o.config.Find.ArrivalsFile),
		call("/api/overdue", staff.SeeMoney, o.config.Find.Overdue),
		call("/api/unanswered", staff.Find, o.config.Find.Unanswered),
		call("/api/booking", staff.Find, o.config.Record.Open),
		call("/api/check", staff.SeeNames, o.config.Record.Check),
		call("/api/note", staff.Note, o.config.Record.Note),
		call("/api/people", staff.People, o.people),
		call("/api/people/invite", staff.People, o.invite),
		call("/api/people/change", staff.People, o.changePerson),
		call("/api/audit", staff.AuditOwn, o.audit),
	}
	return append(routes, o.deedRoutes()...)
}

// None is the input or the answer of a call that has none.
type None struct{}

// call returns a call that reads its input from the body, as JSON. Personal data is never in
// an address, so every call but those of get is a POST.
func call[In, Out any](path string, needs staff.Permission, do func(context.Context, *staff.Person, In) (Out, error)) Route {
	return Route{Method: http.MethodPost, Path: path, Needs: needs, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		answer: func(_ http.ResponseWriter, r *http.Request, p *staff.Person) (any, error) {
			var in In
			if err := decode(r, &in); err != nil {
				return nil, err
			}
			return do(r.Context(), p, in)
		}}
}

// afterStepUp returns a call that somebody whose grant asks for a step-up gets only after one, for
// this very input.
func afterStepUp[In, Out any](o *Office, path string, needs staff.Permission, do func(context.Context, *staff.Person, In) (Out, error)) Route {
	return call(path, needs, func(ctx context.Context, p *staff.Person, in In) (out Out, err error) {
		if p.Grant(needs).NeedsStepUp() {
			err = o.config.Store.View(ctx, func(tx staff.Tx) error {
				_, err := steppedUp(tx, p, path, in)
				return err
			})
		}
		if err != nil {
			return out, err
		}
		return do(ctx, p, in)
	})
}

// get returns a call without input for anybody who is signed in.
func get[Out any](path string, do func(context.Context, *staff.Person) (Out, error)) Route {
	return Route{Method: http.MethodGet, Path: path, In: reflect.TypeFor[None](), Out: reflect.TypeFor[Out](),
		answer: func(_ http.ResponseWriter, r *http.Request, p *staff.Person) (any, error) { return do(r.Context(), p) }}
}

// open makes a call one that nobody need be signed in for. Its function gets no person.
func open(r Route) Route {
	r.Open = true
	return r
}

// signsIn returns a call that begins a session, whose token do returns, and answers with who
// is signed in.
func signsIn[In any](o *Office, path string, do func(r *http.Request, in In) (p staff.Person, token string, err error)) Route {
	return Route{Method: http.MethodPost, Path: path, Open: true, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Me](),
		answer: func(w http.ResponseWriter, r *http.Request, _ *staff.Person) (any, error) {
			var in In
			if err := decode(r, &in); err != nil {
				return nil, err
			}
			p, token, err := do(r, in)
			if err != nil {
				return nil, err
			}
			http.SetCookie(w, SessionCookie(token))
			return o.me(r.Context(), &p)
		}}
}

// bodyLimit is how long the input of a call may be, in bytes.
const bodyLimit = 64 << 10

// decode reads the body of a call: one JSON value without fields that the call does not know.
func decode(r *http.Request, in any) error {
	text, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, bodyLimit))
	if bytes.Contains(text, []byte(`\u0000`)) { // PostgreSQL stores no such text
		err = errors.Join(err, errors.New("a text with a zero character"))
	}
	body := json.NewDecoder(bytes.NewReader(text))
	body.DisallowUnknownFields()
	if err == nil {
		err = body.Decode(in)
	}
	if err == nil {
		if _, more := body.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if err != nil {
		return staff.Wrong("", "The request cannot be read. Load the page again.")
	}
	return nil
}

// serve answers a call: it finds out who asks, and whether they may.
func (o *Office) serve(route Route) http.Handler {
	answer := func(w http.ResponseWriter, r *http.Request) {
		var p *staff.Person
		if !route.Open {
			var err error
			if p, err = o.signedIn(r); err != nil {
				o.fail(w, r, err)
				return
			}
			if route.Needs != "" && !p.Grant(route.Needs).May() {
				o.fail(w, r, staff.Lacks(route.Needs))
				return
			}
		}
		out, err := route.answer(w, r, p)
		if err != nil {
			o.fail(w, r, err)
			return
		}
		send(w, http.StatusOK, out)
	}
	if route.Open {
		answer = o.limited(answer)
	}
	return http.HandlerFunc(answer)
}

// limited limits how often somebody may try to sign in.
func (o *Office) limited(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if o.attempts != nil && !o.attempts.Allow(o.config.Clients.Of(r), o.config.Now()) {
			o.fail(w, r, staff.Refuse(staff.TooMany, "There were too many attempts to sign in. Try again in a minute."))
			return
		}
		next(w, r)
	}
}

// wentWrong is the message of a fault of ours.
const wentWrong = "Something went wrong on our side, and nothing was changed. Try again; if it stays, give the number of the request to those who run the system."

// statuses are the HTTP statuses of refusals.
var statuses = map[staff.Code]int{
	staff.SignedOut: http.StatusUnauthorized, staff.Locked: http.StatusUnauthorized,
	staff.Forbidden: http.StatusForbidden, staff.StepFirst: http.StatusPreconditionRequired, staff.Unknown: http.StatusNotFound,
	staff.Conflict: http.StatusConflict, staff.PlanChanged: http.StatusConflict, staff.Invalid: http.StatusUnprocessableEntity,
	staff.TooMany: http.StatusTooManyRequests, staff.Busy: http.StatusServiceUnavailable, staff.Failed: http.StatusInternalServerError,
}

// fail answers with an error: a refusal as it is, everything else as a fault of ours, which is
// logged.
func (o *Office) fail(w http.ResponseWriter, r *http.Request, err error) {
	var refusal *staff.Refusal
	switch {
	case errors.As(err, &refusal):
	case errors.Is(err, staff.ErrSignedOut):
		refusal = staff.Refuse(staff.SignedOut, "You are signed out. Sign in to go on.")
	case errors.Is(err, staff.ErrLocked):
		refusal = staff.Refuse(staff.Locked, "The office was locked, because nothing was done for half an hour. Sign in to go on.")
	case errors.Is(err, staff.ErrNotFound):
		refusal = staff.Refuse(staff.Unknown, "This does not exist.")
	case errors.Is(err, booking.ErrUnavailable):
		refusal = staff.Refuse(staff.Busy, "The database does not answer, and nothing was changed. Try again in a moment.")
	case r.Context().Err() != nil:
		return // nobody waits for the answer
	default:
		o.config.Log.ErrorContext(r.Context(), "a call of the office failed", "request", httpx.RequestID(r.Context()), "path", r.Pattern, "error", err.Error())
		refusal = staff.Refuse(staff.Failed, wentWrong)
	}
	o.refuse(w, r, refusal)
}

// Failure is the answer of a call that was refused.
type Failure struct {
	Error *staff.Refusal `json:"error"`
}

func (o *Office) refuse(w http.ResponseWriter, r *http.Request, refusal *staff.Refusal) {
	status := statuses[refusal.Code]
	if status == 0 {
		status = http.StatusInternalServerError
	}
	answer := *refusal // one may be shared by requests
	answer.Request = httpx.RequestID(r.Context())
	send(w, status, Failure{&answer})
}

// send answers with a value as JSON.
func send(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err) // a type of ours that cannot be written
	}
	w.Header()["Content-Type"] = httpx.JSON
	w.WriteHeader(status)
	w.Write(body)
}
