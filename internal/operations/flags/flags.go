// Package flags holds the feature flags of the site. It reads them from a file
// or from a GrowthBook host, evaluates them for the server's own decisions, and
// serves them to browsers in GrowthBook's format, with a stream that pushes
// every change.
package flags

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// The flags that the product itself uses.
const (
	// CardProvider is on while the card provider takes payments.
	CardProvider = "isWorldpayOn"
	// Wallet is on while the wallet takes payments.
	Wallet = "isPaypalOn"
	// Maintenance is on while the site is closed to visitors.
	Maintenance = "maintenanceMode"
)

// defaults are the values of our own flags where the source does not define
// them, or cannot be read.
var defaults = map[string]bool{CardProvider: true, Wallet: true, Maintenance: false}

// Config is the settings of Flags.
type Config struct {
	// ClientKey names the set of flags, in the addresses of features and
	// stream.
	ClientKey string
	// File is a file with the flags. Empty: the flags come from Host, or have
	// their defaults.
	File string
	// Host is the address of a GrowthBook host, without a slash at the end.
	Host string
	// DecryptionKey decrypts the flags of a host that encrypts them.
	DecryptionKey string
	// Closed switches maintenance on, whatever the source says.
	Closed bool
	// Stored is where the last good flags of the source are stored, so that a
	// restart while the source cannot be read does not lose them. Empty: they
	// are not stored.
	Stored string
	// Now returns the current time; nil means the machine's clock.
	Now func() time.Time
	Log *slog.Logger
	// Bad records the flags that are left out; nil records nothing.
	Bad *badrecord.Register
	// Ping is the pause after which an idle stream sends a sign of life; 0
	// means 30 seconds.
	Ping time.Duration
}

// Flags are the current flags. Its methods may be called from any goroutine.
type Flags struct {
	Config
	current atomic.Pointer[payload]
	host    *http.Client

	// Only Round uses these.
	source   []byte // what the source last contained
	etag     string // of the host's last good answer
	unstored bool   // the source is not stored yet

	mu      sync.Mutex
	streams map[*stream]struct{}
	clients map[string]int // streams by network
	ended   bool
}

// Times and limits of a source.
const (
	filePause = 200 * time.Millisecond
	hostPause = 5 * time.Second
	hostTime  = 4 * time.Second
	firstWait = 2 * time.Second
	maxSource = 1 << 20
)

// New returns Flags and reads the source once, for at most two seconds. A
// source that cannot be read does not fail: the flags then have the values that
// were last read, or their defaults, and the loop reports the error.
func New(ctx context.Context, c Config) *Flags {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Ping == 0 {
		c.Ping = 30 * time.Second
	}
	f := &Flags{Config: c, host: &http.Client{Timeout: hostTime, CheckRedirect: httpx.NoRedirects}, streams: map[*stream]struct{}{}, clients: map[string]int{}}
	f.restore(ctx)
	return f
}

// restore sets the flags at the start: those of the source, else the stored
// ones, else the defaults.
func (f *Flags) restore(ctx context.Context) {
	fallback, err := f.parse([]byte(`{"features":{}}`))
	if err != nil {
		panic(fmt.Sprintf("flags: the defaults cannot be read: %v", err)) // a programming error
	}
	f.current.Store(fallback)
	ctx, cancel := context.WithTimeout(ctx, firstWait)
	defer cancel()
	_ = loop.Catch(func() error { return f.Round(ctx) }) // the loop reports the error
	if f.source != nil || f.Stored == "" {
		return
	}
	stored, err := os.ReadFile(f.Stored)
	if err != nil {
		return
	}
	if last, err := f.parse(stored); err == nil {
		f.current.Store(last)
	}
}

// Loop returns the loop that reads the source. It fails while the source cannot
// be read or is not valid; the last good flags then stay.
func (f *Flags) Loop() loop.Loop {
	pause := hostPause
	if f.Host == "" {
		pause = filePause
	}
	return loop.Loop{Name: "flags", Every: pause, Deadline: 2 * hostTime, Round: f.Round}
}

// Used reports whether the flags have a source.
func (f *Flags) Used() bool { return f.File != "" || f.Host != "" }

// Round reads the source once, and pushes what has changed to open pages. What could
// not be stored, for example on a full disk, is stored by a later round.
func (f *Flags) Round(ctx context.Context) error {
	read, etag, err := f.read(ctx)
	if err != nil {
		return err
	}
	if read != nil && string(read) != string(f.source) {
		next, err := f.parse(read)
		if err != nil {
			return err
		}
		f.source, f.etag, f.unstored = read, etag, true
		f.publish(next)
	}
	if f.unstored {
		err = f.store(f.source)
		f.unstored = err != nil
	}
	return err
}

// read returns the content of the source, or nil where it has not changed.
func (f *Flags) read(ctx context.Context) (content []byte, etag string, err error) {
	switch {
	case f.File != "":
		if content, err = readFile(f.File); err != nil {
			err = fmt.Errorf("read the flags: %w", err)
		}
		return content, "", err
	case f.Host != "":
		return f.ask(ctx)
	}
	return nil, "", nil
}

func readFile(path string) ([]byte, error) {
	file, err := livefile.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return httpx.ReadAll(file, maxSource)
}

// ask requests the flags from the host.
func (f *Flags) ask(ctx context.Context) (content []byte, etag string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.Host+"/api/features/"+f.ClientKey, nil)
	if err != nil {
		return nil, "", fmt.Errorf("request the flags: %w", err)
	}
	if f.etag != "" {
		request.Header.Set("If-None-Match", f.etag)
	}
	response, err := f.host.Do(request)
	if err != nil {
		return nil, "", fmt.Errorf("request the flags: %w", err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusNotModified:
		return nil, "", nil
	case http.StatusOK:
	default:
		return nil, "", fmt.Errorf("request the flags: the host answered %s", response.Status)
	}
	if content, err = httpx.ReadAll(response.Body, maxSource); err != nil {
		return nil, "", fmt.Errorf("read the host's flags: %w", err)
	}
	return content, response.Header.Get("Etag"), nil
}

// store stores the last good flags. A crash in between leaves the older ones.
func (f *Flags) store(content []byte) error {
	if f.Stored == "" {
		return nil
	}
	draft, err := os.CreateTemp(filepath.Dir(f.Stored), "flags-*")
	if err != nil {
		return fmt.Errorf("store the flags: %w", err)
	}
	_, err = draft.Write(content)
	err = errors.Join(err, draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), f.Stored)
	}
	if err != nil {
		_ = os.Remove(draft.Name()) // it may be gone
		return fmt.Errorf("store the flags: %w", err)
	}
	return nil
}

// publish makes flags the current ones, and wakes the open streams.
func (f *Flags) publish(next *payload) {
	f.current.Store(next)
	if f.Log != nil {
		f.Log.Info("feature flags changed", "card_provider", f.On(CardProvider, nil), "wallet", f.On(Wallet, nil), "maintenance", f.On(Maintenance, nil))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for open := range f.streams {
		open.wake()
	}
}
