package storetest

import (
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Proxy is a network proxy between a store and its PostgreSQL server. With it a
// test can make the server unreachable.
type Proxy struct {
	listener net.Listener
	target   string // the socket of the server

	mu      sync.Mutex
	thawed  *sync.Cond
	frozen  bool
	refuse  bool
	dialled int
	open    map[net.Conn]bool
}

// Behind puts a proxy in front of a PostgreSQL database until the test ends. The
// database is then reached by TCP.
func (db Database) Behind(t testing.TB) (Database, *Proxy) {
	t.Helper()
	source, err := url.Parse(db.Source)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(source.Query().Get("host"), ".s.PGSQL.5432")
	p := &Proxy{listener: listener, target: socket, open: map[net.Conn]bool{}}
	p.thawed = sync.NewCond(&p.mu)
	source.Host = listener.Addr().String()
	// Without the setting, each connection would first ask for encryption, and then
	// begin a second time without.
	source.RawQuery = "sslmode=disable"
	var serving sync.WaitGroup
	serving.Go(p.serve)
	t.Cleanup(func() {
		listener.Close()
		p.Thaw()
		p.Refuse()
		serving.Wait()
	})
	db.Source = source.String()
	return db, p
}

// BehindHosts puts proxies in front of a PostgreSQL database until the test ends, which
// look like several hosts of one URL.
func (db Database) BehindHosts(t testing.TB, n int) (Database, []*Proxy) {
	t.Helper()
	var addresses []string
	proxies := make([]*Proxy, n)
	behind := db
	for i := range proxies {
		behind, proxies[i] = db.Behind(t)
		addresses = append(addresses, proxies[i].listener.Addr().String())
	}
	behind.Source = strings.Replace(behind.Source, addresses[n-1], strings.Join(addresses, ","), 1)
	return behind, proxies
}

// Freeze holds back every byte in both directions, as when the server's process
// is suspended or its packets are dropped. Connections stay open, and new ones
// are accepted.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = true
}

// Thaw ends Freeze and delivers the bytes that were held back.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = false
	p.thawed.Broadcast()
}

// Refuse closes every connection, and every new one at once, as when the server
// has stopped.
func (p *Proxy) Refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = true
	for conn := range p.open {
		conn.Close()
	}
}

// Accept ends Refuse.
func (p *Proxy) Accept() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = false
}

// Dialled returns how many connections were made to the proxy, refused ones too.
func (p *Proxy) Dialled() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dialled
}

func (p *Proxy) serve() {
	var copying sync.WaitGroup
	defer copying.Wait()
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.target)
		if err != nil || !p.add(client, server) {
			client.Close()
			if err == nil {
				server.Close()
			}
			continue
		}
		copying.Go(func() { p.copy(server, client) })
		copying.Go(func() { p.copy(client, server) })
	}
}

// add records the two ends of a connection, or returns false while connections
// are refused.
func (p *Proxy) add(ends ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dialled++
	for _, end := range ends {
		p.open[end] = !p.refuse
	}
	return !p.refuse
}

// copy copies bytes until one end closes, and then closes both.
func (p *Proxy) copy(to, from net.Conn) {
	defer func() {
		to.Close()
		from.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, to)
		delete(p.open, from)
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		for p.frozen {
			p.thawed.Wait()
		}
		p.mu.Unlock()
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}
