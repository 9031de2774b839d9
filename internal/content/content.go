// Package content publishes what editors write: pages, blog posts, travel
// guides with things to do, and cards. It answers the calls of the WordPress
// REST API that the front end makes. Behind them stands a WordPress, or the
// content files in this package. Everything after the source is the same for
// both: checks, one allow-list for HTML, pictures from our own host, a cache.
package content

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

// base is the path of the REST API on our own host (open point CMS-4).
const base = "/cms/wp/v2"

// Config is what a Service needs.
type Config struct {
	Site *site.Site
	// URL is the address of a WordPress REST API, such as
	// https://cms.example/wp-json/wp/v2; empty: the content files.
	URL string
	// Transport makes the calls; nil means the default one.
	Transport http.RoundTripper
	// PictureSize returns the size of a picture of our own, by its path.
	PictureSize func(path string) (width, height int, ok bool)
	Pictures    PictureConfig
	// Shares limits how much each client has asked of the source; nil means no
	// limit.
	Shares *httpx.Shares
	Bad    *badrecord.Register
	Now    func() time.Time

	// Files are the content files, below a folder 'files'; nil means those in the
	// binary.
	Files fs.FS
}

// source answers calls as WordPress does. Its error is a *Failure where there
// is no such thing.
type source interface {
	fetch(ctx context.Context, c call) (reply, error)
	status() Status
}

// reply is a source's answer: items, and how many there are in how many pages;
// -1 where the source does not say.
type reply struct {
	items        []json.RawMessage
	total, pages int
}

// Service answers calls for content. Its methods may be called from any
// goroutine.
type Service struct {
	Config
	source   source
	cleaner  *cleaner
	pictures *pictures
	answers  *cache.Cache[string, *kept]
	items    *cache.Cache[itemKey, *cleanItem]
	asking   *httpx.Gate
	flights  singleflight.Group
	version  atomic.Uint64
	purges   atomic.Uint64
	counts   Counts
}

// Counts are the numbers of answers, by where they came from.
type Counts struct{ Fresh, Stale, Asked, Failed atomic.Uint64 }

// New returns a Service. Content files that cannot be used are left out and
// reported.
func New(c Config) (*Service, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Files == nil {
		c.Files = embedded
	}
	if c.PictureSize == nil {
		c.PictureSize = func(string) (int, int, bool) { return 0, 0, false }
	}
	s := &Service{Config: c, answers: cache.New[string, *kept](cacheBytes), items: cache.New[itemKey, *cleanItem](itemBytes),
		asking: httpx.NewGate("content", askedAtOnce, askedLater, askPatience)}
	var err error
	if s.pictures, err = newPictures(c); err != nil {
		return nil, err
	}
	s.cleaner = newCleaner(c.Site, s.pictures)
	if c.URL != "" {
		s.source, err = newWordPress(c.URL, c.Transport, c.Now)
		return s, err
	}
	published, bad := readLibrary(c.Files, c.Site.SiteCode)
	s.source = newFiles(published, c.Site, c.PictureSize, bad)
	c.Bad.Set(badrecord.Content, bad)
	return s, nil
}

// Status returns the state of the source.
func (s *Service) Status() Status { return s.source.status() }

// Probe asks the source for something small, so that a failure is known before
// a visitor meets it.
func (s *Service) Probe(ctx context.Context) error {
	_, err := s.source.fetch(ctx, call{kind: Posts, page: 1, perPage: 1})
	var failure *Failure
	if err == nil || errors.As(err, &failure) {
		return nil
	}
	return err
}

// Status is the state of the source of content.
type Status struct {
	OK    bool
	Since time.Time // since when it has been failing
	Err   error
}

// Counts returns the numbers of answers since the start.
func (s *Service) Counts() *Counts { return &s.counts }

// Version returns a value that changes whenever answers may have changed.
func (s *Service) Version() string { return strconv.FormatUint(s.version.Load(), 36) }

// Purge makes the next call for anything ask the source. What the source cannot
// answer then is answered from before.
func (s *Service) Purge() {
	s.purges.Add(1)
	s.version.Add(1)
}
