package hotelads_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store/storetest"
)

// ask posts a question as Google does, or fetches a list, and expects a valid answer.
func (w *world) ask(path, question string) string {
	w.Helper()
	status, body := w.answer(path, question, secret)
	if status != http.StatusOK {
		w.Fatalf("%s: %d: %.200s", path, status, body)
	}
	if err := invalid(body); err != nil {
		w.Fatalf("%s: %v: %.400s", path, err, body)
	}
	return body
}

func (w *world) answer(path, question, password string) (status int, body string) {
	w.Helper()
	method := http.MethodGet
	if question != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequest(method, w.site.URL+path, strings.NewReader(question))
	w.check(err)
	request.SetBasicAuth("google", password)
	response, err := http.DefaultClient.Do(request)
	w.check(err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	w.check(err)
	return response.StatusCode, string(content)
}

// TestTheListHasWhatGoogleNeeds expects that a park without it is left out, and reported.
func TestTheListHasWhatGoogleNeeds(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.Parks[1].Postcode = ""
	w.Parks = append(w.Parks, catalogue.Park{ID: "P4", Name: "Of others", RegionID: "12", OperatorID: "HAV", Town: "Bude", Postcode: "EX23 8AA", Country: "GB", Lat: 50, Lon: -4, Affiliate: "awin.haven"})
	w.Units = append(w.Units, catalogue.UnitType{ID: "P4-C", ParkID: "P4", Channel: "ukcaravan", Name: "Gold", Sleeps: 6})
	w.Units = append(w.Units, catalogue.UnitType{ID: "P 3/C", ParkID: "P3", Channel: "uklodge", Name: "Odd", Sleeps: 2})
	w.sell()
	if status, _ := w.answer("/hotel-ads/parks/listings.xml", "", secret); status != http.StatusServiceUnavailable {
		t.Errorf("before anything is listed: %d", status)
	}
	w.round(w.ads)
	parks := w.ask("/hotel-ads/parks/listings.xml", "")
	for _, want := range []string{"<id>P1</id><name>Sandy &lt;Bay&gt; &amp; P1</name>", `<component name="postal_code">EX23 8AA</component>`, "<country>GB</country><latitude>50.830000</latitude><longitude>-4.540000</longitude>",
		"<website>https://site.example/holidays/P1/", `<client_attr name="capacity">6</client_attr>`} {
		if !strings.Contains(parks, want) {
			t.Errorf("the list lacks %s: %s", want, parks)
		}
	}
	if n := strings.Count(parks, "<listing>"); n != 1 { // P2 has no postcode, P3 an odd unit type, P4 is of others
		t.Errorf("%d parks are listed: %s", n, parks)
	}
	if lodges := w.ask("/hotel-ads/lodges/listings.xml", ""); !strings.Contains(lodges, "<id>P3-L</id><name>Lodge, 2 bedrooms, Sandy") || strings.Count(lodges, "<listing>") != 2 {
		t.Errorf("lodges: %s", lodges)
	}
	left := map[string]string{}
	for _, r := range w.bad.Records() {
		left[r.ID] = r.Reason
	}
	if len(left) != 4 || left["parks P2"] != "name, town, postcode and country are needed" || left["lodges P 3/C"] == "" {
		t.Errorf("left out: %v", left)
	}
	if pages := w.ask("/hotel-ads/parks/landing-pages.xml", ""); !strings.Contains(pages, "<URL>https://site.example/hotel-ads/stay/parks/(PARTNER-HOTEL-ID)?d=(CHECKINYEAR)-(CHECKINMONTH)-(CHECKINDAY)&amp;n=(LENGTH)&amp;") {
		t.Errorf("landing pages: %s", pages)
	}
	for _, path := range []string{"/hotel-ads/parks/listings.xml", "/hotel-ads/nobody/listings.xml"} {
		if status, _ := w.answer(path, "", "guessed, and long enough"); status != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// TestAnIDStandsForOnePlaceForEver expects that a park does not get the id that another had.
func TestAnIDStandsForOnePlaceForEver(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	with := func(ids string) string {
		w.accounts = w.parse(strings.Replace(fmt.Sprintf(settings, w.google.url), `"as": "hotel"`, `"ids": {`+ids+`}, "as": "hotel"`, 1))
		w.ads = w.node("one")
		mux := http.NewServeMux()
		w.ads.Routes(func(pattern string, h http.Handler) { mux.Handle(pattern, h) }, http.NotFoundHandler())
		w.site.Config.Handler = mux
		w.round(w.ads)
		return w.ask("/hotel-ads/parks/listings.xml", "")
	}
	if list := with(`"P1": "HV101"`); !strings.Contains(list, "<id>HV101</id>") || strings.Contains(list, "<id>P1</id>") {
		t.Errorf("an id of our own: %s", list)
	}
	if list := with(`"P2": "HV101"`); strings.Contains(list, "<id>HV101</id>") || strings.Count(list, "<listing>") != 2 {
		t.Errorf("an id that was another park's: %s", list)
	}
	if n := len(w.bad.Records()); n != 1 {
		t.Errorf("%d records are bad", n)
	}
}

// results are those of an answer to a Query.
func results(t *testing.T, answer string) (all []struct {
	Property, Checkin, Baserate string
	Nights, Occupancy           int
	Unavailable                 *struct{ NoVacancy *struct{} }
},
) {
	t.Helper()
	var transaction struct {
		Result []struct {
			Property, Checkin, Baserate string
			Nights, Occupancy           int
			Unavailable                 *struct{ NoVacancy *struct{} }
		}
	}
	if err := xml.Unmarshal([]byte(answer), &transaction); err != nil {
		t.Fatal(err)
	}
	return transaction.Result
}

// TestGoogleAsksForPrices asks for stays, one by one and by ranges, of two adults and of
// others.
func TestGoogleAsksForPrices(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.round(w.ads)
	const path = "/hotel-ads/lodges/prices"
	const list = "<PropertyList><Property>P1-L</Property><Property>GONE</Property></PropertyList>"
	ask := func(query string) string { return w.ask(path, "<Query>"+query+"</Query>") }
	if got := results(t, ask("<Checkin>2027-02-01</Checkin><Nights>7</Nights>"+list)); len(got) != 2 || got[0].Baserate != "700.02" || got[0].Occupancy != 0 || got[1].Baserate != "-1" || got[1].Unavailable == nil || got[1].Unavailable.NoVacancy == nil {
		t.Errorf("a stay: %+v", got)
	}
	if got := results(t, ask("<Checkin>2027-02-01</Checkin><Nights>7</Nights>"+list+"<DeadlineMs>5000</DeadlineMs><Context><Occupancy>3</Occupancy></Context>")); len(got) != 2 || got[0].Baserate != "700.04" || got[0].Occupancy != 3 {
		t.Errorf("for three: %+v", got)
	}
	if got := results(t, ask("<Checkin>2027-02-01</Checkin><Nights>7</Nights>"+list+"<Context><Occupancy>7</Occupancy></Context>")); got[0].Baserate != "-1" {
		t.Errorf("for too many: %+v", got)
	}
	w.take("P1-L", date.Of(2027, time.February, 3), 1)
	w.check(w.replica.SyncBookings(t.Context()))
	onSale := 0
	for _, r := range results(t, ask("<FirstDate>2027-02-01</FirstDate><LastDate>2027-02-04</LastDate><Nights>30</Nights>"+list)) {
		if r.Baserate != "-1" { // two nights before the one that is booked, two and seven after it
			onSale++
		}
	}
	if onSale != 3 {
		t.Errorf("%d stays are on sale", onSale)
	}
	for _, r := range results(t, ask("<FirstDate>2027-02-03</FirstDate><LastDate>2027-02-03</LastDate><AffectedNights>7</AffectedNights>"+list)) {
		if r.Baserate != "-1" {
			t.Errorf("the night is booked: %+v", r)
		}
	}
	if got := ask("<HotelInfoProperties><Property>P1-L</Property><Property>GONE</Property></HotelInfoProperties>"); !strings.Contains(got, "<RoomID>P1-L</RoomID>") || strings.Contains(got, "GONE") {
		t.Errorf("rooms: %s", got)
	}
	for _, wrong := range []string{"<Query/>", "<Query><Checkin>soon</Checkin><Nights>7</Nights></Query>", "<Query><Nights>x</Nights></Query>", "<Other/>", "{}", `<!DOCTYPE q [<!ENTITY e SYSTEM "file:///etc/passwd">]><Query><Checkin>&e;</Checkin></Query>`} {
		if status, body := w.answer(path, wrong, secret); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", wrong, status, body)
		}
	}
	if status, _ := w.answer("/hotel-ads/parks/prices", "<Query/>", secret); status != http.StatusNotFound {
		t.Errorf("an account that is told: %d", status)
	}
}

// TestHintsSayWhatHasChanged expects the dates of arrival of the stays whose price may be
// another since a time.
func TestHintsSayWhatHasChanged(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.round(w.ads)
	hint := func(since time.Time) string {
		answer := w.ask("/hotel-ads/lodges/prices", `<HintRequest id="1" timestamp="2027-01-05T12:00:00Z"><LastFetchTime>`+since.UTC().Format(time.RFC3339)+`</LastFetchTime></HintRequest>`)
		return strings.NewReplacer(xml.Header, "", "<Item><Property>", "", "</Property><FirstDate>", " ", "</FirstDate><LastDate>", " ", "</LastDate></Item>", "; ").Replace(answer)
	}
	const all = "<Hint>P1-L 2027-01-06 2027-12-01; P2-L 2027-01-06 2027-12-01; P3-L 2027-01-06 2027-12-01; </Hint>"
	if got := hint(w.clock().Add(-25 * time.Hour)); got != all { // the log does not go back so far
		t.Errorf("at first: %s", got)
	}
	w.advance(10 * time.Minute)
	if got := hint(w.clock()); got != "<Hint></Hint>" {
		t.Errorf("nothing has changed: %s", got)
	}
	w.take("P2-L", date.Of(2027, time.March, 3), 2)
	w.take("P3-C", date.Of(2027, time.March, 3), 2) // not of this account
	if got := hint(w.clock()); got != "<Hint>P2-L 2027-02-02 2027-03-04; </Hint>" {
		t.Errorf("after a booking: %s", got)
	}
	w.advance(10 * time.Minute)
	since := w.clock()
	w.price(false, 1, flat(9000), "P1-L")
	if got := hint(since); got != "<Hint>P1-L 2027-01-06 2027-12-01; </Hint>" {
		t.Errorf("after a change of prices: %s", got)
	}
	w.advance(14 * time.Hour) // a date has come on sale
	if got := hint(w.clock().Add(-13 * time.Hour)); got != "<Hint>P1-L 2027-12-02 2027-12-02; P2-L 2027-12-02 2027-12-02; P3-L 2027-12-02 2027-12-02; </Hint>" {
		t.Errorf("on the next day: %s", got)
	}
	if got := w.ask("/hotel-ads/lodges/prices", "<HintRequest/>"); strings.Count(got, "<Item>") != 3 {
		t.Errorf("without a time: %s", got)
	}
}
