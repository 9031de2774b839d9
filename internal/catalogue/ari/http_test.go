package ari_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/web/httpx"
)

const password = "correct horse & <staple>"

// day is the day of the messages, day0 its midnight.
var day = date.Of(2027, 1, 5)

// world is a database that one partner sends to.
type world struct {
	t       *testing.T
	store   *store.Store
	partner ari.Partner
	handler http.Handler

	snapshot *catalogue.Snapshot

	mu  sync.Mutex
	now time.Time
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func connect(t *testing.T, db storetest.Database) *world {
	t.Helper()
	w := &world{t: t, now: day.Midnight().Add(10 * time.Hour)}
	var err error
	if w.store, err = store.Open(t.Context(), db.Source, w.clock); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.store.Close() })
	entities := &catalogue.Entities{}
	for _, e := range []catalogue.Entity{
		catalogue.Region{ID: "12", Name: "Cornwall", Country: "GB"}, catalogue.Operator{ID: "HAV", Name: "Havens"},
		catalogue.Park{ID: "SB", Name: "Sandy Bay", RegionID: "12", OperatorID: "HAV", Country: "GB"},
		catalogue.UnitType{ID: "SB-G3", ParkID: "SB", Channel: "ukcaravan", Name: "Gold", Sleeps: 6},
		catalogue.UnitType{ID: "SB-S1", ParkID: "SB", Channel: "ukcaravan", Name: "Silver", Sleeps: 4},
	} {
		entities.Add(e)
	}
	snapshot, problems := catalogue.NewSnapshot(entities)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	settings := ari.Settings{By: ari.ByOTA, User: "site", Secrets: []string{"OLD", "NEW"}}
	if err := settings.Check(func(name string) string {
		return map[string]string{"OLD": "the one before it was changed", "NEW": password}[name]
	}); err != nil {
		t.Fatal(err)
	}
	w.partner = ari.Partner{Settings: settings, ID: "haven", Name: "Haven", Hotels: map[string]ari.Hotel{
		"HV101": {Code: "HV101", Park: "SB", Rooms: map[string]ari.Room{"G3": {Unit: "SB-G3", Rate: "STD"}, "S1": {Unit: "SB-S1", Rate: "STD"}, "GONE": {Unit: "SB-X", Rate: "STD"}}},
	}}
	w.snapshot = snapshot
	w.handler = w.node()
	return w
}

// node returns a handler of a process.
func (w *world) node() http.Handler {
	mux := http.NewServeMux()
	w.service().Routes(mux.Handle)
	return mux
}

func (w *world) service() *ari.Service {
	return ari.New(ari.Config{Store: w.store.ARI(), Partners: func() []ari.Partner { return []ari.Partner{w.partner} }, Clock: w.clock, Wake: func() {},
		Catalogue: func() *catalogue.Snapshot { return w.snapshot }, Failed: func(err error) { w.t.Error(err) }})
}

// post sends a body as it is, and returns status and answer.
func (w *world) post(body []byte, header ...string) (int, string) {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/ota/haven", bytes.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got := httptest.NewRecorder()
	w.handler.ServeHTTP(got, r)
	if err := xml.Unmarshal(got.Body.Bytes(), new(struct{})); err != nil {
		w.t.Fatalf("the answer is no XML: %v: %s", err, got.Body)
	}
	return got.Code, got.Body.String()
}

const (
	envelopeStart = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header>%s</soapenv:Header><soapenv:Body>`
	envelopeEnd   = `</soapenv:Body></soapenv:Envelope>`
	token         = `<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><wsse:UsernameToken><wsse:Username>%s</wsse:Username><wsse:Password>%s</wsse:Password></wsse:UsernameToken></wsse:Security>`
	pos           = `<POS><Source><RequestorID ID="%s" MessagePassword="%s"/></Source></POS>`
)

// message is one that sets units of three nights of the gold caravan. inside comes first.
func message(units int, inside string) string {
	return fmt.Sprintf(`<OTA_HotelAvailNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="7f" TimeStamp="2027-01-05T10:00:00Z" Version="1.0">%s<AvailStatusMessages HotelCode="HV101"><AvailStatusMessage BookingLimit="%d"><StatusApplicationControl Start="2027-07-16" End="2027-07-18" InvTypeCode="G3"/></AvailStatusMessage></AvailStatusMessages></OTA_HotelAvailNotifRQ>`, inside, units)
}

// units returns how many units are stored of a night of the gold caravan, -1 where none are.
func (w *world) units(night date.Date) int {
	w.t.Helper()
	sent, err := w.store.Uncompiled(w.t.Context(), 100)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, u := range sent {
		sheet, err := rates.Decode(u.Rates)
		if err != nil {
			w.t.Fatal(err)
		}
		if u.Unit == "SB-G3" && sheet.OwnsUnits() {
			return sheet.Allotment(day).At(night)
		}
	}
	return -1
}

var july = date.Of(2027, 7, 16)

// TestAnswersAreInTheEnvelopeOfTheMessage sends messages with each kind of credentials.
func TestAnswersAreInTheEnvelopeOfTheMessage(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	escaped := "correct horse &amp; &lt;staple&gt;"
	basic := func(user, password string) []string {
		return []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))}
	}
	success := `EchoToken="7f" TimeStamp="2027-01-05T10:00:00Z" Version="1.0"><Success></Success></OTA_HotelAvailNotifRS>`
	denied := `<Errors><Error Type="3" Code="448">Invalid Username and/or Password</Error></Errors>`
	for i, test := range []struct {
		name, body, start, want string
		header                  []string
	}{
		{"WSSE", fmt.Sprintf(envelopeStart+"%s"+envelopeEnd, fmt.Sprintf(token, "site", escaped), message(1, "")), `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header/><soap:Body><OTA_HotelAvailNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"`, success, nil},
		{"SOAP 1.2", strings.ReplaceAll(fmt.Sprintf(envelopeStart+"%s"+envelopeEnd, fmt.Sprintf(token, "site", escaped), message(2, "")), "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"), `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">`, success, nil},
		{"Basic", message(3, ""), `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<OTA_HotelAvailNotifRS`, success, basic("site", password)},
		{"POS", message(4, fmt.Sprintf(pos, "site", escaped)), "", success, nil},
		{"the password before it was changed", message(5, ""), "", success, basic("site", "the one before it was changed")},
		{"a ping", `<OTA_PingRQ EchoToken="9"><EchoData>hello</EchoData></OTA_PingRQ>`, "", `Version="1.0"><Success></Success><EchoData>hello</EchoData></OTA_PingRS>`, basic("site", password)},
		{"a wrong password", message(6, ""), "", denied, basic("site", "wrong")},
		{"a wrong user", message(6, ""), "", denied, basic("sit", password)},
		{"no credentials", message(6, ""), "", denied, nil},
		{"wrong WSSE beside right Basic", fmt.Sprintf(envelopeStart+"%s"+envelopeEnd, fmt.Sprintf(token, "site", "wrong"), message(6, "")), "", denied, basic("site", password)},
		{"a ping without credentials", `<OTA_PingRQ/>`, "", denied, nil},
	} {
		status, got := w.post([]byte(test.body), append(test.header, "Content-Type", "text/xml")...)
		if status != http.StatusOK || !strings.HasPrefix(got, test.start) || !strings.Contains(got, test.want) {
			t.Errorf("%s: status %d, %s", test.name, status, got)
		}
		if want := min(i+1, 5); w.units(july) != want {
			t.Errorf("%s: %d units are stored, want %d", test.name, w.units(july), want)
		}
	}
	kept, err := w.store.Receipts(t.Context(), "haven", 100)
	if err != nil || len(kept) != 5 {
		t.Errorf("%d messages are kept, %v", len(kept), err)
	}
	for _, r := range kept {
		if got, err := w.store.Receipt(t.Context(), r.ID); err != nil || !strings.Contains(string(got.Body), "BookingLimit") || strings.Contains(string(got.Body), "horse") {
			t.Errorf("kept is %s, %v", got.Body, err)
		}
	}
	if all, err := w.store.Senders(t.Context()); err != nil || len(all) != 1 || all[0].Refusals != 1 || all[0].Wrong(w.clock()) != "" || all[0].Waiting != 1 {
		t.Errorf("the partners do %+v, %v", all, err)
	}
}

// TestBytesOfMessages sends what partners write wrongly or unusually, and attacks.
func TestBytesOfMessages(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	plain := message(1, "")
	declared := func(charset string) string { return `<?xml version="1.0" encoding="` + charset + `"?>` }
	wide := []byte("\xfe\xff")
	for _, c := range utf16.Encode([]rune(declared("UTF-16") + message(2, ""))) {
		wide = append(wide, byte(c>>8), byte(c))
	}
	const maxAttributes = 100
	attributes := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf(` a%d=""`, i)
		}
		return text
	}
	zip := func(text []byte) []byte {
		var to bytes.Buffer
		packed := gzip.NewWriter(&to)
		packed.Write(text)
		packed.Close()
		return to.Bytes()
	}
	for _, test := range []struct {
		name   string
		body   []byte
		units  int // that are stored afterwards; 0: a fault
		header []string
	}{
		{"a byte order mark", []byte("\xef\xbb\xbf" + declared("UTF-8") + plain), 1, nil},
		{"UTF-16", wide, 2, nil},
		{"UTF8", []byte(declared("UTF8") + message(3, "")), 3, nil},
		{"ISO-8859-1", []byte(declared("ISO-8859-1") + message(4, "<!-- caf\xe9 --><Note>\xa3</Note>")), 4, nil},
		{"windows-1252", []byte(declared("windows-1252") + message(5, "<Note>\x80</Note>")), 5, nil},
		{"prefixes", []byte(strings.NewReplacer("<OTA", "<ns2:OTA", "</OTA", "</ns2:OTA", "<Avail", "<ns2:Avail", "</Avail", "</ns2:Avail", "<Status", "<ns2:Status", "xmlns=", "xmlns:ns2=").Replace(message(6, ""))), 6, nil},
		{"gzip", zip([]byte(message(7, ""))), 7, []string{"Content-Encoding", "gzip"}},
		{"lines and comments around", []byte("\n<!-- by us -->\n" + message(8, "") + "\n<!-- end -->\n"), 8, nil},
		{"nothing", nil, 0, nil},
		{"no XML", []byte("BookingLimit=4"), 0, nil},
		{"cut off", []byte(plain[:len(plain)-9]), 0, nil},
		{"a second document", []byte(plain + plain), 0, nil},
		{"bytes after it", []byte(plain + "x"), 0, nil},
		{"an attribute twice", []byte(strings.Replace(plain, "BookingLimit=", `BookingLimit="9" BookingLimit=`, 1)), 0, nil},
		{"an entity bomb", []byte(`<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;&b;&b;">]>` + strings.Replace(plain, "7f", "&c;", 1)), 0, nil},
		{"an unknown entity", []byte(strings.Replace(plain, "7f", "&c;", 1)), 0, nil},
		{"an unknown charset", []byte(declared("EBCDIC-7") + plain), 0, nil},
		{"broken UTF-8", []byte(strings.Replace(plain, "7f", "\xff\xff", 1)), 0, nil},
		{"deep", []byte(strings.Repeat("<a>", 100_000)), 0, nil},
		{"too many attributes", []byte("<OTA_PingRQ" + attributes(maxAttributes+1) + "/>"), 0, nil},
		{"too many elements", []byte("<OTA_PingRQ>" + strings.Repeat("<a/>", 500_000) + "</OTA_PingRQ>"), 0, nil},
		{"too long", bytes.Repeat([]byte(" "), 11<<20), 0, nil},
		{"a gzip bomb", zip(bytes.Repeat([]byte(" "), 50<<20)), 0, []string{"Content-Encoding", "gzip"}},
		{"no gzip", []byte(plain), 0, []string{"Content-Encoding", "gzip"}},
		{"another coding", []byte(plain), 0, []string{"Content-Encoding", "br"}},
		{"another message", []byte(`<hello/>`), 0, nil},
		{"an empty envelope", []byte(fmt.Sprintf(envelopeStart, "") + envelopeEnd), 0, nil},
	} {
		before := w.units(july)
		status, got := w.post(test.body, append(test.header, "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("site:"+password)))...)
		if test.units == 0 {
			if status != http.StatusInternalServerError || !strings.Contains(got, "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>") || w.units(july) != before {
				t.Errorf("%s: status %d, %d units: %.500s", test.name, status, w.units(july), got)
			}
			continue
		}
		if status != http.StatusOK || !strings.Contains(got, "<Success>") || w.units(july) != test.units {
			t.Errorf("%s: status %d, %d units: %.500s", test.name, status, w.units(july), got)
		}
	}
}

// TestAMessageThatIsNotTakenIsNotKept sends a reservation to the wrong address.
func TestAMessageThatIsNotTakenIsNotKept(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	status, got := w.post([]byte(`<OTA_HotelResNotifRQ>` + fmt.Sprintf(pos, "site", "correct horse &amp; &lt;staple&gt;") + `<Surname>Penhaligon</Surname></OTA_HotelResNotifRQ>`))
	if status != http.StatusOK || !strings.Contains(got, `Code="450">OTA_HotelResNotifRQ is not supported<`) {
		t.Errorf("status %d, %s", status, got)
	}
	kept, err := w.store.Receipts(t.Context(), "haven", 9)
	if err != nil || len(kept) != 1 || kept[0].Kind != "OTA_HotelResNotifRQ" {
		t.Fatalf("kept are %+v, %v", kept, err)
	}
	if got, err := w.store.Receipt(t.Context(), kept[0].ID); err != nil || string(got.Body) != "OTA_HotelResNotifRQ" {
		t.Errorf("kept is %s, %v", got.Body, err)
	}
}

// TestMessagesAtOnce sends messages about one park at once: none is lost, and each is stored
// completely. Two services stand for two nodes.
func TestMessagesAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := connect(t, db)
		nodes := []http.Handler{w.handler, w.node()}
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				night := (july + date.Date(i)).ISO()
				body := strings.NewReplacer("2027-07-16", night, "2027-07-18", night).Replace(message(i+1, fmt.Sprintf(pos, "site", "correct horse &amp; &lt;staple&gt;")))
				got := httptest.NewRecorder()
				nodes[i%2].ServeHTTP(got, httptest.NewRequest(http.MethodPost, "/ota/haven", strings.NewReader(body)))
				if !strings.Contains(got.Body.String(), "<Success>") {
					t.Errorf("message %d: %s", i, got.Body)
				}
			})
		}
		all.Wait()
		for i := range 20 {
			if got := w.units(july + date.Date(i)); got != i+1 {
				t.Errorf("night %d has %d units", i, got)
			}
		}
	})
}

// slowly sends the head of a message over TCP, and the body when it is told to. The server has
// begun to wait for the body when slowly returns.
func slowly(t *testing.T, address, from, body string) (finish func() string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /ota/haven HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", from, len(body))
	answer := bufio.NewReader(conn)
	if line, err := answer.ReadString('\n'); err != nil || !strings.Contains(line, " 100 ") {
		t.Fatalf("the server does not wait for the body: %q, %v", line, err)
	}
	return func() string {
		fmt.Fprint(conn, body)
		all, err := io.ReadAll(answer)
		if err != nil {
			t.Error(err)
		}
		return string(all)
	}
}

// TestSlowBodiesKeepNobodyOut lets some networks send messages that do not come to their end.
func TestSlowBodiesKeepNobodyOut(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	clients := httpx.Clients{Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		ctx, _ := httpx.WithIdentity(r.Context(), clients.Of(r), nil)
		w.handler.ServeHTTP(out, r.WithContext(ctx))
	}))
	t.Cleanup(server.Close)
	whole := message(1, fmt.Sprintf(pos, "site", "correct horse &amp; &lt;staple&gt;"))
	send := func(from, want string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/ota/haven", strings.NewReader(whole))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", from)
		response, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if got, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("from %s: status %d, %s, %v; want %s", from, response.StatusCode, got, err, want)
		}
	}
	var slow []func() string
	begin := func(from string, n int) {
		for range n {
			slow = append(slow, slowly(t, server.Listener.Addr().String(), from, whole))
		}
	}
	begin("192.0.2.1", 10)
	send("192.0.2.1", "187") // its network has enough
	send("198.51.100.1", "<Success>")
	begin("2001:db8::1", 10) // one network, whatever its last bits are
	send("2001:db8::2", "187")
	begin("192.0.2.3", 8)
	send("198.51.100.1", "187") // all have
	for _, finish := range slow {
		if got := finish(); !strings.Contains(got, "<Success>") {
			t.Error(got)
		}
	}
	send("192.0.2.1", "<Success>")
}

// overtaken is a store into which other nodes always store something first.
type overtaken struct{ ari.Store }

func (overtaken) Keep(context.Context, int64, map[string]rates.Sheet, ari.Receipt) error {
	return ari.ErrChanged
}

// TestAMessageThatIsAlwaysOvertakenIsNotAccepted gives up, and says so.
func TestAMessageThatIsAlwaysOvertakenIsNotAccepted(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	var failed error
	mux := http.NewServeMux()
	ari.New(ari.Config{Store: overtaken{w.store.ARI()}, Partners: func() []ari.Partner { return []ari.Partner{w.partner} }, Clock: w.clock, Wake: func() {},
		Catalogue: func() *catalogue.Snapshot { return w.snapshot }, Failed: func(err error) { failed = err }}).Routes(mux.Handle)
	w.handler = mux
	status, got := w.post([]byte(message(1, fmt.Sprintf(pos, "site", "correct horse &amp; &lt;staple&gt;"))))
	if status != http.StatusServiceUnavailable || !strings.Contains(got, `Code="187"`) || !errors.Is(failed, ari.ErrChanged) {
		t.Errorf("status %d, %s, %v", status, got, failed)
	}
}

// TestChannex makes the calls of Channex.
func TestChannex(t *testing.T) {
	t.Parallel()
	w := connect(t, storetest.SQLite(t))
	w.partner.By = ari.ByChannex
	call := func(method, path, body string, header ...string) string {
		t.Helper()
		r := httptest.NewRequest(method, "/channex/haven/"+path, strings.NewReader(body))
		for i := 0; i < len(header); i += 2 {
			r.Header[header[i]] = []string{header[i+1]} // as it is written
		}
		got := httptest.NewRecorder()
		w.handler.ServeHTTP(got, r)
		return fmt.Sprint(got.Code, " ", got.Body)
	}
	expect := func(what, got, want string) {
		t.Helper()
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s\nwant %s", what, got, want)
		}
	}
	change := func(kind, fields string) string {
		return call("POST", "changes/", `{"data":[{"type":"changes_notification","attributes":{"request_id":"1","hotel_code":"HV101","changes":[
			{"type":"`+kind+`_changes","attributes":{"room_type_id":"G3","rate_plan_id":"STD","date_from":"2027-07-16","date_to":"2027-07-18",`+fields+`}}]}}]}`, "Api-Key", password)
	}
	expect("a test", call("GET", "test_connection/?hotel_code=HV101", "", "Api-Key", password), `200 {"success":true}`)
	expect("a test with the other name of the header", call("GET", "test_connection/?hotel_code=HV101", "", "Api_key", password), `200 {"success":true}`)
	expect("a test of another hotel", call("GET", "test_connection/?hotel_code=HV9", "", "Api-Key", password), `422 {"success":false,"error":"Hotel not found for HotelCode=HV9"}`)
	expect("a wrong key", call("GET", "test_connection/?hotel_code=HV101", "", "Api-Key", "wrong"), `401 {"success":false`)
	expect("no key", call("POST", "changes/", "{}"), `401 {"success":false`)
	expect("the codes", call("GET", "mapping_details/?hotel_code=HV101", "", "Api-Key", password), `200 {"data":{"attributes":{"room_types":[{"id":"G3","title":"Gold","rate_plans":[{"id":"STD","title":"STD","sell_mode":"per_person","max_persons":6,"currency":"GBP","read_only":false}]},{"id":"S1"`)
	expect("availability", change("availability", `"availability":3`), `200 {"success":true,"unique_id":"`)
	expect("everything else", change("restriction", `"rates":[{"rate":"250.00","currency":"GBP","fraction_size":2,"occupancy":6},{"rate":"200.00","currency":"GBP","fraction_size":2,"occupancy":2}],
		"stop_sell":false,"closed_to_arrival":true,"closed_to_departure":false,"min_stay_arrival":2,"min_stay_through":1,"max_stay":0`), `200 {"success":true`)
	want := "units 3; night 2:200.00 6:250.00; stay min 2 max 63 through 1 arrive false depart true"
	if got := w.stored("SB-G3"); got != want {
		t.Errorf("stored is %s, want %s", got, want)
	}
	expect("what is not known", change("restriction", `"close_out":true`), `200 {"success":true`)
	expect("half of it wrong", change("restriction", `"stop_sell":true,"rates":[{"rate":"0.00","currency":"GBP"}]`), `422 {"success":false,"error":"A rate is 0: use stop_sell instead"}`)
	expect("euro", change("restriction", `"rates":[{"rate":"9.00","currency":"EUR"}]`), `422 `)
	expect("a negative number", change("availability", `"availability":-1`), `422 `)
	expect("nothing", call("POST", "changes/", `{"changes":[{"availability":1}]}`, "Api-Key", password), `422 {"success":false,"error":"The message has no changes"}`)
	expect("no JSON", call("POST", "changes/", "{", "Api-Key", password), `422 `)
	expect("another type", change("booking", `"availability":1`), `422 `)
	if got := w.stored("SB-G3"); got != want {
		t.Errorf("then stored is %s, want %s", got, want)
	}
	all, err := w.store.Receipts(t.Context(), "haven", 10)
	if err != nil || len(all) != 9 || all[0].Refused == "" || all[8].Refused != "" {
		t.Errorf("kept are %+v, %v", all, err)
	}
	if got, err := w.store.Receipt(t.Context(), all[8].ID); err != nil || !strings.Contains(string(got.Body), `"availability":3`) {
		t.Errorf("the first message is %s, %v", got.Body, err)
	}
	w.mu.Lock()
	w.now = w.now.Add(31 * 24 * time.Hour)
	w.mu.Unlock()
	if err := w.store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all, err := w.store.Receipts(t.Context(), "haven", 10); err != nil || len(all) != 0 {
		t.Errorf("%d messages are kept after 31 days, %v", len(all), err)
	}
}

// stored returns what is stored of a unit type, without dates.
func (w *world) stored(unit string) string {
	w.t.Helper()
	sent, err := w.store.Uncompiled(w.t.Context(), 100)
	if err != nil {
		w.t.Fatal(err)
	}
	var rows []string
	for _, u := range sent {
		if u.Unit == unit {
			sheet, err := rates.Decode(u.Rates)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, row := range sheet {
				rows = append(rows, described(row))
			}
		}
	}
	return strings.Join(rows, "; ")
}

// described writes a row without its dates.
func described(row rates.Row) string {
	text := string(row.Kind)
	if row.Kind == rates.KindUnits {
		text += fmt.Sprint(" ", row.Units)
	}
	for _, p := range row.Prices {
		text += fmt.Sprintf(" %d:%s", p.Party, p.Price)
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"min", row.Min}, {"max", row.Max}, {"through", row.Through}} {
		if f.value > 0 {
			text += fmt.Sprint(" ", f.name, " ", f.value)
		}
	}
	for _, f := range []struct {
		name string
		days rates.Weekdays
	}{{"arrive", row.Arrive}, {"depart", row.Depart}} {
		if f.days != 0 {
			text += fmt.Sprint(" ", f.name, " ", f.days == rates.AnyDay)
		}
	}
	return text
}
