package flags_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/flags"
)

// write replaces a file as a member of staff's tools do.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// serving returns flags, and an HTTP server with their addresses.
func serving(t *testing.T, c flags.Config) (*flags.Flags, string) {
	t.Helper()
	c.ClientKey = "sdk-test"
	f := flags.New(t.Context(), c)
	mux := http.NewServeMux()
	f.Routes(mux.Handle)
	server := httptest.NewServer(mux)
	t.Cleanup(func() { f.EndStreams(); server.Close() })
	return f, server.URL
}

type answer struct {
	status int
	header http.Header
	body   string
}

// request makes a GET request with headers, given as names and values in turn. The
// body of the response is closed when the test ends.
func request(t *testing.T, url string, headers ...string) *http.Response {
	t.Helper()
	asked, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		asked.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func get(t *testing.T, url string, headers ...string) answer {
	t.Helper()
	response := request(t, url, headers...)
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// listen opens a stream and returns its lines; the channel is closed when the
// stream ends.
func listen(t *testing.T, url string, headers ...string) (lines <-chan string, status int) {
	t.Helper()
	response := request(t, url, headers...)
	made := make(chan string, 100)
	go func() {
		defer close(made)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			made <- scanner.Text()
		}
	}()
	return made, response.StatusCode
}

// next returns the next line that begins with a prefix.
func next(t *testing.T, lines <-chan string, prefix string) string {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		select {
		case line, open := <-lines:
			if !open {
				t.Fatalf("the stream ended before a line %s", prefix)
			}
			if strings.HasPrefix(line, prefix) {
				return strings.TrimPrefix(line, prefix)
			}
		case <-late:
			t.Fatalf("no line %s", prefix)
		}
	}
}

const cardOff = `{"features":{"isWorldpayOn":{"defaultValue":false}}}`

func TestWithoutASourceFlagsHaveTheirDefaults(t *testing.T) {
	f, url := serving(t, flags.Config{})
	got := get(t, url+"/api/features/sdk-test")
	var body struct {
		Status      int
		Features    map[string]struct{ DefaultValue bool }
		DateUpdated time.Time
	}
	if err := json.Unmarshal([]byte(got.body), &body); err != nil {
		t.Fatal(err)
	}
	if body.Status != 200 || !body.Features["isWorldpayOn"].DefaultValue || body.Features["maintenanceMode"].DefaultValue || body.DateUpdated.IsZero() {
		t.Errorf("answer %s", got.body)
	}
	if got.status != 200 || got.header.Get("X-Sse-Support") != "enabled" || got.header.Get("Access-Control-Allow-Origin") != "*" ||
		!strings.Contains(got.header.Get("Access-Control-Expose-Headers"), "x-sse-support") {
		t.Errorf("status %d, headers %v", got.status, got.header)
	}
	if again := get(t, url+"/api/features/sdk-test", "If-None-Match", got.header.Get("Etag")); again.status != 304 {
		t.Errorf("unchanged: status %d", again.status)
	}
	if !f.On(flags.CardProvider, nil) || f.On(flags.Maintenance, nil) || f.On("other", nil) || f.Used() {
		t.Error("wrong values")
	}
}

func TestAnUnknownClientKeyIsRefusedForGood(t *testing.T) {
	_, url := serving(t, flags.Config{})
	for _, path := range []string{"/api/features/sdk-other", "/sub/sdk-other"} {
		got := get(t, url+path)
		if got.status != 400 || got.header.Get("X-Unrecoverable") != "1" || got.body != `{"status":400,"error":"Unknown client key"}` {
			t.Errorf("%s: %d %v %s", path, got.status, got.header, got.body)
		}
	}
}

func TestAChangeOfTheFileReachesAnOpenStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, `{"features":{"banner":{"defaultValue":"plain"}}}`)
	f, url := serving(t, flags.Config{File: path, Ping: 20 * time.Millisecond})
	lines, status := listen(t, url+"/sub/sdk-test")
	if first := next(t, lines, "retry: "); first != "10000" || status != 200 {
		t.Errorf("retry %q, status %d", first, status)
	}
	id := next(t, lines, "id: ")
	if kind := next(t, lines, "event: "); kind != "features" {
		t.Errorf("event %q", kind)
	}
	before := next(t, lines, "data: {")
	next(t, lines, "data: ") // a sign of life
	write(t, path, cardOff)
	if err := f.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if newer := next(t, lines, "id: "); newer == id {
		t.Error("both events have one id")
	}
	after := next(t, lines, "data: {")
	if !strings.Contains(after, `"isWorldpayOn":{"defaultValue":false}`) || strings.Contains(after, "banner") || dateOf(t, after) <= dateOf(t, before) {
		t.Errorf("before %s\nafter %s", before, after)
	}
	if f.On(flags.CardProvider, nil) {
		t.Error("the server does not see the change")
	}
}

func dateOf(t *testing.T, body string) string {
	t.Helper()
	_, rest, _ := strings.Cut(body, `"dateUpdated":"`)
	date, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("no date in %s", body)
	}
	return date
}

func TestAClientThatHasTheFlagsGetsOnlyChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, cardOff)
	f, url := serving(t, flags.Config{File: path})
	lines, _ := listen(t, url+"/sub/sdk-test")
	id := next(t, lines, "id: ")
	again, _ := listen(t, url+"/sub/sdk-test", "Last-Event-ID", id)
	next(t, again, "retry: ")
	write(t, path, `{"features":{}}`)
	if err := f.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := next(t, again, "data: {"); !strings.Contains(got, `"isWorldpayOn":{"defaultValue":true}`) {
		t.Errorf("the first event is %s", got)
	}
}

func TestWhatCannotBeReadLeavesTheLastGoodFlags(t *testing.T) {
	dir := t.TempDir()
	path, stored := filepath.Join(dir, "flags.json"), filepath.Join(dir, "last.json")
	write(t, path, cardOff)
	f, url := serving(t, flags.Config{File: path, Stored: stored})
	good := get(t, url+"/api/features/sdk-test").body
	for name, content := range map[string]string{
		"cut off":                `{"features":{"isWorldpayOn":{"default`,
		"empty":                  ``,
		"a list":                 `[]`,
		"no features":            `{"flags":{}}`,
		"null":                   `{"features":null}`,
		"a flag that is a word":  `{"features":{"isWorldpayOn":true}}`,
		"a value that is a word": `{"features":{"isWorldpayOn":{"defaultValue":"false"}}}`,
		"encrypted":              `{"features":{},"encryptedFeatures":"a.b"}`,
		"too large":              `{"features":{}}` + strings.Repeat(" ", 1<<20),
	} {
		write(t, path, content)
		if err := f.Round(t.Context()); err == nil {
			t.Errorf("%s: no error", name)
		}
		if now := get(t, url+"/api/features/sdk-test").body; now != good || f.On(flags.CardProvider, nil) {
			t.Errorf("%s: the flags are now %s", name, now)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := f.Round(t.Context()); err == nil {
		t.Error("a missing file is no error")
	}
	restarted := flags.New(t.Context(), flags.Config{File: path, Stored: stored})
	if restarted.On(flags.CardProvider, nil) {
		t.Error("a restart forgets the last good flags")
	}
	write(t, path, `{"features":{}}`)
	if err := restarted.Round(t.Context()); err != nil || !restarted.On(flags.CardProvider, nil) {
		t.Errorf("after the repair: %v", err)
	}
}

func TestAFullDiskDelaysTheStoringOfFlags(t *testing.T) {
	dir := t.TempDir()
	path, stored := filepath.Join(dir, "flags"), filepath.Join(dir, "none yet", "flags.json")
	write(t, path, `{"features":{"isWorldpayOn":{"defaultValue":false}}}`)
	f := flags.New(t.Context(), flags.Config{File: path, Stored: stored})
	if err := f.Round(t.Context()); err == nil || f.On(flags.CardProvider, nil) {
		t.Errorf("stored where there is no folder (%v), or not used", err)
	}
	if err := os.Mkdir(filepath.Dir(stored), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Round(t.Context()); err != nil {
		t.Error(err)
	}
	write(t, path, "cut off")
	if flags.New(t.Context(), flags.Config{File: path, Stored: stored}).On(flags.CardProvider, nil) {
		t.Error("a restart forgets the last good flags")
	}
	write(t, path, `{"features":{}}`)
	file, err := os.Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	full := fmt.Sprint("/dev/fd/", file.Fd()) // can be read, and nothing can be written beside it
	if !flags.New(t.Context(), flags.Config{File: path, Stored: full}).On(flags.CardProvider, nil) {
		t.Error("at a start, older flags that are stored replace those of the source")
	}
}

// A flag that the product does not need may be broken, or one of its rules: the
// others follow.
func TestABrokenFlagLeavesTheOthers(t *testing.T) {
	for _, banner := range []string{`"words"`, `{"rules":["words"]}`, `{"rules":[{"coverage":"half"}]}`, `{"rules":[{"condition":{"$and":"words"}}]}`} {
		t.Run(banner, func(t *testing.T) { aBrokenFlagLeavesTheOthers(t, banner) })
	}
}

func aBrokenFlagLeavesTheOthers(t *testing.T, banner string) {
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, `{"features":{"banner":`+banner+`,"isWorldpayOn":{"defaultValue":false}}}`)
	bad := badrecord.New(slog.New(slog.DiscardHandler))
	f, url := serving(t, flags.Config{File: path, Bad: bad})
	if f.On(flags.CardProvider, nil) {
		t.Error("the card provider does not follow its flag")
	}
	if body := get(t, url+"/api/features/sdk-test").body; strings.Contains(body, "banner") {
		t.Errorf("browsers get %s", body)
	}
	if left := bad.Records(); len(left) != 1 || left[0].Kind != badrecord.Flag || left[0].ID != "banner" {
		t.Errorf("reported: %+v", left)
	}
	write(t, path, `{"features":{"banner":{"defaultValue":"words"},"isWorldpayOn":{"defaultValue":false}}}`)
	if err := f.Round(t.Context()); err != nil || len(bad.Records()) != 0 {
		t.Errorf("after the repair: %v, %+v", err, bad.Records())
	}
}

func TestAHostOfFlagsLeadsNowhereElse(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer elsewhere.Close()
	host := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer host.Close()
	f, _ := serving(t, flags.Config{Host: host.URL})
	if err := f.Round(t.Context()); err == nil {
		t.Error("a redirect is no error")
	}
}

func TestFlagsOfAHost(t *testing.T) {
	var body, etag atomic.Value
	var status atomic.Int64
	var unchanged atomic.Int64
	body.Store(cardOff)
	etag.Store(`"1"`)
	status.Store(200)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/features/sdk-test" {
			t.Errorf("requested %s", r.URL)
		}
		w.Header().Set("Etag", etag.Load().(string))
		if r.Header.Get("If-None-Match") == etag.Load().(string) {
			unchanged.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(w, body.Load().(string))
	}))
	defer host.Close()
	f, _ := serving(t, flags.Config{Host: host.URL})
	if f.On(flags.CardProvider, nil) {
		t.Fatal("the host's flags are not read at the start")
	}
	if err := f.Round(t.Context()); err != nil || unchanged.Load() != 1 {
		t.Errorf("unchanged flags: %v, %d", err, unchanged.Load())
	}
	etag.Store(`"2"`)
	for _, broken := range []struct {
		status int64
		body   string
	}{{500, "oops"}, {400, `{"status":400,"error":"no"}`}, {200, "<html>"}, {200, `{"features":[]}`}} {
		status.Store(broken.status)
		body.Store(broken.body)
		if err := f.Round(t.Context()); err == nil {
			t.Errorf("%d %s: no error", broken.status, broken.body)
		}
		if f.On(flags.CardProvider, nil) {
			t.Errorf("%d %s: the last good flags are gone", broken.status, broken.body)
		}
	}
	status.Store(200)
	body.Store(`{"features":{}}`)
	if err := f.Round(t.Context()); err != nil || !f.On(flags.CardProvider, nil) {
		t.Errorf("afterwards: %v", err)
	}
	host.Close()
	if err := f.Round(t.Context()); err == nil || !f.On(flags.CardProvider, nil) {
		t.Errorf("a dead host: %v", err)
	}
}

func TestEncryptedFlagsOfAHost(t *testing.T) {
	// The case 'Valid feature' of GrowthBook's own case file has another name of
	// the flag, so only its reading is tested here.
	const key, body = "Zvwv/+uhpFDznZ6SX28Yjg==", `{"features":{},"encryptedFeatures":"m5ylFM6ndyOJA2OPadubkw==.Uu7ViqgKEt/dWvCyhI46q088PkAEJbnXKf3KPZjf9IEQQ+A8fojNoxw4wIbPX3aj"}`
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, body)
	f := flags.New(t.Context(), flags.Config{File: path, DecryptionKey: key})
	if err := f.Round(t.Context()); err != nil || !f.On("feature", nil) || !f.On(flags.CardProvider, nil) || f.On(flags.Maintenance, nil) {
		t.Errorf("%v", err)
	}
	wrong := flags.New(t.Context(), flags.Config{File: path, DecryptionKey: "AAAAAAAAAAAAAAAAAAAAAA=="})
	if err := wrong.Round(t.Context()); err == nil {
		t.Error("a wrong key is no error")
	}
}

func TestRulesAreEvaluatedForTheRequest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, `{"features":{"maintenanceMode":{"defaultValue":false,"rules":[
		{"condition":{"path":{"$regex":"^/booking"}},"force":true},
		{"condition":{"query":{"$regex":"surname|Quackenbush"}},"force":true},
		{"condition":{"browser":"firefox","deviceType":"mobile","host":"mt.example"},"force":true},
		{"variations":[true,true],"hashAttribute":"browser"}]}}}`)
	f := flags.New(t.Context(), flags.Config{File: path})
	if f.On(flags.Maintenance, nil) {
		t.Error("on without a request")
	}
	for address, want := range map[string]bool{
		"http://mt.example/booking/extras": true, "http://mt.example/": false,
		"http://mt.example/login?surname=Quackenbush&Email=a%40b.example": false, "http://mt.example/?q=surname": true,
	} {
		if got := f.On(flags.Maintenance, httptest.NewRequest(http.MethodGet, address, nil)); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	phone := httptest.NewRequest(http.MethodGet, "http://mt.example/", nil)
	phone.Header.Set("User-Agent", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
	if !f.On(flags.Maintenance, phone) {
		t.Error("browser, device or host is not what the rule says")
	}
}

func TestTheSwitchClosesTheSiteWhateverTheFlagsSay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flags.json")
	write(t, path, `{"features":{"maintenanceMode":{"defaultValue":false}}}`)
	f, url := serving(t, flags.Config{File: path, Closed: true})
	if body := get(t, url+"/api/features/sdk-test").body; !f.On(flags.Maintenance, nil) || !strings.Contains(body, `"maintenanceMode":{"defaultValue":true}`) {
		t.Errorf("flags %s", body)
	}
}

func TestStreamsAreBoundedAndEndWithTheServer(t *testing.T) {
	f, url := serving(t, flags.Config{})
	var open []<-chan string
	for range 128 {
		lines, _ := listen(t, url+"/sub/sdk-test")
		next(t, lines, "data: {")
		open = append(open, lines)
	}
	if refused := get(t, url+"/sub/sdk-test"); refused.status != 503 || refused.header.Get("Retry-After") == "" {
		t.Errorf("one more: %d", refused.status)
	}
	if f.Streams() != 128 {
		t.Errorf("%d streams", f.Streams())
	}
	f.EndStreams()
	for _, lines := range open {
		for range lines { // until the stream ends
		}
	}
	if refused := get(t, url+"/sub/sdk-test"); refused.status != 503 {
		t.Errorf("after the end: %d", refused.status)
	}
	if got := get(t, url+"/api/features/sdk-test"); got.status != 200 {
		t.Errorf("features after the end: %d", got.status)
	}
}
