package server_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// ariPassword is what the partners of the tests send; TestMain puts it into the environment
// as ARI_PASSWORD.
const ariPassword = "sixteen letters and more"

const ariPartners = `{"partners": [
	{"id": "haven", "name": "Haven", "transport": "none", "rates": {"by": "ota", "user": "site", "secrets": ["ARI_PASSWORD"]},
	 "parks": {"HV101": {"hotel": "SB", "units": {"HV101-G1": {"room": "G", "rate": "STD"}}}}}]}`

// sandbank starts a server with the park HV101 and a partners file.
func sandbank(t *testing.T, dir, partners string) *running {
	t.Helper()
	db, err := store.Open(t.Context(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := (feed.Importer{Store: db, Temp: t.TempDir()}).Catalogue(t.Context(), feed.File{Reader: strings.NewReader(ratedPark), Full: true}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "partners.json")
	if err := os.WriteFile(file, []byte(partners), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := launch(dir, sandbox, func(c *server.Config) { c.Partners, c.NoLimits = file, true })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.stop)
	return r
}

// send posts an OpenTravel message about dates of the room G, and returns the answer.
func (r *running) send(t *testing.T, root, container, inside string) string {
	t.Helper()
	body := fmt.Sprintf(`<%[1]sRQ EchoToken="1"><POS><Source><RequestorID ID="site" MessagePassword="%[4]s"/></Source></POS><%[2]s HotelCode="SB">%[3]s</%[2]s></%[1]sRQ>`, root, container, inside, ariPassword)
	answer, err := http.Post(r.URL()+"/ota/haven", "text/xml", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text := new(strings.Builder)
	if err := answer.Write(text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func (r *running) accepted(t *testing.T, root, container, inside string) {
	t.Helper()
	if got := r.send(t, root, container, inside); !strings.Contains(got, "<Success>") {
		t.Fatalf("%s: %s", root, got)
	}
}

func ariDates(from, to date.Date) string {
	return fmt.Sprintf(`<StatusApplicationControl Start="%s" End="%s" InvTypeCode="G" RatePlanCode="STD"/>`, from.ISO(), to.ISO())
}

func ariPrice(from, to date.Date, amount string) string {
	return `<RateAmountMessage>` + ariDates(from, to) + `<Rates><Rate><BaseByGuestAmts><BaseByGuestAmt NumberOfGuests="4" AmountAfterTax="` + amount + `" CurrencyCode="GBP"/></BaseByGuestAmts></Rate></Rates></RateAmountMessage>`
}

// TestAPartnerSetsAPriceThatIsBooked follows messages of a channel manager to a booking.
func TestAPartnerSetsAPriceThatIsBooked(t *testing.T) {
	t.Parallel()
	dir, first := t.TempDir(), date.In(testclock.Now())+60
	r := sandbank(t, dir, ariPartners)
	v := r.visitor(t)
	search := func(night date.Date) string {
		t.Helper()
		return v.get("/api/search", "channel", "ukcaravan", "region", "12", "date", night.String(), "nights", "2", "adults", "2").ok(t).text("results", 0, "price")
	}
	// 750 days at once, each with units, a price and a rule of its own.
	var units, prices strings.Builder
	for day := first; day < first+750; day++ {
		fmt.Fprintf(&units, `<AvailStatusMessage BookingLimit="%d">%s<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="%d"/></LengthsOfStay></AvailStatusMessage>`, 1+day%3, ariDates(day, day), 1+day%2)
		prices.WriteString(ariPrice(day, day, fmt.Sprintf("%d.00", 60+day%40)))
	}
	r.accepted(t, "OTA_HotelAvailNotif", "AvailStatusMessages", units.String())
	r.accepted(t, "OTA_HotelRateAmountNotif", "RateAmountMessages", prices.String())
	// However many days a message has, it writes one row of the unit type.
	var stored, version int
	db := r.store(t, dir)
	if err := db.View(t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT COUNT(*), MAX(version) FROM ari_unit").Scan(&stored, &version)
	}); err != nil || stored != 1 || version != 2 {
		t.Errorf("two messages of 750 days wrote %d rows, version %d: %v", stored, version, err)
	}
	price := func(night date.Date) string { return fmt.Sprintf("%d.00", 120+night%40+(night+1)%40) }
	night := first + 10
	polltest.Until(t, "the prices are on sale", func() bool { return search(night) == price(night) })
	same(t, "the price of a night a year later", search(first+365), price(first+365))

	r.accepted(t, "OTA_HotelRateAmountNotif", "RateAmountMessages", ariPrice(night, night, "45.00"))
	want := fmt.Sprintf("%d.00", 105+(night+1)%40)
	polltest.Until(t, "the new price is on sale", func() bool { return search(night) == want })
	same(t, "the price two nights later", search(night+2), price(night+2))
	stays := v.stays(night, night)
	held := v.hold(stays["HV101-G1 "+night.String()]).ok(t)
	same(t, "the price of the hold", held.text("booking", "unitPrice"), want)

	// Half of a message that is wrong changes nothing; a closed night is off sale.
	if got := r.send(t, "OTA_HotelRateAmountNotif", "RateAmountMessages", ariPrice(night+5, night+5, "1.00")+ariPrice(night+6, night+6, "")); !strings.Contains(got, `Code="321"`) {
		t.Error(got)
	}
	r.accepted(t, "OTA_HotelAvailNotif", "AvailStatusMessages", `<AvailStatusMessage>`+ariDates(night+20, night+20)+`<RestrictionStatus Restriction="Master" Status="Close"/></AvailStatusMessage>`)
	polltest.Until(t, "the closed night is off sale", func() bool {
		_, sold := v.stays(night, night+30)["HV101-G1 "+(night+19).String()]
		return !sold
	})
	if _, sold := v.stays(night, night+30)["HV101-G1 "+(night+21).String()]; !sold {
		t.Error("a night that was not closed is off sale")
	}
	same(t, "the price of a refused message", search(night+5), price(night+5))

	// What a partner has sent is not replaced by a file.
	im := feed.Importer{Store: db, Temp: t.TempDir(), Wait: 10 * time.Second}
	rows := fmt.Sprintf("kind,unit,from,to,price_2\nnight,%%s,%s,%s,60.00\n", first.ISO(), first.ISO())
	report, err := im.Rates(t.Context(), feed.File{Name: "rates.csv", Reader: strings.NewReader(fmt.Sprintf(rows, "HV101-G1")), CSV: true})
	if err == nil || !strings.Contains(report.BadRows[0].Reason, "partner haven sends the rates of HV101-G1") {
		t.Errorf("a delta of its rates: %v, %v", err, report.BadRows)
	}
	if report, err = im.Rates(t.Context(), feed.File{Name: "rates.csv", Reader: strings.NewReader(fmt.Sprintf(rows, "HV101-S1")), CSV: true, Full: true}); err != nil {
		t.Fatal(err, report.BadRows)
	}
	report, err = im.Prices(t.Context(), feed.File{Name: "p.csv", Reader: strings.NewReader("unit,from,to,nights,price_2\nHV101-G1," + night.ISO() + "," + night.ISO() + ",2,9.00\n"), CSV: true})
	if err == nil || !strings.Contains(report.BadRows[0].Reason, "partner haven sends its prices") {
		t.Errorf("a delta of its prices: %v, %v", err, report.BadRows)
	}
	same(t, "the price after these imports", search(night), want)
}

// store opens the database of a server beside it, as a command does.
func (r *running) store(t *testing.T, dir string) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
