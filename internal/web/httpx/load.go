package httpx

import (
	"context"
	"sync"
)

// LoadLimits limits what is running at once, for one client and for all.
type LoadLimits struct {
	ClientRequests, Requests int
	// Bytes of answers that are being written, without those that several
	// answers share.
	ClientBytes, Bytes int64
}

// DefaultLoadLimits suit a node with 1 GB of memory. A client may be an office
// with many people, so it may make more requests at once than one browser
// would.
func DefaultLoadLimits() LoadLimits {
	return LoadLimits{ClientRequests: 128, Requests: 4096, ClientBytes: 8 << 20, Bytes: 128 << 20}
}

// Load counts running requests and the bytes of their answers, so that clients
// who do not read their answers cannot fill the memory.
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

// NewLoad returns a Load without running requests.
func NewLoad(limits LoadLimits) *Load {
	return &Load{limits: limits, clients: map[string]*usage{}}
}

// Flight is a running request.
type Flight struct {
	load   *Load
	client string
}

// Begin counts a request of a client until End is called. When the client, or
// all clients together, have too many, it counts nothing and ok is false.
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

// Refuse counts a request that was refused for another reason.
func (l *Load) Refuse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused++
}

// End ends the request. It does nothing for a nil flight, which was never
// counted.
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

// hold counts bytes of the request's answer until drop. When they are too many,
// it counts nothing and returns false.
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

// Now returns what is running, and how often a request was refused so far.
func (l *Load) Now() (requests int, bytes int64, refused uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.requests, l.all.bytes, l.refused
}

// flightOf returns the flight in a request's context, or nil.
func flightOf(ctx context.Context) *Flight {
	if of, ok := ctx.Value(identityKey{}).(*identity); ok {
		return of.flight
	}
	return nil
}
