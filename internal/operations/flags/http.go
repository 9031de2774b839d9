package flags

import (
	"context"
	"io"
	"net/http"
	"time"

	"holidaymaker/internal/web/httpx"
)

// Limits of the streams, so that they cannot take all connections of a node.
const (
	// MaxStreams is how many streams a node serves at once.
	MaxStreams = 4096
	// clientStreams is how many of them one network may have: an office has
	// many people.
	clientStreams = 128
	// eventTime is how long a client may take to receive an event.
	eventTime = 10 * time.Second
)

// StreamPath returns the path of the stream of a client key.
func StreamPath(clientKey string) string { return "/sub/" + clientKey }

// Routes registers the addresses of features and stream.
func (f *Flags) Routes(handle func(pattern string, handler http.Handler)) {
	handle("GET /api/features/{key}", f.known(f.serveFeatures))
	handle("GET "+StreamPath("{key}"), f.known(f.serveStream))
}

// known refuses an unknown client key as GrowthBook does. The header tells the
// SDK that trying again is of no use. Pages of other origins may read the flags:
// they hold nothing secret.
func (f *Flags) known(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "x-sse-support, x-unrecoverable")
		if r.PathValue("key") != f.ClientKey {
			header.Set("X-Unrecoverable", "1")
			header["Content-Type"], header["Cache-Control"] = httpx.JSON, httpx.NoStore
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"status":400,"error":"Unknown client key"}`)
			return
		}
		next(w, r)
	})
}

// serveFeatures answers the flags. Browsers ask again each time, so that a
// search reads the flag as it is now.
func (f *Flags) serveFeatures(w http.ResponseWriter, r *http.Request) {
	now := f.current.Load()
	header := w.Header()
	header["Content-Type"] = httpx.JSON
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Sse-Support", "enabled")
	header.Set("Etag", now.etag)
	if r.Header.Get("If-None-Match") == now.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(now.body) // an error: the client has gone
}

// stream is an open stream of one page.
type stream struct {
	network string
	changed chan struct{} // holds a token when the flags have changed
	end     context.CancelFunc
}

func (s *stream) wake() {
	select {
	case s.changed <- struct{}{}:
	default: // the stream will send the newest flags anyway
	}
}

// open counts a stream. It returns nil where there are too many, or the server
// stops.
func (f *Flags) open(network string, end context.CancelFunc) *stream {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended || len(f.streams) >= MaxStreams || f.clients[network] >= clientStreams {
		return nil
	}
	made := &stream{network: network, changed: make(chan struct{}, 1), end: end}
	f.streams[made] = struct{}{}
	f.clients[network]++
	return made
}

func (f *Flags) close(open *stream) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.streams, open)
	if f.clients[open.network]--; f.clients[open.network] <= 0 {
		delete(f.clients, open.network)
	}
}

// Streams returns how many streams are open.
func (f *Flags) Streams() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.streams)
}

// EndStreams ends all streams and accepts no more: a stop must not wait for
// them. Pages connect again, to another node or to the next start.
func (f *Flags) EndStreams() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	for open := range f.streams {
		open.end()
	}
}

// serveStream sends an event with all flags now, unless the client has them
// already, and one after each change.
func (f *Flags) serveStream(w http.ResponseWriter, r *http.Request) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	open := f.open(httpx.Network(httpx.Client(r.Context())), end)
	if open == nil {
		w.Header().Set("Retry-After", "30")
		httpx.SendText(w, r, http.StatusServiceUnavailable, httpx.NoStore, "There are too many streams.")
		return
	}
	defer f.close(open)
	events := &events{writer: w, control: http.NewResponseController(w)}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header["Cache-Control"] = httpx.NoStore
	header.Set("X-Accel-Buffering", "no")           // some proxies would hold events back
	_ = events.control.SetReadDeadline(time.Time{}) // the server's own would end the stream
	sent := r.Header.Get("Last-Event-ID")
	err := events.write("retry: 10000\n\n")
	ping := time.NewTicker(f.Ping)
	defer ping.Stop()
	for err == nil {
		if now := f.current.Load(); now.id != sent {
			sent = now.id
			err = events.write("id: " + now.id + "\nevent: features\ndata: " + string(now.body) + "\n\n")
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-open.changed:
		case <-ping.C:
			err = events.write("data: \n\n")
		}
	}
}

// events writes the events of a stream. Each has its own deadline, because the
// server's would end the stream.
type events struct {
	writer  http.ResponseWriter
	control *http.ResponseController
}

func (e *events) write(event string) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(eventTime)) // without a deadline a write may only take longer
	if _, err := io.WriteString(e.writer, event); err != nil {
		return err
	}
	err := e.control.Flush()
	_ = e.control.SetWriteDeadline(time.Time{}) // HTTP/2 would end an idle stream
	return err
}
