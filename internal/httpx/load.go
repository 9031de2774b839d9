package httpx

import (
	"context"
	"sync"
)

// LoadLimits bound what is under way at once, for one client and for all.
type LoadLimits struct {
	ClientRequests, Requests int
	// Of bodies that are being written and that no other answer shares.
	ClientBytes, Bytes int64
}

// DefaultLoadLimits suit a node with 1 GB. A client behind which many people
// sit, such as an office, needs more requests at once than a browser.
func DefaultLoadLimits() LoadLimits {
	return LoadLimits{ClientRequests: 128, Requests: 4096, ClientBytes: 8 << 20, Bytes: 128 << 20}
}

// Load counts the requests and the bytes of answers that are under way, so that
// clients who do not read what they ask for cannot fill the memory.
type Load struct {
	limits LoadLimits

	mu      sync.Mutex
	clients map[string]*usage
	all     usage
	refused uint64
}

type usage struct {
	requests int
	bytes    int64
}

// NewLoad returns a Load with nothing under way.
func NewLoad(limits LoadLimits) *Load {
	return &Load{limits: limits, clients: map[string]*usage{}}
}

// Flight is a request that is under way.
type Flight struct {
	load   *Load
	client string
}

// Begin counts a request of a client; End it. ok is false, and nothing counted,
// when the client or all clients have too many under way.
func (l *Load) Begin(client string) (f *Flight, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.clients[client]
	if l.all.requests >= l.limits.Requests || of != nil && of.requests >= l.limits.ClientRequests {
		l.refused++
		return nil, false
	}
	if of == nil {
		of = &usage{}
		l.clients[client] = of
	}
	of.requests++
	l.all.requests++
	return &Flight{l, client}, true
}

// End ends the request. A nil flight was never counted.
func (f *Flight) End() {
	if f == nil {
		return
	}
	l := f.load
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.clients[f.client]
	l.all.requests--
	if of.requests--; of.requests == 0 {
		delete(l.clients, f.client)
	}
}

// hold counts bytes of the request's body until drop. It reports false, and
// counts nothing, where they are too many.
func (f *Flight) hold(n int64) bool {
	l := f.load
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.clients[f.client]
	if of.bytes+n > l.limits.ClientBytes || l.all.bytes+n > l.limits.Bytes {
		l.refused++
		return false
	}
	of.bytes += n
	l.all.bytes += n
	return true
}

func (f *Flight) drop(n int64) {
	l := f.load
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clients[f.client].bytes -= n
	l.all.bytes -= n
}

// Now is what is under way, and how often something was refused so far.
func (l *Load) Now() (requests int, bytes int64, refused uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.requests, l.all.bytes, l.refused
}

// flightOf is the flight that a request's context was given, or nil.
func flightOf(ctx context.Context) *Flight {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.flight
	}
	return nil
}
