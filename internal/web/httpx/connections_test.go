package httpx

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// peer is a connection that comes from an address.
type peer struct {
	net.Conn
	address string
	closed  bool
}

func (p *peer) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(p.address), 4711))
}

func (p *peer) Close() error {
	p.closed = true
	return nil
}

func TestConnectionsAreBoundedByClientAndInTotal(t *testing.T) {
	all := NewConnections(66, Clients{Trusted: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}})
	open := func(address string, want bool) (*connection, net.Conn) {
		t.Helper()
		opened, replaced := all.add(&peer{address: address})
		if (opened != nil) != want {
			t.Fatalf("a connection from %s opens: %t, want %t", address, opened != nil, want)
		}
		return opened, replaced
	}
	var mine []*connection
	for range 64 {
		c, _ := open("203.0.113.1", true)
		all.State(c, http.StateActive)
		mine = append(mine, c)
	}
	other, _ := open("203.0.113.2", true)
	all.State(other, http.StateIdle)
	open("203.0.113.1", false) // its share; that of others is not for it
	all.State(mine[7], http.StateIdle)
	if _, replaced := open("203.0.113.1", true); replaced != mine[7].Conn {
		t.Error("a new connection of the client does not replace its idle one")
	}
	if err := mine[7].Close(); err != nil { // the server closes it as well
		t.Error(err)
	}
	open("198.51.100.9", true) // a trusted proxy: all 66 are open now
	if _, replaced := open("198.51.100.9", true); replaced != other.Conn {
		t.Error("a new connection does not replace the idle one")
	}
	open("203.0.113.3", false)
	if now, evicted, refused := all.Now(); now != 66 || evicted != 2 || refused != 2 {
		t.Errorf("%d open, %d evicted, %d refused", now, evicted, refused)
	}
	if err := mine[0].Close(); err != nil {
		t.Error(err)
	}
	open("203.0.113.3", true)
	for _, private := range []string{"10.0.0.7", "127.0.0.1", "fd00::1", "::ffff:192.168.3.4"} {
		if client := all.clientOf(&peer{address: private}); client != "" {
			t.Errorf("%s is bounded as %q", private, client)
		}
	}
}

func TestTheConnectionThatIsIdleForLongestMakesRoom(t *testing.T) {
	all := NewConnections(3, Clients{})
	var conns []*connection
	for range 3 {
		c, _ := all.add(&peer{address: "127.0.0.1"})
		conns = append(conns, c)
	}
	for i, since := range []int64{30, 10, 20} {
		conns[i].idle.Store(since)
	}
	for _, want := range []int{1, 2, 0} {
		if _, replaced := all.add(&peer{address: "127.0.0.1"}); replaced != conns[want].Conn {
			t.Errorf("connection %d stays", want)
		}
	}
	if opened, _ := all.add(&peer{address: "127.0.0.1"}); opened != nil {
		t.Error("one more opens while all are busy")
	}
}

// TestAFullServerServesNewConnections fills a server with connections that wait and
// with requests that do not end.
func TestAFullServerServesNewConnections(t *testing.T) {
	for name, encrypted := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			all := NewConnections(2, Clients{})
			release := make(chan struct{})
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/slow" {
					<-release
				}
				_, _ = io.WriteString(w, "served")
			}))
			server.Listener = all.Listener(server.Listener)
			changed := make(chan struct{}, 100)
			server.Config.ConnState = func(c net.Conn, state http.ConnState) {
				all.State(c, state)
				changed <- struct{}{}
			}
			if encrypted {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			defer close(release)
			client := func() *http.Client {
				transport := server.Client().Transport.(*http.Transport).Clone()
				t.Cleanup(transport.CloseIdleConnections)
				return &http.Client{Transport: transport, Timeout: 20 * time.Second}
			}
			for range 5 { // each leaves an idle connection behind
				if got := fetched(client(), server.URL); got != "served" {
					t.Fatalf("beside idle connections: %s", got)
				}
				waitForBusy(t, all, changed, 0) // the server learns that it is idle after its answer
			}
			if now, evicted, refused := all.Now(); now != 2 || evicted != 3 || refused != 0 {
				t.Errorf("%d open, %d evicted, %d refused", now, evicted, refused)
			}
			for range 2 {
				go fetched(client(), server.URL+"/slow")
			}
			waitForBusy(t, all, changed, 2)
			if got := fetched(client(), server.URL); got == "served" {
				t.Error("a third connection is served beside two busy ones")
			}
			if _, _, refused := all.Now(); refused == 0 {
				t.Error("nothing is counted as refused")
			}
		})
	}
}

// waitForBusy waits until n connections are busy. changed receives a value
// after each change of a connection's state.
func waitForBusy(t *testing.T, all *Connections, changed <-chan struct{}, n int) {
	t.Helper()
	tooLate := time.After(20 * time.Second)
	for all.busy() != n {
		select {
		case <-changed:
		case <-tooLate:
			t.Fatalf("%d connections are busy, not %d", all.busy(), n)
		}
	}
}

// busy is how many connections are not idle.
func (c *Connections) busy() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.open {
		if one.idle.Load() == 0 {
			n++
		}
	}
	return n
}

func fetched(client *http.Client, url string) string {
	response, err := client.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(bufio.NewReader(response.Body))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(body))
}
