package httpx

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Connections bounds how many connections are open at once, for one client and
// for all. When there are as many, the one that has been idle for longest is
// closed for a new one; where none is idle, the new one is closed at once.
type Connections struct {
	// Unreadable returns the whole answer to a request whose address cannot be read,
	// such as one with a single '%', to which net/http answers without any handler.
	// It may be nil. Set it before the first connection.
	Unreadable func(client net.Addr) []byte

	max, perClient int
	clients        Clients

	mu       sync.Mutex
	open     map[*connection]struct{}
	byClient map[string]int // by client
	evicted  uint64
	refused  uint64
}

// NewConnections returns bounds with no connection open. Trusted proxies and
// addresses of private networks may have all of them; any other client, as
// its network, a sixteenth, but at least 64.
func NewConnections(most int, clients Clients) *Connections {
	return &Connections{max: most, perClient: min(most, max(most/16, 64)), clients: clients,
		open: map[*connection]struct{}{}, byClient: map[string]int{}}
}

// connection is one that is open.
type connection struct {
	net.Conn
	all    *Connections
	client string       // "": its number is not bounded
	idle   atomic.Int64 // since when no request is under way, in Unix nanoseconds; 0: one is
}

// unreadable is what net/http writes, at once and to the connection itself, where it
// cannot read a request. An answer of a handler has more headers.
const unreadable = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request"

// Write implements net.Conn.
func (c *connection) Write(b []byte) (int, error) {
	if c.all.Unreadable == nil || string(b) != unreadable {
		return c.Conn.Write(b)
	}
	if _, err := c.Conn.Write(c.all.Unreadable(c.RemoteAddr())); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Close closes the connection and counts it no more.
func (c *connection) Close() error {
	c.all.mu.Lock()
	c.all.forget(c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// forget counts a connection no more. The caller holds mu.
func (c *Connections) forget(gone *connection) {
	if _, ok := c.open[gone]; !ok {
		return
	}
	delete(c.open, gone)
	if c.byClient[gone.client]--; c.byClient[gone.client] == 0 {
		delete(c.byClient, gone.client)
	}
}

// Listener returns a listener whose connections are bounded.
func (c *Connections) Listener(l net.Listener) net.Listener { return bounded{l, c} }

type bounded struct {
	net.Listener
	all *Connections
}

// Accept waits for a connection that may be opened.
func (l bounded) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		opened, replaced := l.all.add(conn)
		if replaced != nil {
			_ = replaced.Close() // it is given up
		}
		if opened != nil {
			return opened, nil
		}
		_ = conn.Close() // it is given up
	}
}

// add counts a new connection. opened is nil where it must not be opened;
// replaced, where there is one, must be closed for it.
func (c *Connections) add(conn net.Conn) (opened *connection, replaced net.Conn) {
	opened = &connection{Conn: conn, all: c, client: c.clientOf(conn)}
	c.mu.Lock()
	defer c.mu.Unlock()
	theirs := opened.client != "" && c.byClient[opened.client] >= c.perClient
	if theirs || len(c.open) >= c.max {
		idle := c.longestIdle(func(other *connection) bool { return !theirs || other.client == opened.client })
		if idle == nil {
			c.refused++
			return nil, nil
		}
		c.forget(idle)
		c.evicted++
		replaced = idle.Conn
	}
	c.open[opened] = struct{}{}
	c.byClient[opened.client]++
	return opened, replaced
}

// longestIdle finds a connection without a request. The caller holds mu.
func (c *Connections) longestIdle(eligible func(*connection) bool) (longest *connection) {
	var oldest int64
	for one := range c.open {
		if since := one.idle.Load(); since != 0 && eligible(one) && (longest == nil || since < oldest) {
			longest, oldest = one, since
		}
	}
	return longest
}

// clientOf names the client of a connection; "" where many may sit behind it.
func (c *Connections) clientOf(conn net.Conn) string {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return ""
	}
	address := peer.Addr().Unmap()
	if address.IsPrivate() || address.IsLoopback() || c.clients.trusts(address) {
		return ""
	}
	return Network(address.String())
}

// State is for http.Server.ConnState: it learns which connections are idle.
func (*Connections) State(conn net.Conn, state http.ConnState) {
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	one, ok := conn.(*connection)
	if !ok {
		return
	}
	if state == http.StateIdle {
		one.idle.Store(time.Now().UnixNano())
	} else {
		one.idle.Store(0)
	}
}

// Now is how many connections are open, and how many were closed while idle and
// refused so far.
func (c *Connections) Now() (open int, evicted, refused uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open), c.evicted, c.refused
}
