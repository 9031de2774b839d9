package content

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holidaymaker/internal/web/httpx"
)

// Header names of the total of a list and of its pages.
const (
	totalHeader      = "X-WP-Total"
	totalPagesHeader = "X-WP-TotalPages"
)

// Reply is the answer to a call of the REST API.
type Reply struct {
	Status int
	// Total and Pages are the values of the headers X-WP-Total and
	// X-WP-TotalPages; empty: none.
	Total, Pages string
	Body         []byte
}

// Read answers a call of the REST API, by its path and query.
func (s *Service) Read(ctx context.Context, path string, query url.Values) Reply {
	c, err := parseCall(strings.TrimPrefix(path, base), query)
	if err != nil {
		return failed(err)
	}
	found, err := s.get(ctx, c)
	if err != nil {
		return failed(err)
	}
	return s.write(c, found, query)
}

// Totals returns the headers of a reply.
func (r Reply) Totals() map[string]string {
	totals := map[string]string{}
	if r.Total != "" {
		totals[totalHeader] = r.Total
	}
	if r.Pages != "" {
		totals[totalPagesHeader] = r.Pages
	}
	return totals
}

// Pattern is the pattern of the REST API's calls.
const Pattern = base + "/"

// Calls reports whether a path is one of the REST API.
func Calls(path string) bool { return strings.HasPrefix(path, base+"/") }

func failed(err error) Reply {
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = errUnavailable
	}
	return Reply{Status: failure.Status, Body: failure.body()}
}

// write writes what a call found, with the fields that it asks for.
func (s *Service) write(c call, found *answer, query url.Values) Reply {
	var names []string
	for _, parameter := range []string{"_fields", "_fields[]"} {
		for _, value := range query[parameter] {
			names = append(names, strings.Split(value, ",")...)
		}
	}
	shown := func(object map[string]any) map[string]any {
		if !query.Has("_embed") {
			delete(object, "_embedded")
		}
		return choose(object, names)
	}
	var body any
	switch {
	case c.kind == media && found.picture != nil:
		body = shown(s.mediaObject(found.picture))
	case c.id != 0 && len(found.items) == 1:
		body = shown(s.object(c.kind, found.items[0]))
	case c.id != 0:
		return failed(errInvalidID)
	default:
		list := make([]any, len(found.items))
		for i, it := range found.items {
			list[i] = shown(s.object(c.kind, it))
		}
		body = list
	}
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false) // it is not put into a page, and escapes make it a third longer
	if err := encoder.Encode(body); err != nil {
		return failed(err)
	}
	reply := Reply{Status: http.StatusOK, Body: bytes.TrimSpace(encoded.Bytes())}
	if c.id == 0 && found.total >= 0 {
		reply.Total = strconv.Itoa(found.total)
	}
	if c.id == 0 && found.pages >= 0 {
		reply.Pages = strconv.Itoa(found.pages)
	}
	return reply
}

var (
	jsonKind = []string{"application/json; charset=utf-8"}
	exposed  = []string{totalHeader + ", " + totalPagesHeader}
)

// ServeHTTP answers a call of the REST API.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	found := failed(errMethod)
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		found = s.Read(r.Context(), r.URL.Path, r.URL.Query())
	} else {
		header.Set("Allow", "GET, HEAD")
	}
	header["Access-Control-Expose-Headers"] = exposed
	for name, value := range found.Totals() {
		header.Set(name, value)
	}
	if found.Status == http.StatusOK {
		header["Cache-Control"] = httpx.PublicOneMinute
		httpx.NewBody(jsonKind, found.Body, httpx.OnRequest).Send(w, r)
		return
	}
	header["Content-Type"], header["Cache-Control"] = jsonKind, httpx.NoStore
	_ = httpx.SendOnce(w, r, found.Status, found.Body, nil, nil) // small bodies always go
}

// PurgeHandler answers the webhook by which the CMS says that content has
// changed, by calling purge. It must bring the secret as a bearer token. Without a
// secret there is no webhook.
func PurgeHandler(secret string, purge func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case secret == "":
			httpx.SendText(w, r, http.StatusNotFound, httpx.NoStore, "There is no such call.")
		case subtle.ConstantTimeCompare([]byte(given), []byte(secret)) != 1:
			httpx.SendText(w, r, http.StatusUnauthorized, httpx.NoStore, "The secret is wrong.")
		default:
			if err := purge(r.Context()); err != nil {
				httpx.SendText(w, r, http.StatusServiceUnavailable, httpx.NoStore, "Only this node asks for the content again. Send the call once more.")
				return
			}
			httpx.SendText(w, r, http.StatusOK, httpx.NoStore, "purged")
		}
	})
}
