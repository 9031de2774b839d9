package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
)

// Read answers a call that a page makes while the server renders it. It works
// inside the process: no rate limit counts it, and no cookie comes with it. It
// only answers calls that are the same for every visitor; for any other the
// status is 404. body includes the envelope.
func (a *API) Read(ctx context.Context, path string, query url.Values) (status int, body []byte) {
	operation, ok := a.readable[path]
	if !ok {
		return http.StatusNotFound, nil
	}
	if operation.Name == "initial" && query.Get("siteCode") == a.Site.SiteCode {
		return http.StatusOK, slices.Clip(a.InitDocument())
	}
	target := (&url.URL{Path: path, RawQuery: query.Encode()}).String()
	plain, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return http.StatusBadRequest, nil
	}
	request := &Request{Request: plain}
	if err := request.read(operation); err != nil {
		return statusOf(err), nil
	}
	result, err := operation.serve(request)
	if err != nil {
		return statusOf(err), nil
	}
	encoded, err := operation.body(result)
	if err != nil {
		return http.StatusInternalServerError, nil
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
		if (o.Public || o.Group == groupSearch || o.InPages) && slices.Contains(o.Methods, http.MethodGet) {
			found[o.Path] = &o
		}
	}
	return found
}

// statusOf returns the HTTP status of a Failure, and 500 for any other error.
func statusOf(err error) int {
	var failure *Failure
	if errors.As(err, &failure) {
		return failure.Status()
	}
	return http.StatusInternalServerError
}
