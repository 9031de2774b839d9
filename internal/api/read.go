package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
)

// Read answers a call that a page makes while the server renders it. It works
// inside the process: no rate limit and no gate counts it, and no cookie comes with it.
// For a call that may differ by visitor or changes something the status is 404. body
// includes the envelope, and must not be changed; it is nil unless the status is 200.
func (a *API) Read(ctx context.Context, path string, query url.Values) (status int, body []byte) {
	operation, ok := a.readable[path]
	if !ok {
		return http.StatusNotFound, nil
	}
	r := &Request{Request: (&http.Request{}).WithContext(ctx)}
	body, err := a.read(r, operation, valuesOf(query))
	if err != nil {
		if failure := a.failureOf(r.Request, operation.Name, err); failure != nil {
			return failure.Status(), nil
		}
		return http.StatusInternalServerError, nil // nobody waits for it
	}
	return http.StatusOK, body
}

// read answers a call with these values. An answer that everybody gets is the cached one,
// or is cached.
func (a *API) read(r *Request, o *Operation, from values) ([]byte, error) {
	if err := from.check(); err != nil {
		return nil, err
	}
	view := a.View()
	i, err := o.invocationOf(from, view)
	if err != nil {
		return nil, err
	}
	if o.Public {
		answer, err := a.publicAnswer(r, o, o.bind(i), a.version(view, a.Today(), o.Priced))
		if err != nil {
			return nil, err
		}
		return answer.value.Plain(), nil
	}
	result, err := i.run(r)
	if err != nil {
		return nil, err
	}
	body, err := o.body(result)
	if lent, ok := result.(Encoded); ok {
		body = slices.Clone(body)
		lent.release()
	}
	return body, err
}

// publicAnswer returns the answer to a public call that a page reads. Unlike a visitor's
// call, it takes an answer of older prices only where the operation is Stale. Pages share
// their builds with each other, but not with calls, which wait for a gate.
func (a *API) publicAnswer(r *Request, o *Operation, call bound, now version) (*publicAnswer, error) {
	answer, known := a.public.cached.Get(call.key)
	if known && (answer.version == now || o.Stale && answer.serves(now, a.Now())) {
		return answer, nil
	}
	return a.build(r, "page "+call.flight(now, known && o.Stale), func(r *Request) (*publicAnswer, error) { return a.make(r, o, call, now) })
}

// readable returns the calls that Read answers, by path.
func readable(operations []Operation) map[string]*Operation {
	found := map[string]*Operation{}
	for _, o := range operations {
		if (o.Public || o.Group == groupSearch || o.RenderedToo) && slices.Contains(o.Methods, http.MethodGet) {
			found[o.Path] = &o
		}
	}
	return found
}
