// Package hotelads shows parks in Google's hotel and holiday-rental ads: it serves the list
// of properties and the file of landing pages, sends prices by length of stay, units left
// and restrictions when they change, or answers Google's questions for prices, and leads
// people to the stay that they chose. docs/connecting.md says how an account is set up.
package hotelads

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// Progress is how far an account was told of changes.
type Progress struct {
	Account string
	// Change is the last change whose properties are marked.
	Change int64
	// Listing stands for what was listed then, and from which day.
	Listing string
	// Node sends until a time; another one must not.
	Node  string
	Until time.Time
	// Tries counts how often running Google could not be reached, Due is when it is tried
	// again, and Error why it failed.
	Tries int
	Due   time.Time
	Error string
}

// Row is what an account's property is to be told, and was told.
type Row struct {
	Account, Property string
	// Subject is our park or unit type for which the id stands, for ever.
	Subject string
	// Sent has the digests of the parts that Google has taken, by their keys.
	Sent map[string]string
	// Dirty is the number of a change that Google is to be told of; 0: there is none.
	Dirty int64
	// Waiting is since when there has been one.
	Waiting time.Time
	// Due is when the property is tried again. Tries counts the failures in a row; Error is
	// why the last try failed, Refusal what Google says is wrong.
	Due            time.Time
	Tries          int
	Error, Refusal string
}

// Backlog counts the properties that Google was not told of, and those that it refuses.
type Backlog struct {
	Listed  int // that were ever listed
	Waiting int
	Since   time.Time // since when the oldest of them waits
	Refused int
	// Refusals are some of them: id and what Google says.
	Refusals []string
}

// Store runs transactions and reads the change log.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
	// ChangesAfter returns what has changed after a change, ChangesSince since a time.
	ChangesAfter(ctx context.Context, number int64) (availability.Changed, error)
	ChangesSince(ctx context.Context, at time.Time) (availability.Changed, error)
}

// Tx is one transaction.
type Tx interface {
	// AdProgress reads and locks how far an account is; a new account's Change is -1.
	AdProgress(account string) (Progress, error)
	SaveAdProgress(p Progress) error
	// AddAdProperties adds properties that are not known, with their subjects, and returns
	// the subjects of all.
	AddAdProperties(account string, subjects map[string]string) (map[string]string, error)
	// MarkAds marks properties as to be told of a change.
	MarkAds(account string, properties []string, change int64) error
	// DueAds returns marked properties whose time has come: first those that have changed
	// themselves, then those that wait longest.
	DueAds(account string, limit int) ([]Row, error)
	// UnmarkAds removes the marks of all accounts but some: nobody sends for the others.
	UnmarkAds(but []string) error
	// SaveAd writes what a property was told. Its mark goes where Row.Dirty is 0, unless it
	// was marked with a change after upTo.
	SaveAd(r Row, upTo int64) error
}

// View is what is for sale: a catalogue with its prices.
type View struct {
	Catalogue *catalogue.Snapshot
	Index     *availability.Index
}

// Config is what New needs.
type Config struct {
	Store    Store
	Accounts *Source
	// Current returns what is for sale now, and Shown waits until it has a change.
	Current func() View
	Shown   func(ctx context.Context, change int64) error
	Site    string // the public address of the site
	Name    string // of the brand
	Node    string // of this process
	// Transport observes the calls to Google; may be nil.
	Transport func(http.RoundTripper) http.RoundTripper
	Clock     func() time.Time
	Bad       *badrecord.Register // properties that are left out; may be nil
}

// Service shows parks in Google's ads. It is safe for concurrent use.
type Service struct {
	config          Config
	public, private *http.Client
	listed          atomic.Pointer[listing]
	gate            *httpx.Gate
	computing       sync.Mutex
}

// listing is what the accounts list of a catalogue.
type listing struct {
	accounts  *Accounts
	catalogue *catalogue.Snapshot
	of        map[string]*listedAccount // by account
}

// listedAccount is an account with what it lists.
type listedAccount struct {
	*Account
	properties []*property // by id
	byID       map[string]*property
}

// New returns a service. Run its Loop.
func New(c Config) *Service {
	public, private := newClients(c.Transport)
	return &Service{config: c, public: public, private: private, gate: httpx.NewGate("hotel_ads", 2, 8, 2*time.Second)}
}

const (
	// roundTime limits a round of the loop. A node renews its lease when half of it is over,
	// so that no round outlives it.
	roundTime = time.Minute
	lease     = 3 * time.Minute
)

// Loop keeps the lists up to date and sends what has changed. One node sends for an account.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "hotel_ads", Every: 2 * time.Second, Deadline: roundTime, Round: s.Round}
}
