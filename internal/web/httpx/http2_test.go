package httpx

import (
	"bytes"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

func TestStreamsThatNobodyReadsHoldABoundedNumberOfBytes(t *testing.T) {
	const size, streams, fit = 1 << 20, 20, 3
	load := NewLoad(LoadLimits{ClientRequests: 100, Requests: 100, ClientBytes: fit * size, Bytes: 100 * size})
	ended := make(chan struct{}, streams)
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { ended <- struct{}{} }()
		flight, _ := load.Begin("client")
		defer flight.End()
		ctx, _ := WithIdentity(r.Context(), "", flight)
		if err := SendOnce(w, r.WithContext(ctx), 200, make([]byte, size), nil, nil); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()

	conn, err := tls.Dial("tcp", server.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte(http2.ClientPreface)); err != nil {
		t.Fatal(err)
	}
	framer := http2.NewFramer(conn, conn)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if err := framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0}); err != nil {
		t.Fatal(err)
	}
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for n := range streams {
		block.Reset()
		for _, field := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":authority", "x"}, {":path", "/"}} {
			if err := encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := framer.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*n + 1), BlockFragment: block.Bytes(), EndStream: true, EndHeaders: true}); err != nil {
			t.Fatal(err)
		}
	}
	statuses := map[string]int{}
	for statuses["503"] < streams-fit {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Fatal(err, statuses)
		}
		if headers, ok := frame.(*http2.MetaHeadersFrame); ok {
			statuses[headers.PseudoValue("status")]++
		}
	}
	if requests, held, _ := load.Now(); held > fit*size || requests < fit {
		t.Errorf("%d requests hold %d bytes, want at most %d", requests, held, fit*size)
	}
	conn.Close() // the client closes the connection: nothing may be held any more
	for range streams {
		<-ended
	}
	if requests, held, _ := load.Now(); requests != 0 || held != 0 {
		t.Errorf("at the end %d requests hold %d bytes", requests, held)
	}
}
