package content

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/web/httpx"
)

const (
	// answerTime limits how long WordPress may take to answer.
	answerTime = 3 * time.Second
	// answerBytes limits the size of an answer.
	answerBytes = 16 << 20
	// restAfter is after how many failures in a row calls rest for restTime,
	// so that visitors do not wait for a CMS that does not answer.
	restAfter = 3
	restTime  = 5 * time.Second
	// callsAtOnce limits the calls that run at the same time.
	callsAtOnce = 8
)

// wordPress is the source that asks a WordPress REST API.
type wordPress struct {
	base   string
	client *http.Client
	now    func() time.Time
	turns  chan struct{}

	mu       sync.Mutex
	failures int       // in a row
	failing  time.Time // since when
	last     error
	rest     time.Time // until then no call is made
}

// ValidURL reports whether an address can be that of a WordPress REST API.
func ValidURL(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && parsed.Host != "" && (parsed.Scheme == "https" || parsed.Scheme == "http") && parsed.RawQuery == "" && parsed.Fragment == ""
}

// newWordPress returns the source of the REST API at an address such as
// https://cms.example/wp-json/wp/v2.
func newWordPress(address string, transport http.RoundTripper, now func() time.Time) (*wordPress, error) {
	parsed, err := url.Parse(address)
	if err != nil || !ValidURL(address) {
		return nil, errors.New("the address of the CMS is not one such as https://cms.example/wp-json/wp/v2")
	}
	return &wordPress{
		base: strings.TrimRight(address, "/"), now: now, turns: make(chan struct{}, callsAtOnce),
		client: &http.Client{Transport: transport, Timeout: answerTime, CheckRedirect: onHost(parsed.Host)},
	}, nil
}

// onHost follows at most three redirects, to the same host only.
func onHost(host string) func(*http.Request, []*http.Request) error {
	return func(next *http.Request, via []*http.Request) error {
		if next.URL.Host != host || len(via) > 3 {
			return errors.New("redirected to another host, or too often")
		}
		return nil
	}
}

// itemFields are the fields that we read of an item.
const (
	itemFields  = "id,slug,status,date,date_gmt,modified,modified_gmt,title,excerpt,content,featured_media,featured_image,acf,_links,_embedded"
	mediaFields = "id,source_url,alt_text,media_details"
)

// address returns the address of a call.
func (w *wordPress) address(c call) string {
	if c.kind == media {
		return w.base + "/media/" + strconv.Itoa(c.id) + "?" + url.Values{"_fields": {mediaFields}}.Encode()
	}
	query := url.Values{"_embed": {"wp:featuredmedia"}, "_fields": {itemFields}}
	if c.id != 0 {
		return w.base + "/" + c.kind + "/" + strconv.Itoa(c.id) + "?" + query.Encode()
	}
	query.Set("page", strconv.Itoa(c.page))
	query.Set("per_page", strconv.Itoa(c.perPage))
	if c.slug != "" {
		query.Set("slug", c.slug)
	}
	if c.include != "" {
		query.Set("orderby", "include")
		for _, id := range c.ids() {
			query.Add("include[]", strconv.Itoa(id))
		}
	}
	if c.region != "" {
		query.Set("filter[meta_key]", regionName)
		query.Set("filter[meta_value]", c.region)
	}
	return w.base + "/" + c.kind + "?" + query.Encode()
}

// fetch answers a call. Its error is a *Failure where WordPress says that there
// is no such thing, and any other error where it cannot be asked.
func (w *wordPress) fetch(ctx context.Context, c call) (reply, error) {
	if err := w.resting(); err != nil {
		return reply{}, err
	}
	limit := answerTime
	if c.region != "" {
		limit *= 2 // it may take several calls
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case w.turns <- struct{}{}:
		defer func() { <-w.turns }()
	case <-ctx.Done():
		return reply{}, fmt.Errorf("wait for a turn to ask the CMS: %w", ctx.Err())
	}
	if err := w.resting(); err != nil { // it may have failed meanwhile
		return reply{}, err
	}
	found, err := w.ask(ctx, c)
	if c.region != "" && err == nil {
		found, err = w.ofRegion(ctx, c, found)
	}
	var failure *Failure
	w.note(err != nil && !errors.As(err, &failure), err)
	return found, err
}

// ofRegion returns the guides of a region. WordPress ignores the filter where
// its plugin is missing, and then sends all guides.
func (w *wordPress) ofRegion(ctx context.Context, c call, found reply) (reply, error) {
	const mostPages = 10
	matching := reply{items: []json.RawMessage{}, pages: 1}
	for {
		for _, text := range found.items {
			var guide struct {
				ACF json.RawMessage `json:"acf"`
			}
			var fields map[string]json.RawMessage
			if json.Unmarshal(text, &guide) == nil && json.Unmarshal(guide.ACF, &fields) == nil && strings.ToLower(textField(fields[regionName])) == c.region {
				matching.items = append(matching.items, text)
			}
		}
		if len(matching.items) > 0 || c.page >= min(found.pages, mostPages) {
			matching.total = len(matching.items)
			return matching, nil
		}
		c.page++
		var err error
		if found, err = w.ask(ctx, c); err != nil {
			return reply{}, err
		}
	}
}

// ask makes a call.
func (w *wordPress) ask(ctx context.Context, c call) (reply, error) {
	if c.region != "" {
		c.perPage = maxPerPage
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.address(c), nil)
	if err != nil {
		return reply{}, fmt.Errorf("ask the CMS: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := w.client.Do(request)
	if err != nil {
		return reply{}, fmt.Errorf("ask the CMS: %w", err)
	}
	defer response.Body.Close()
	body, err := httpx.ReadAll(response.Body, answerBytes)
	if err != nil {
		return reply{}, fmt.Errorf("read the CMS's answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return reply{}, failureOf(c, response.StatusCode, body)
	}
	return readReply(c, bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), response.Header)
}

// failureOf reads an answer that is not 200. A draft or a private item answers
// 401 or 403 to those who may not see it: for visitors there is none.
func failureOf(c call, status int, body []byte) error {
	var said struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(body, &said) // a body that is no JSON says nothing
	hidden := (status == http.StatusUnauthorized || status == http.StatusForbidden) && said.Code == "rest_forbidden"
	switch {
	case c.id != 0 && (status == http.StatusNotFound || status == http.StatusGone || hidden):
		return errInvalidID
	case said.Code == errPageNumber.Code:
		return errPageNumber
	case said.Code == errNoRoute.Code:
		return errNoRoute
	}
	return fmt.Errorf("the CMS answered %d %s", status, said.Code)
}

// readReply reads an answer with status 200: an object for one item, else a
// list. Items beyond those that were asked for are ignored: an answer may have
// millions.
func readReply(c call, body []byte, header http.Header) (reply, error) {
	if c.id != 0 {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(body, &object); err != nil {
			return reply{}, fmt.Errorf("read the CMS's answer: %w", err)
		}
		return reply{items: []json.RawMessage{body}, total: 1, pages: 1}, nil
	}
	found := reply{items: []json.RawMessage{}}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
		return reply{}, errors.New("read the CMS's answer: it is no list")
	}
	for len(found.items) < c.perPage && decoder.More() {
		var text json.RawMessage
		if err := decoder.Decode(&text); err != nil {
			return reply{}, fmt.Errorf("read the CMS's answer as a list: %w", err)
		}
		found.items = append(found.items, text)
	}
	if _, err := decoder.Token(); err != nil { // the end of the list, or an item that was not asked for
		return reply{}, fmt.Errorf("read the CMS's answer as a list: %w", err)
	}
	found.total, found.pages = total(header, "X-WP-Total"), total(header, "X-WP-TotalPages")
	return found, nil
}

// total reads a header with a count; -1 where it is missing or no number.
func total(header http.Header, name string) int {
	n, err := strconv.Atoi(header.Get(name))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// resting returns an error while no call is made, after several have failed.
func (w *wordPress) resting() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now().Before(w.rest) {
		return fmt.Errorf("the CMS is not asked again yet: %w", w.last)
	}
	return nil
}

// note records whether a call has failed.
func (w *wordPress) note(failed bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case !failed:
		w.failures, w.last, w.failing, w.rest = 0, nil, time.Time{}, time.Time{}
	default:
		if w.failures == 0 {
			w.failing = w.now()
		}
		w.failures++
		w.last = err
		if w.failures >= restAfter {
			w.rest = w.now().Add(restTime)
		}
	}
}

// status returns the state of the source, as the last call has shown it.
func (w *wordPress) status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	return Status{OK: w.last == nil, Since: w.failing, Err: w.last}
}
