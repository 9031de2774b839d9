package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// serving is the flag with which the bench starts itself as a server, so that
// the server's processor time can be read without that of the clients.
const serving = "-serve-data"

// http compares the processor time of an answer with that of a constant body of
// the same size: from the same server, through the same middleware, and from a
// bare handler of the same process.
func (r *run) http(m *market, unitData []availability.UnitData) {
	ctx := context.Background()
	dir := filepath.Join(r.dir, "http"+m.name)
	s, err := store.Open(ctx, dir, benchNow)
	must(err)
	must(m.fill(ctx, s, unitData))
	must(s.Close())
	child := startServing(dir)
	defer child.stop()
	list := m.questions("region", 7, drawn)
	var searches, documents [drawn]string
	for i := range list {
		searches[i], documents[i] = child.product+searchPath(&list[i]), child.product+calendarPath(&list[i])
	}
	search := child.relate(searches[:], "identity")
	r.note("%s: HTTP search of one region: %s", m.name, search)
	document := child.relate(documents[:], browserCodings)
	r.note("%s: HTTP cached compressed calendar: %s", m.name, document)
	r.set("http_region_"+m.name, search.againstConstant)
	if m.name == "M" || r.values["http_cached"] == 0 {
		r.set("http_cached", document.againstConstant)
	}
}

// related compares answers with constant bodies of their sizes, in microseconds
// of processor time. A ratio is the median of the ratios of all turns, because
// other work on the machine slows down what runs at the same time alike.
type related struct {
	bytes int // of an answer, on average
	// Processor time in microseconds: of an answer, of a constant body of the same
	// server, and of one of a bare handler.
	answer, constant, bare       float64
	againstConstant, againstBare float64 // answer divided by each of them
}

func (c related) String() string {
	return fmt.Sprintf("%.1f µs of processor for %d bytes; a constant body of the same server %.1f µs (%.2f), of a bare handler %.1f µs (%.2f)",
		c.answer, c.bytes, c.constant, c.againstConstant, c.bare, c.againstBare)
}

// relate measures answers and constant bodies of their sizes alternately.
func (c *child) relate(addresses []string, encoding string) related {
	var result related
	var constant, bare []string
	for i, address := range addresses {
		n := c.get(address, encoding, i)
		result.bytes += n / len(addresses)
		constant = append(constant, fmt.Sprintf("%s/constant?%d", c.product, n))
		bare = append(bare, fmt.Sprintf("%s/constant?%d", c.bare, n))
	}
	costs := c.costs(costing{turns: 100, requests: 200}, encoding, addresses, constant, bare)
	var constants, bares []float64
	for turn, cost := range costs[0] {
		constants, bares = append(constants, costs[1][turn]/cost), append(bares, costs[2][turn]/cost)
	}
	result.answer, result.constant, result.bare = median(costs[0]), median(costs[1]), median(costs[2])
	result.againstConstant, result.againstBare = median(constants), median(bares)
	return result
}

func searchPath(q *question) string {
	v := url.Values{
		"channel": {q.query.Channel}, "region": {q.query.Region}, "date": {q.query.Date.String()}, "nights": {strconv.Itoa(q.nights)},
		"adults": {strconv.Itoa(max(2, q.party))}, "flex": {strconv.Itoa(q.flex)},
	}
	if q.dogs && q.query.Channel != "eurocaravan" {
		v.Set("petFriendly", "Y")
	}
	return "/api/search?" + v.Encode()
}

func calendarPath(q *question) string {
	v := url.Values{"channel": {q.query.Channel}, "region": {q.query.Region}, "nights": {strconv.Itoa(q.nights)}}
	return "/api/cachedavailability?" + v.Encode()
}

// child is the bench run as a server.
type child struct {
	cmd           *exec.Cmd
	in            io.WriteCloser
	product, bare string
	client        *http.Client
}

func startServing(dir string) *child {
	self, err := os.Executable()
	must(err)
	c := &child{cmd: exec.Command(self, serving, dir), client: &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 4}}}
	c.cmd.Stderr = os.Stderr
	c.in, err = c.cmd.StdinPipe()
	must(err)
	out, err := c.cmd.StdoutPipe()
	must(err)
	must(c.cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	must(err)
	c.product, c.bare, _ = strings.Cut(strings.TrimSpace(line), " ")
	return c
}

func (c *child) stop() {
	must(c.in.Close())
	_ = c.cmd.Wait() // it ends when its input is closed
}

// get returns the size of an answer in bytes. Requests come from 500 addresses
// in turn, so that they stay below the rate limit per address.
func (c *child) get(address, encoding string, turn int) int {
	req, err := http.NewRequest("GET", address, nil)
	must(err)
	req.Header.Set("Accept-Encoding", encoding)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", turn/250%2, turn%250+1))
	res, err := c.client.Do(req)
	must(err)
	defer res.Body.Close()
	n, err := io.Copy(io.Discard, res.Body)
	must(err)
	if res.StatusCode != http.StatusOK {
		panic(fmt.Sprintf("%s: %s", address, res.Status))
	}
	return int(n)
}

// costing is how often and how long costs are measured.
type costing struct{ turns, requests int }

// costs returns the server's processor time per request for several lists of
// addresses, in microseconds: for each list, that of every turn. It measures the
// lists alternately.
func (c *child) costs(how costing, encoding string, lists ...[]string) [][]float64 {
	took := make([][]float64, len(lists))
	for turn := range how.turns {
		for l, addresses := range lists {
			begin := c.processor()
			for i := range how.requests {
				c.get(addresses[i%len(addresses)], encoding, turn*how.requests+i)
			}
			took[l] = append(took[l], float64(c.processor()-begin)/1e3/float64(how.requests))
		}
	}
	return took
}

// processor reads the processor time that the server has used.
func (c *child) processor() time.Duration {
	total := time.Duration(0)
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", c.cmd.Process.Pid))
	for _, task := range tasks {
		b, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		ns, err := strconv.ParseInt(strings.Fields(string(b))[0], 10, 64)
		must(err)
		total += time.Duration(ns)
	}
	return total
}

// serve runs in the child: it serves the product from a data directory, and
// constant bodies through the same server and from a bare handler, until its
// input is closed.
func serve(dir string) {
	s, err := server.New(context.Background(), server.Config{
		Addr: "127.0.0.1:0", Data: dir, Clock: benchNow, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Sandbox: true, NoRendering: true, SearchLine: true,
	})
	must(err)
	ctx, stop := context.WithCancel(context.Background())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	body := []byte(strings.Repeat(`{"parkId":"P00001","price":"189.00"},`, 60_000))
	constant := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.RawQuery)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", r.URL.RawQuery)
		_, _ = w.Write(body[:n])
	})
	s.Handle("GET /constant", constant)
	go func() { _ = http.Serve(listener, constant) }()
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	fmt.Printf("%s http://%s\n", s.URL(), listener.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	stop()
	must(<-done)
	must(s.Close())
}
