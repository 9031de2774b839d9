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
// includes the envelope; it is nil unless the status is 200.
func (a *API) Read(ctx context.Context, path string, query url.Values) (status int, body []byte) {
	operation, ok := a.readable[path]
	if !ok {
		return http.StatusNotFound, nil
	}
	if operation.Name == "initial" && query.Get("siteCode") == a.Site.SiteCode {
		return http.StatusOK, slices.Clip(a.InitDocument())
	}
	r := &Request{Request: (&http.Request{}).WithContext(ctx)}
	encoded, result, err := operation.answer(r, valuesOf(query), a.View())
	if err != nil {
		if failure := a.failureOf(r.Request, operation.Name, err); failure != nil {
			return failure.Status(), nil
		}
		return http.StatusInternalServerError, nil // nobody waits for it
	}
	body = slices.Clone(encoded)
	if lent, ok := result.(Encoded); ok {
		lent.release()
	}
	return http.StatusOK, body
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

// answer answers a call with these values. The body includes the envelope.
func (o *Operation) answer(r *Request, from values, view *View) (body []byte, result any, err error) {
	if err := from.check(); err != nil {
		return nil, nil, err
	}
	i, err := o.invocationOf(from, view)
	if err != nil {
		return nil, nil, err
	}
	if result, err = i.run(r); err != nil {
		return nil, nil, err
	}
	body, err = o.body(result)
	return body, result, err
}
