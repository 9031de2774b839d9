package testworld

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/store/storetest"
)

// Break is a way in which a connection to the provider breaks, at the level of TCP.
type Break string

// The ways in which a connection breaks. In silence, nothing more comes until the
// other side, or the provider's patience, has ended.
const (
	NoBreak            Break = ""
	ResetBeforeReading Break = "reset before the message is read"
	ResetWhileReading  Break = "reset while the message is read"
	ResetBeforeWork    Break = "reset after the message was read"
	ResetAfterWork     Break = "reset after the message was processed"
	ClosedAfterWork    Break = "closed after the message was processed"
	ResetInAnswer      Break = "reset in the middle of the answer"
	SilenceInAnswer    Break = "half an answer, then silence"
	SilenceBeforeWork  Break = "silence, and nothing is processed"
	SilenceAfterWork   Break = "silence after the message was processed"
)

// Breaks lists all ways in which a connection breaks.
var Breaks = []Break{ResetBeforeReading, ResetWhileReading, ResetBeforeWork, ResetAfterWork, ClosedAfterWork, ResetInAnswer, SilenceInAnswer, SilenceBeforeWork, SilenceAfterWork}

// Wire is a provider's end of its connections. It answers several messages on one
// connection where the other side sends them, and breaks the connections as it is told.
type Wire struct {
	// Silence is how long the provider says nothing before it closes a connection.
	Silence time.Duration

	handler http.Handler
	mu      sync.Mutex
	draw    func() Break
}

// Break has the fate of each message drawn by a function; nil means that none breaks.
func (w *Wire) Break(draw func() Break) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.draw = draw
}

// BreakNext breaks the connection of the next message, and no other.
func (w *Wire) BreakNext(how Break) {
	w.Break(func() Break {
		next := how
		how = NoBreak
		return next
	})
}

func (w *Wire) next() Break {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.draw == nil {
		return NoBreak
	}
	return w.draw()
}

// NewWire serves a handler over sockets until the test ends. It returns the address.
func NewWire(t testing.TB, handler http.Handler) (w *Wire, base string) {
	t.Helper()
	w = &Wire{Silence: 20 * time.Millisecond, handler: handler}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	var connections sync.WaitGroup
	open := map[net.Conn]bool{}
	var mu sync.Mutex
	connections.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open[conn] = true
			mu.Unlock()
			connections.Go(func() { w.serve(conn.(*net.TCPConn)) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		mu.Lock()
		for conn := range open {
			_ = conn.Close() // one that has ended is closed already
		}
		mu.Unlock()
		connections.Wait()
	})
	return w, "http://" + listener.Addr().String()
}

// serve answers the messages of a connection until it breaks or is closed.
func (w *Wire) serve(conn *net.TCPConn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		if _, err := in.Peek(1); err != nil {
			return
		}
		if how := w.next(); w.message(conn, in, how) != nil || how != NoBreak {
			return
		}
	}
}

// message reads a message and answers it, as far as the connection holds.
func (w *Wire) message(conn *net.TCPConn, in *bufio.Reader, how Break) error {
	if how == ResetBeforeReading {
		return conn.SetLinger(0)
	}
	request, err := http.ReadRequest(in)
	if err != nil || how == ResetWhileReading {
		_ = conn.SetLinger(0)
		return err
	}
	body, err := io.ReadAll(request.Body)
	if err != nil || how == ResetBeforeWork {
		_ = conn.SetLinger(0)
		return err
	}
	if how == SilenceBeforeWork {
		time.Sleep(w.Silence)
		return nil
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, request)
	response := recorder.Result()
	response.ContentLength = int64(recorder.Body.Len())
	var answer bytes.Buffer
	if err := response.Write(&answer); err != nil {
		return err
	}
	text := answer.Bytes()
	switch how {
	case ResetAfterWork:
		return conn.SetLinger(0)
	case ClosedAfterWork:
		return nil
	case SilenceAfterWork:
		time.Sleep(w.Silence)
		return nil
	case ResetInAnswer, SilenceInAnswer:
		text = text[:len(text)/2]
	default:
	}
	if _, err = conn.Write(text); err != nil {
		return err
	}
	if how == SilenceInAnswer {
		time.Sleep(w.Silence)
	}
	if how == ResetInAnswer {
		return conn.SetLinger(0)
	}
	return nil
}

// NewOverWire is New with a provider whose connections break as Wire is told. The
// visitors' browsers reach the provider in another way.
func NewOverWire(t testing.TB, db storetest.Database, options ...Option) (*World, *Wire) {
	t.Helper()
	var wire *Wire
	world := newWorld(t, db, func(w *World) (base string) {
		wire, base = NewWire(t, w.Provider)
		w.Browser = inProcess{w.Provider}
		return base
	}, options...)
	return world, wire
}
