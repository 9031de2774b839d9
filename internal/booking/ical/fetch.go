package ical

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

const (
	fetchTime     = 30 * time.Second
	largestFeed   = 10 << 20
	mostRedirects = 3
	longestError  = 300 // in bytes
)

// sendable is what an ETag looks like that can be stored and sent back.
var sendable = regexp.MustCompile(`^[ -~]{1,200}$`)

// Reader reads feeds over HTTP. It refuses addresses of our own network, except for
// calendars that may be there.
type Reader struct{ public, private *http.Client }

// NewReader returns a Reader. wrap observes the calls; it may be nil.
func NewReader(wrap func(http.RoundTripper) http.RoundTripper) *Reader {
	client := func(private bool) *http.Client {
		var transport http.RoundTripper = httpx.Outbound(private, 10*time.Second)
		if wrap != nil {
			transport = wrap(transport)
		}
		return &http.Client{Transport: transport, Timeout: fetchTime, CheckRedirect: func(next *http.Request, via []*http.Request) error {
			if !allowed(next.URL, private) || len(via) > mostRedirects {
				return errors.New("it redirects to an address that is not allowed, or too often")
			}
			next.Header.Del("Referer") // it is as good as a password
			return nil
		}}
	}
	return &Reader{public: client(false), private: client(true)}
}

// allowed reports whether an address may be read.
func allowed(at *url.URL, private bool) bool {
	return at.User == nil && (at.Scheme == "https" || at.Scheme == "http" && private)
}

// read reads the feed of a calendar. Its errors do not contain the address, and can be stored
// and shown.
func (r *Reader) read(ctx context.Context, c Calendar, today date.Date) (f fetched) {
	if err := loop.Catch(func() (err error) { f, err = r.get(ctx, c, today); return err }); err != nil {
		return fetched{err: errors.New(httpx.Printable(err.Error(), longestError))}
	}
	return f
}

func (r *Reader) get(ctx context.Context, c Calendar, today date.Date) (f fetched, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Address, nil)
	if err != nil {
		return f, errors.New("its address cannot be used")
	}
	request.Header.Set("Accept", "text/calendar, */*;q=0.1")
	request.Header.Set("User-Agent", "Holidaymaker")
	if c.ETag != "" {
		request.Header.Set("If-None-Match", c.ETag)
	}
	client := r.public
	if c.Private {
		client = r.private
	}
	response, err := client.Do(request)
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return f, fmt.Errorf("it cannot be reached: %w", err)
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotModified && c.ETag != "":
		return fetched{same: true}, nil
	case response.StatusCode != http.StatusOK:
		return f, fmt.Errorf("it answers with status %d", response.StatusCode)
	}
	doc, err := httpx.ReadAll(response.Body, largestFeed)
	if err != nil {
		return f, fmt.Errorf("it cannot be read to its end: %w", err)
	}
	if etag := response.Header.Get("ETag"); sendable.MatchString(etag) {
		f.etag = etag
	}
	f.blocked, f.notice, err = Parse(doc, today)
	return f, err
}
