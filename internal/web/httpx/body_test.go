package httpx

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

var text = []byte(strings.Repeat(`{"name":"Gannet Sands","price":"199.00"},`, 200))

// decode decompresses an answer.
func decode(t *testing.T, coding string, body io.Reader) []byte {
	t.Helper()
	switch coding {
	case "br":
		body = brotli.NewReader(body)
	case "zstd":
		r, err := zstd.NewReader(body, zstd.WithDecoderMaxWindow(8<<20)) // the limit of browsers
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		body = r
	case "gzip":
		r, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		body = r
	}
	all, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func ask(headers ...string) (*httptest.ResponseRecorder, *http.Request) {
	r := httptest.NewRequest("GET", "/", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return httptest.NewRecorder(), r
}

func TestTheClientChoosesTheCoding(t *testing.T) {
	request, files := NewBody(JSON, text, OnRequest), NewBody(JSON, text, OfFiles)
	for _, c := range []struct{ accepted, request, file string }{
		{"", "", ""},
		{"identity", "", ""},
		{"gzip", "gzip", "gzip"},
		{"gzip, deflate, br, zstd", "zstd", "br"},
		{"GZIP", "gzip", "gzip"},
		{"br", "", "br"},
		{"gzip;q=0.5, zstd;q=0", "gzip", "gzip"},
		{"zstd;q=0.000, gzip; q = 0.001", "gzip", "gzip"},
		{"*", "zstd", "br"},
		{"*;q=0", "", ""},
		{"*, zstd;q=0, br;q=0", "gzip", "gzip"},
		{"xgzip, gzipx", "", ""},
		{"gzip;x=1;q=0", "", ""},
		{"gzip;q=0;x=1", "", ""},
	} {
		for _, side := range []struct {
			body *Body
			want string
		}{{request, c.request}, {files, c.file}} {
			w, r := ask("Accept-Encoding", c.accepted)
			side.body.Send(w, r)
			coding := w.Header().Get("Content-Encoding")
			if coding != side.want {
				t.Errorf("%q: coded as %q, want %q", c.accepted, coding, side.want)
			}
			if got := decode(t, coding, w.Body); !bytes.Equal(got, text) {
				t.Errorf("%q: another body in %q", c.accepted, coding)
			}
			if w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q: Vary %q", c.accepted, w.Header().Get("Vary"))
			}
		}
	}
	w, r := ask("Accept-Encoding", "gzip;q=0", "Accept-Encoding", "zstd")
	if request.Send(w, r); w.Header().Get("Content-Encoding") != "zstd" {
		t.Errorf("two lines: coded as %q, want zstd", w.Header().Get("Content-Encoding"))
	}
}

func TestLargeBodiesAreCodedWhole(t *testing.T) {
	for _, size := range []int{zstdSmallFrom - 1, zstdSmallFrom, 2 * zstdWindow} {
		body := bytes.Repeat(text, size/len(text)+1)[:size]
		for _, coding := range OnRequest {
			if got := decode(t, coding.Name(), bytes.NewReader(coding.Encode(body))); !bytes.Equal(got, body) {
				t.Errorf("%s: another body of %d bytes", coding.Name(), size)
			}
		}
	}
}

func TestEachCodingHasAnETagOfItsOwn(t *testing.T) {
	body := NewBody(JSON, text, OnRequest)
	seen := map[string]bool{}
	for _, accepted := range []string{"", "gzip", "zstd"} {
		w, r := ask("Accept-Encoding", accepted)
		body.Send(w, r)
		tag := w.Header().Get("Etag")
		if seen[tag] {
			t.Errorf("%q: tag %s again", accepted, tag)
		}
		seen[tag] = true
		for header, status := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
			w, r := ask("Accept-Encoding", accepted, "If-None-Match", header)
			body.Send(w, r)
			if w.Code != status || w.Header().Get("Etag") != tag || status == 304 && (w.Body.Len() > 0 || w.Header().Get("Content-Encoding") != "") {
				t.Errorf("%q, If-None-Match %s: %d with %d bytes, %v", accepted, header, w.Code, w.Body.Len(), w.Header())
			}
		}
	}
}

func TestHeadHasTheHeadersOfGet(t *testing.T) {
	body := NewBody(JSON, text, OnRequest)
	w, r := ask("Accept-Encoding", "gzip")
	body.Send(w, r)
	h, head := ask("Accept-Encoding", "gzip")
	head.Method = "HEAD"
	body.Send(h, head)
	if h.Body.Len() != 0 || h.Header().Get("Content-Length") != w.Header().Get("Content-Length") {
		t.Errorf("HEAD: %d bytes, Content-Length %s, want %s", h.Body.Len(), h.Header().Get("Content-Length"), w.Header().Get("Content-Length"))
	}
}

func TestSimultaneousRequestsShareOneCompression(t *testing.T) {
	var made sync.Map
	coding := &Coding{name: []string{"gzip"}, suffix: ".g", encode: func(dst, src []byte) []byte {
		if _, again := made.LoadOrStore("gzip", true); again {
			t.Error("made twice")
		}
		return append(dst, src[:9]...)
	}}
	body := NewBody(JSON, text, []*Coding{coding})
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			w, r := ask("Accept-Encoding", "gzip")
			if body.Send(w, r); w.Body.Len() != 9 {
				t.Errorf("%d bytes", w.Body.Len())
			}
		})
	}
	group.Wait()
}

// broken is a ResponseWriter whose client has closed the connection.
type broken struct{ http.ResponseWriter }

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestABufferIsReleasedOnlyWhenNobodyReadsIt(t *testing.T) {
	for name, c := range map[string]struct {
		accepted string
		gone     bool
		released bool
	}{
		"sent":                {"", false, true},
		"gone":                {"", true, false},
		"compressed":          {"zstd", false, true},
		"compressed and gone": {"zstd", true, true},
	} {
		w, r := ask("Accept-Encoding", c.accepted)
		var to http.ResponseWriter = w
		if c.gone {
			to = broken{w}
		}
		released := false
		SendOnce(to, r, 200, text, OnRequest, func() { released = true })
		if released != c.released {
			t.Errorf("%s: released %t, want %t", name, released, c.released)
		}
	}
}

func TestARecorderSeesStatusAndBytes(t *testing.T) {
	w, r := ask()
	recorder := Record(w)
	if Record(recorder) != recorder {
		t.Error("a recorder is recorded again")
	}
	SendOnce(recorder, r, http.StatusTeapot, text, nil, nil)
	if recorder.Status != http.StatusTeapot || recorder.Bytes != int64(len(text)) {
		t.Errorf("%d, %d bytes", recorder.Status, recorder.Bytes)
	}
	early := Record(httptest.NewRecorder())
	early.WriteHeader(http.StatusEarlyHints)
	early.WriteHeader(http.StatusOK)
	if early.Status != http.StatusOK {
		t.Errorf("after early hints: %d", early.Status)
	}
}

func TestEachRequestHasItsOwnIdAndNonce(t *testing.T) {
	_, r := ask()
	if RequestID(r.Context()) != "" || Nonce(r.Context()) != "" {
		t.Error("a bare context has an identity")
	}
	ctx, id := WithIdentity(r.Context(), "192.0.2.1", nil)
	other, otherID := WithIdentity(r.Context(), "192.0.2.1", nil)
	if Client(ctx) != "192.0.2.1" || Client(r.Context()) != "" {
		t.Errorf("clients %q, %q", Client(ctx), Client(r.Context()))
	}
	first := Nonce(ctx)
	if RequestID(ctx) != id || id == otherID || first == Nonce(other) || first != Nonce(ctx) || len(first) != 22 {
		t.Errorf("ids %s %s, nonces %s %s", id, otherID, first, Nonce(other))
	}
}

func TestLargeBuffersAreNotReused(t *testing.T) {
	body := make([]byte, 2*bufferMax)
	_, _ = rand.Read(body) // what cannot be compressed needs a large buffer
	for range 10 {
		w, r := ask("Accept-Encoding", "gzip")
		if err := SendOnce(w, r, http.StatusOK, body, OnRequest, nil); err != nil || w.Body.Len() < len(body) {
			t.Fatalf("%d bytes were sent, %v", w.Body.Len(), err)
		}
		if size := cap(*buffers.Get().(*[]byte)); size > bufferMax {
			t.Fatalf("a buffer of %d bytes is used again", size)
		}
	}
}
