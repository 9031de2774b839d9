package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

const (
	// cacheBytes limits the cached answers, in bytes. An answer of up to a third
	// of it is cached: the prices of a whole channel of the demo are 18 MB.
	cacheBytes = 96 << 20
	// largeAnswer is the size in bytes from which an answer is large. The prices of a
	// whole channel take up to a second to build.
	largeAnswer = 256 << 10
	// buildTime limits the time to build an answer.
	buildTime = 20 * time.Second
)

// publicAnswers caches the answers to calls that are the same for every
// visitor. The cache key holds only the normalised values of the input, so
// unknown values cause no new entries. Simultaneous requests for a missing
// answer share one build.
type publicAnswers struct {
	cached *cache.Cache[string, *publicAnswer]
	builds singleflight.Group
}

type publicAnswer = versioned[*httpx.Body]

func newPublicAnswers() *publicAnswers {
	return &publicAnswers{cached: cache.New[string, *publicAnswer](cacheBytes)}
}

// CachedAnswers returns the number of cached answers, for metrics.
func (a *API) CachedAnswers() int { return a.public.cached.Len() }

// normaliser is implemented by inputs of which some values cannot change the
// answer. normalise replaces all such values by a single one, so that they
// share a cache entry.
type normaliser interface{ normalise(*View) }

// costly is implemented by inputs that may ask for very many prices, such as those of
// a whole channel. limit returns the limit that then applies, in addition to that of
// the operation; "": none.
type costly interface{ limit() Limit }

// normalise replaces a date on which nothing can be on sale by one fixed date
// of that kind, and removes a point that adds no park.
func (q *AvailabilityQuery) normalise(v *View) {
	if region, near, _ := q.near(); near != nil && !v.addsParks(q.Channel, region, near) {
		q.Region = region
	}
	if q.Date == nil {
		return
	}
	first, days := v.index.Window()
	if *q.Date < first || *q.Date >= first+date.Date(days) {
		never := first - 1
		q.Date = &never
	}
}

// limit returns the limit of documents for the prices of a whole channel and for those
// of every number of nights near a point. For one number of nights near a point it is
// that of searches, because these prices are not cached.
func (q *AvailabilityQuery) limit() Limit {
	switch _, near, _ := q.near(); {
	case q.Region == "" && q.Date == nil, near != nil && q.Nights == 0:
		return limitDocument
	case near != nil:
		return limitSearch
	}
	return ""
}

// nameMax is how many characters of a name a search uses.
const nameMax = 60

// firstOf returns the part of a name that a search uses.
func firstOf(name string) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), nameMax)])
}

// bound is an invocation of a public call.
type bound struct {
	invocation
	key   string // the cache key: operation and normalised input
	limit Limit  // see costly
}

// bind finds what a public call needs to know of an invocation.
func (o *Operation) bind(i invocation) bound {
	key, in := append(make([]byte, 0, 128), o.Name...), reflect.ValueOf(i.input).Elem()
	for _, f := range o.inputs.fields {
		key = appendValue(append(key, '&'), in.FieldByIndex(f.index))
	}
	b := bound{invocation: i, key: string(key)}
	if o.WholeChannel {
		b.limit = limitDocument
	}
	if input, ok := i.input.(costly); ok {
		b.limit = input.limit()
	}
	return b
}

func appendValue(key []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return strconv.AppendQuote(key, v.String())
	case reflect.Int, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(key, v.Int(), 10)
	case reflect.Bool:
		return strconv.AppendBool(key, v.Bool())
	case reflect.Pointer:
		if v.IsNil() {
			return key
		}
		return appendValue(key, v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			key = append(appendValue(key, v.Index(i)), ',')
		}
		return key
	}
	panic("api: no rule to key a cached answer by an input of type " + v.Type().String())
}

// servePublic answers a call that is the same for every visitor. It uses the
// cached answer as long as catalogue, day and (where the call depends on
// prices) index are unchanged.
func (a *API) servePublic(w http.ResponseWriter, r *Request, o *Operation) {
	view := a.View()
	i, err := o.invocation(r, view)
	if err != nil {
		a.fail(w, r.Request, o.Name, err)
		return
	}
	call := o.bind(i)
	if call.limit != "" {
		if refusal := a.limiter.refuse(call.limit, r.Client); refusal != nil {
			WriteFailure(w, r.Request, refusal)
			return
		}
	}
	now := a.version(view, a.Today(), o.Priced)
	cached, known := a.public.cached.Get(call.key)
	if !known || !cached.serves(now, a.Now()) {
		cached, err = a.build(r, call.flight(now, known && cached.large), func(r *Request) (*publicAnswer, error) { return a.makeInTurn(r, o, call, now) })
		if err != nil {
			a.fail(w, r.Request, o.Name, err)
			return
		}
	}
	w.Header()["Cache-Control"] = httpx.PublicOneMinute
	if r.inMaintenance { // only staff may see this now: no cache may store it
		w.Header()["Cache-Control"] = httpx.NoStore
		httpx.AddVary(w.Header(), "Cookie")
	}
	cached.value.Send(w, r.Request)
}

// flight returns the key under which requests share the build of an answer: that of a
// large one even when prices change meanwhile.
func (b *bound) flight(now version, large bool) string {
	if large {
		return b.key
	}
	return fmt.Sprint(b.key, now)
}

// build makes an answer once for all requests of a flight. It goes on
// when a request ends early. The call gets no headers: what everybody gets must not
// depend on the cookies of the first who asks.
func (a *API) build(r *Request, flight string, compute func(*Request) (*publicAnswer, error)) (*publicAnswer, error) {
	done := a.public.builds.DoChan(flight, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), buildTime)
		defer cancel()
		var answer *publicAnswer
		err := loop.Catch(func() (err error) {
			anonymous := r.WithContext(ctx)
			anonymous.Header = nil
			answer, err = compute(&Request{Request: anonymous})
			return err
		})
		return answer, err
	})
	select {
	case result := <-done:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*publicAnswer), nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// makeInTurn makes an answer inside the gate of the call.
func (a *API) makeInTurn(r *Request, o *Operation, call bound, now version) (*publicAnswer, error) {
	gate := a.Gates.Searches
	if call.limit == limitDocument {
		gate = a.Gates.Documents
	}
	if err := gate.Enter(r.Context()); err != nil {
		return nil, err
	}
	defer gate.Leave()
	return a.make(r, o, call, now)
}

// make runs a call and caches the answer.
func (a *API) make(r *Request, o *Operation, call bound, now version) (*publicAnswer, error) {
	started := a.Now()
	result, err := call.run(r)
	if err != nil {
		return nil, err
	}
	body, err := o.body(result)
	if err != nil {
		return nil, err
	}
	answer := &publicAnswer{value: httpx.NewBody(httpx.JSON, bytes.Clone(body), httpx.OnRequest), version: now, made: started, large: o.Stale || len(body) >= largeAnswer}
	transient := false
	if lent, ok := result.(Encoded); ok {
		transient = lent.transient
		lent.release()
	}
	if !transient {
		a.public.cached.Put(call.key, answer, answer.value.Size()+len(call.key))
	}
	return answer, nil
}
