package feed

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestACatalogueFeedAddsWithdrawsAndReplaces(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		same(t, "units", onSale(t, im, catalogue.KindUnit), "U1 U2")
		report := good(t, "delta")(im.Catalogue(context.Background(), delta(`{"withdraw":{"kind":"unit","id":"U2"}}
{"unit":{"id":"U3","park":"P1","channel":"uklodge","name":"Lodge","sleeps":4}}`)))
		if report.Rows != 2 || report.Entities != 2 || report.Change == 0 {
			t.Errorf("report %+v", report)
		}
		same(t, "units after a delta", onSale(t, im, catalogue.KindUnit), "U1 U3")
		for range 2 { // the same file twice is the same as once
			good(t, "full")(im.Catalogue(context.Background(), full(landscape)))
			same(t, "units after a full file", onSale(t, im, catalogue.KindUnit), "U1 U2")
		}
		err := im.Store.View(context.Background(), func(tx *store.Tx) error {
			body, err := tx.Entity(catalogue.KindCode, "SUMMER10")
			var code catalogue.Code
			if err := errors.Join(err, json.Unmarshal(body, &code)); err != nil || code.Percent != 10 {
				t.Errorf("code %s, %v", body, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestBadCatalogueRowsAreNamedAndNothingIsPublished(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	report, err := im.Catalogue(context.Background(), full(landscape+`{"unit":{"id":"U3","park":"P9","channel":"ukcaravan","name":"Gold","sleeps":6}}
{"unit":{"id":"U4","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":0}}
{"unit":{"id":"U5","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":"6"}}
{"unit":{"id":"U1","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":6}}
{"unit":{"id":"U6"
{"hotel":{"id":"H1"}}
{"unit":{"id":"U7","park":"P1","channel":"ukcaravan","name":"Gold","sleep":6}}
[]
{"withdraw":{"kind":"unit","id":"U2"}}
`))
	if !errors.Is(err, ErrRefused) {
		t.Errorf("error %v", err)
	}
	var bad []string
	for _, b := range report.BadRows {
		bad = append(bad, b.String())
	}
	same(t, "bad rows", strings.Join(bad, "\n"), `line 10, park: there is no park P9
line 11, sleeps: expected 1 to 66, not 0
line 12, sleeps: expected a number, not string
line 13, id: unit U1 is already in line 7
line 14, character 18: unexpected end of JSON input
line 15, kind: expected one of [feature offer region operator park unit code], not "hotel"
line 16, sleep: there is no such field
line 17, character 1: expected an object, not array
line 18, withdraw: is for deltas only: a full file withdraws whatever it does not contain`)
	same(t, "still on sale", onSale(t, im, catalogue.KindUnit), "U1 U2")
	// A refused import does not block the next one.
	good(t, "full")(im.Catalogue(context.Background(), full(landscape)))
}
