package reservation

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/date"
)

var now = time.Date(2027, time.January, 5, 10, 0, 0, 0, time.UTC)

func TestWhatIsSentNext(t *testing.T) {
	for name, c := range map[string]struct {
		row     Row
		live    bool
		action  Action
		version int
	}{
		"a new booking":              {Row{Version: 1}, true, Commit, 1},
		"a Commit without an answer": {Row{Version: 1, Base: 1}, true, Commit, 1},
		"changed since, so what was sent first is repeated first": {Row{Version: 3, Base: 1}, true, Commit, 1},
		"cancelled since, and the partner may have it":            {Row{Version: 2, Base: 1}, false, Commit, 1},
		"the Commit is known, and the booking is cancelled":       {Row{Version: 2, Held: true, Delivered: 1, Acked: 1}, false, Cancel, 2},
		"cancelled, never sent":                                   {Row{Version: 2}, false, Nothing, 0},
		"changed":                                                 {Row{Version: 2, Held: true, Delivered: 1, Acked: 1}, true, Modify, 2},
		"a Modify without an answer":                              {Row{Version: 2, Held: true, Delivered: 1, Acked: 1}, true, Modify, 2},
		"known":                                                   {Row{Version: 2, Held: true, Delivered: 2, Acked: 2}, true, Nothing, 0},
		"refused":                                                 {Row{Version: 2, Refused: 2}, true, Nothing, 0},
		"refused, and changed since":                              {Row{Version: 3, Refused: 2}, true, Commit, 3},
		"refused, and cancelled since":                            {Row{Version: 3, Refused: 2}, false, Nothing, 0},
		"a repetition was refused, and cancelled since":           {Row{Version: 3, Base: 1, Refused: 2}, false, Commit, 1},
		"given up, and back again":                                {Row{Version: 5, Delivered: 4, Acked: 4}, true, Commit, 5},
		"a Cancel without an answer, and back again":              {Row{Version: 3, Ending: 2, Held: true, Delivered: 1, Acked: 1}, true, Cancel, 2},
		"a Cancel without an answer, and changed since":           {Row{Version: 3, Ending: 2, Held: true, Delivered: 1, Acked: 1}, false, Cancel, 3},
		"an e-mail that nobody has acknowledged":                  {Row{Version: 1, Held: true, Delivered: 1}, true, Nothing, 0},
	} {
		if action, version := c.row.next(c.live); action != c.action || version != c.version {
			t.Errorf("%s: %q of version %d", name, action, version)
		}
	}
}

func TestWhatAnAnswerChanges(t *testing.T) {
	first := Message{Action: Commit, Version: 1, newest: 2, live: true, first: true}
	waits := Row{Version: 2, Base: 1, Waiting: now}
	for name, c := range map[string]struct {
		row    Row
		m      Message
		answer Answer
		want   Row
	}{
		"an acknowledgement is of what was first sent": {waits, first, Answer{Number: "4711"},
			Row{Version: 2, Held: true, Holds: Holds{Since: now}, Delivered: 1, Acked: 1, Number: "4711", Waiting: now, AckedAt: now}},
		"no answer": {waits, first, Answer{Error: "cut off"}, Row{Version: 2, Base: 1, Error: "cut off", Waiting: now}},
		"nothing can have arrived": {waits, first, Answer{Error: "no route", Unsent: true},
			Row{Version: 2, Error: "no route", Waiting: now}},
		"nothing of a repetition can have arrived": {waits, Message{Action: Commit, Version: 1, newest: 2, live: true}, Answer{Error: "no route", Unsent: true},
			Row{Version: 2, Base: 1, Error: "no route", Waiting: now}},
		"a refusal": {waits, first, Answer{Refusal: "no such room"}, Row{Version: 2, Refused: 2, Refusal: "no such room", Waiting: now}},
		"a refusal of a repetition": {waits, Message{Action: Commit, Version: 1, newest: 2, live: true}, Answer{Refusal: "no such room"},
			Row{Version: 2, Base: 1, Refused: 2, Refusal: "no such room", Waiting: now}},
		"a refusal of a repetition that is cancelled meanwhile": {waits, Message{Action: Commit, Version: 1, newest: 2}, Answer{Refusal: "no such room"},
			Row{Version: 2, Base: 1, Refused: 2, Refusal: "no such room", Waiting: now}},
		"the last acknowledgement": {Row{Version: 2, Held: true, Delivered: 1, Acked: 1, Error: "cut off", Waiting: now}, Message{Action: Cancel, Version: 2, newest: 2}, Answer{},
			Row{Version: 2, Delivered: 2, Acked: 2, AckedAt: now}},
		"a repeated Cancel before it is back": {Row{Version: 3, Ending: 2, Held: true, Delivered: 1, Acked: 1, Waiting: now}, Message{Action: Cancel, Version: 2, newest: 3, live: true}, Answer{},
			Row{Version: 3, Delivered: 2, Acked: 2, Waiting: now, AckedAt: now}},
		"a Cancel of what it has given up": {Row{Version: 3, Ending: 2, Held: true, Delivered: 1, Acked: 1, Waiting: now}, Message{Action: Cancel, Version: 2, newest: 3, live: true}, Answer{Refusal: "no such booking"},
			Row{Version: 3, Delivered: 1, Acked: 1, Refusal: "no such booking", Waiting: now}},
		"nothing of a Cancel can have arrived": {Row{Version: 2, Ending: 2, Held: true, Delivered: 1, Acked: 1, Waiting: now}, Message{Action: Cancel, Version: 2, newest: 2, first: true}, Answer{Error: "no route", Unsent: true},
			Row{Version: 2, Held: true, Delivered: 1, Acked: 1, Error: "no route", Waiting: now}},
		"a warning": {Row{Version: 1, Base: 1, Waiting: now}, Message{Action: Commit, Version: 1, newest: 1, live: true}, Answer{Warning: "overbooked"},
			Row{Version: 1, Held: true, Holds: Holds{Since: now}, Delivered: 1, Acked: 1, Warning: "overbooked", AckedAt: now}},
		"an e-mail is sent": {Row{Version: 1, Base: 1, Waiting: now}, Message{Action: Commit, Version: 1, newest: 1, live: true}, Answer{Unread: true},
			Row{Version: 1, Held: true, Delivered: 1, Waiting: now}},
		"an answer that is older than what is known": {Row{Version: 3, Delivered: 3, Acked: 3}, first, Answer{Number: "4711"},
			Row{Version: 3, Delivered: 3, Acked: 3}},
	} {
		got := c.row
		got.record(c.m, c.answer, now)
		if got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

// A partner may obey long before it answers.
func TestWhatAPartnerCertainlyKeeps(t *testing.T) {
	kept := Holds{"G3", "2027-07-16", "2027-07-19", now.Add(-time.Hour)}
	same, other := State{Room: kept.Room, Arrival: kept.From, Departure: kept.To}, State{Room: kept.Room, Arrival: kept.From, Departure: "2027-07-20"}
	moved := Holds{kept.Room, kept.From, "2027-07-20", now}
	for name, c := range map[string]struct {
		m       Message
		sent    Holds // while the answer is not known
		answer  Answer
		settled Holds
	}{
		"the guest has changed":       {Message{Action: Modify, Booking: same}, kept, Answer{}, kept},
		"that is refused":             {Message{Action: Modify, Booking: same}, kept, Answer{Refusal: "no"}, kept},
		"the stay has changed":        {Message{Action: Modify, Booking: other}, Holds{}, Answer{}, moved},
		"its answer is lost":          {Message{Action: Modify, Booking: other}, Holds{}, Answer{Error: "cut off"}, Holds{}},
		"the new stay is refused":     {Message{Action: Modify, Booking: other}, Holds{}, Answer{Refusal: "full"}, Holds{}},
		"it cannot have arrived":      {Message{Action: Modify, Booking: other}, Holds{}, Answer{Error: "no route", Unsent: true}, kept},
		"cancelled":                   {Message{Action: Cancel, Booking: same}, Holds{}, Answer{}, Holds{}},
		"the cancellation is refused": {Message{Action: Cancel, Booking: same}, Holds{}, Answer{Refusal: "cancelled before"}, Holds{}},
	} {
		r := Row{Version: 2, Held: true, Holds: kept, Delivered: 1, Acked: 1}
		c.m.Version, c.m.newest, c.m.first, c.m.live = 2, 2, true, c.m.Action != Cancel
		r.markSending(c.m.Action, 2, now, now.Add(time.Minute))
		c.m.kept = r.doubt(c.m)
		if r.Holds != c.sent {
			t.Errorf("%s: when it is sent, it keeps %+v", name, r.Holds)
		}
		if r.record(c.m, c.answer, now); r.Holds != c.settled {
			t.Errorf("%s: in the end, it keeps %+v", name, r.Holds)
		}
	}
}

// A status of success is enough, also if the body is cut off or too large.
func TestAWebhookIsAcknowledgedByItsStatus(t *testing.T) {
	key, err := webhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	for about, c := range map[string]struct {
		status int
		length string
		body   string
		known  bool
	}{
		"success":           {200, "2", "{}", true},
		"cut off":           {200, "20", `{"num`, true},
		"too large":         {201, "", strings.Repeat("x", longestBody+1), true},
		"a failure cut off": {500, "20", "x", false},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.length != "" {
				w.Header().Set("Content-Length", c.length)
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.body) // cut off on purpose
		}))
		p := Partner{Address: server.URL, Private: true, keys: [][]byte{key}}
		if got := NewWebhook(NewWire(nil), time.Now).Send(t.Context(), p, Message{ID: "id", Action: Commit, Version: 1}); (got.Error == "") != c.known || got.Refusal != "" {
			t.Errorf("%s: %+v", about, got)
		}
		server.Close()
	}
}

func TestAPartnersNumber(t *testing.T) {
	for body, want := range map[string]string{
		`{"number": " HV-4711/a "}`: "HV-4711/a", `{"number": "4711"}{"number": "2"}`: "4711", `{"number": "Büro 7"}`: "Büro 7",
		`{"number": "47\u000011"}`: "", `{"number": "47\n11"}`: "", `{"number": "` + strings.Repeat("1", longestNumber+1) + `"}`: "", "{\"number\": \"\xff\"}": "", `{"number": 4711}`: "", "": "",
	} {
		if got := numberIn([]byte(body)); got != want {
			t.Errorf("%q: %q", body, got)
		}
	}
}

func TestAPartnerThatDoesNotAnswerRests(t *testing.T) {
	r := &rests{of: map[string]silence{}}
	at := now
	silent := func() time.Duration {
		at = at.Add(r.left("a", at))
		r.note("a", true, at)
		r.note("b", true, at)
		r.note("b", false, at)
		return r.left("a", at)
	}
	for i, want := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 15 * time.Minute} {
		if got := silent(); got != want || r.left("b", at) != 0 {
			t.Errorf("after silence %d: %v", i+1, got)
		}
	}
	r.note("a", true, at) // sent before the rest
	if got := r.left("a", at); got != 15*time.Minute {
		t.Errorf("a message from before the rest: %v", got)
	}
	r.note("a", false, at)
	if got := silent(); got != 0 {
		t.Errorf("after an answer, one silence: %v", got)
	}
}

// In a large park, what nobody has acknowledged is on the page, however late it is.
func TestThePageOfALargePark(t *testing.T) {
	const today, last = date.Date(100), date.Date(5000)
	all := []Expected{{Row: Row{Ref: "late", Present: true}, Arrival: last, Departure: last + 7}} // the only one that is not acknowledged
	for day := range date.Date(2 * mostArrivals) {
		all = append(all, Expected{Row: Row{Ref: "gone", Present: true}, Arrival: 1, Departure: 8}, Expected{Row: Row{Ref: "known", Present: true}, Arrival: today + day, Departure: today + day + 7})
	}
	page := onPage(all, today)
	if first, end := page[0], page[len(page)-1]; len(page) != mostArrivals || first.Row.Ref != "known" || first.Arrival != today || end.Row.Ref != "late" {
		t.Errorf("%d bookings, from %+v to %+v", len(page), first, end)
	}
	if page := onPage([]Expected{{Row: Row{Ref: "moved away"}, Arrival: 2, Departure: 9}}, today); len(page) != 1 {
		t.Errorf("what is moved away is dropped by its new days: %+v", page)
	}
}

func TestWordsAreKeptWithoutNames(t *testing.T) {
	g := Guest{Surname: "O'Neill-Brontë", Forename: "Priya", Email: "priya@mail.example", Postcode: "YO11 2AB"}
	got := withoutNames("no  room for PRIYA o'neill-brontë\n(priya@mail.example, YO11 2ab)", g)
	if want := "no room for … … (…, …)"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestAPartnersFileSaysWhatIsWrongWithIt(t *testing.T) {
	secrets := map[string]string{"GOOD": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "SHORT": "whsec_c2hvcnQ="}
	const partner = `{"id": "p", "name": "P", "transport": "webhook", "address": "https://pms.example/hook", "secrets": ["GOOD"], "parks": {"*": {}}}`
	read := func(partners string) error {
		_, err := ParsePartners([]byte(`{"partners": [`+partners+`]}`), func(name string) string { return secrets[name] })
		return err
	}
	if err := read(partner); err != nil {
		t.Error(err)
	}
	for about, change := range map[string][2]string{
		"an address without TLS":    {"https", "http"},
		"a password in the address": {"https://", "https://me:secret@"},
		"a short secret":            {"GOOD", "SHORT"},
		"a secret that is not set":  {"GOOD", "NONE"},
		"no secret":                 {`"GOOD"`, ""},
		"an id with a slash":        {`"p"`, `"a/b"`},
		"a field that nobody knows": {"address", "addr3ss"},
		"another transport":         {"webhook", "fax"},
		"no parks":                  {`"*": {}`, ""},
		"two that take a park":      {partner, partner + "," + strings.Replace(partner, `"p"`, `"q"`, 1)},
	} {
		if err := read(strings.Replace(partner, change[0], change[1], 1)); err == nil {
			t.Errorf("%s is accepted", about)
		}
	}
}

func TestAPartnersFileSaysHowRatesAreSent(t *testing.T) {
	secrets := map[string]string{"GOOD": "sixteen letters and more", "SHORT": "sixteen"}
	const partner = `{"id": "p", "name": "P", "transport": "none", "rates": {"by": "ota", "user": "u", "secrets": ["GOOD"]},
		"parks": {"SB": {"hotel": "H1", "units": {"SB-G3": {"room": "G3", "rate": "STD"}, "SB-S1": {}}}}}`
	const pulled = `{"by": "beds24", "address": "https://api.example/v2", "key": "GOOD"}`
	read := func(partners string) (*Partners, error) {
		return ParsePartners([]byte(`{"partners": [`+partners+`]}`), func(name string) string { return secrets[name] })
	}
	all, err := read(partner)
	if err != nil {
		t.Fatal(err)
	}
	hotel := all.Senders()[0].Hotels["H1"]
	if hotel.Park != "SB" || hotel.Rooms["G3"] != (ari.Room{Unit: "SB-G3", Rate: "STD"}) || hotel.Rooms["SB-S1"] != (ari.Room{Unit: "SB-S1"}) {
		t.Errorf("the hotel is %+v", hotel)
	}
	if all.Of(booking.Stay{ParkID: "SB"}) != "" {
		t.Error("a partner without transport takes bookings")
	}
	const byOTA = `{"by": "ota", "user": "u", "secrets": ["GOOD"]}`
	if _, err := read(strings.NewReplacer(byOTA, pulled, `"SB-S1": {}`, `"SB-S1": {"room": "12", "rate": "price1"}`).Replace(partner)); err != nil {
		t.Error(err)
	}
	for about, change := range map[string][2]string{
		"a short secret":            {"GOOD", "SHORT"},
		"no secret":                 {`"GOOD"`, ""},
		"no user":                   {`"user": "u", `, ""},
		"another dialect":           {`"ota"`, `"fax"`},
		"two parks of one hotel":    {`"parks": {`, `"parks": {"SC": {"hotel": "H1", "units": {"SC-1": {}}}, `},
		"no unit types":             {`"units": {"SB-G3": {"room": "G3", "rate": "STD"}, "SB-S1": {}}`, ""},
		"every park":                {`"SB": {"hotel": "H1", "units": {"SB-G3": {"room": "G3", "rate": "STD"}, "SB-S1": {}}}`, `"*": {}`},
		"a room twice":              {`"SB-S1": {}`, `"SB-S1": {"room": "G3"}`},
		"a transport without rates": {`"rates": ` + byOTA + `,`, ""},
		"two that send a unit type": {partner, partner + "," + strings.Replace(partner, `"p"`, `"q"`, 1)},
		"an address by ota":         {`"user"`, `"address": "https://api.example", "key": "GOOD", "user"`},
		"by channex without a rate": {`"ota"`, `"channex"`},
		"by beds24 without a rate":  {byOTA, pulled},
		"an address without TLS":    {byOTA, strings.Replace(pulled, "https", "http", 1)},
		"a key that is not set":     {byOTA, strings.Replace(pulled, "GOOD", "NONE", 1)},
		"a user that is not sent":   {byOTA, strings.Replace(pulled, `"by"`, `"user": "u", "by"`, 1)},
	} {
		if _, err := read(strings.Replace(partner, change[0], change[1], 1)); err == nil {
			t.Errorf("%s is accepted", about)
		}
	}
}

// The example of the specification of Standard Webhooks.
func TestAWebhookIsSigned(t *testing.T) {
	key, err := webhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := signatures([][]byte{key, key}, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if one := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != one+" "+one {
		t.Errorf("got %s", got)
	}
}
