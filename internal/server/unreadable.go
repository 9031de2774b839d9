package server

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
)

// unreadable returns the answer to a request whose address cannot be read: the brand's
// own page, as for any other address that leads nowhere. handler answers visitors.
func (s *Server) unreadable(handler http.Handler) func(net.Addr) []byte {
	return func(client net.Addr) []byte {
		r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "/404", nil)
		if err != nil {
			s.log.Error("answer an unreadable request", "error", err.Error())
			return nil
		}
		r.RemoteAddr = client.String()
		page := &answerInMemory{header: http.Header{}, status: http.StatusOK}
		handler.ServeHTTP(page, r)
		page.header.Del("Content-Length")
		answer := http.Response{StatusCode: page.status, ProtoMajor: 1, ProtoMinor: 1, Header: page.header, Close: true,
			ContentLength: int64(page.body.Len()), Body: io.NopCloser(&page.body)}
		var whole bytes.Buffer
		_ = answer.Write(&whole) // memory takes everything
		return whole.Bytes()
	}
}

// answerInMemory is an http.ResponseWriter that keeps the answer.
type answerInMemory struct {
	header http.Header
	status int
	begun  bool
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answerInMemory) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answerInMemory) WriteHeader(status int) {
	if !a.begun {
		a.status, a.begun = status, true
	}
}

// Write implements http.ResponseWriter.
func (a *answerInMemory) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}
