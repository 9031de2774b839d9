package catalogue

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestGoodEntitiesAreValid(t *testing.T) {
	for e := range country().All {
		switch one := e.(type) {
		case Park:
			one.Country = "GB"
			e = one
		case UnitType:
			one.Name = "Gold Caravan"
			e = one
		}
		if err := e.Validate(); err != nil {
			t.Errorf("%s %s: %v", e.EntityKind(), e.EntityID(), err)
		}
	}
}

func TestBadEntitiesAreNamedByField(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		body, field string
	}{
		{KindRegion, `{"id":"all-regions","name":"x","country":"GB"}`, "id"},
		{KindRegion, `{"id":"1","name":" ","country":"GB"}`, "name"},
		{KindRegion, `{"id":"1","name":"x","country":"uk"}`, "country"},
		{KindRegion, `{"id":"1","name":"x","country":"GB","lat":91}`, "lat"},
		{KindRegion, `{"id":"1","name":"x","country":"GB","land":"swamp"}`, "land"},
		{KindOperator, `{"id":"../x","name":"x"}`, "id"},
		{KindOperator, `{"id":"1","name":"x","deposit":{"type":"fixed"}}`, "deposit.amount"},
		{KindOperator, `{"id":"1","name":"x","deposit":{"type":"percent","percent":101}}`, "deposit.percent"},
		{KindOperator, `{"id":"1","name":"x","url":"javascript:alert(1)"}`, "url"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"","country":"GB"}`, "operator"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"1","country":"GB","reviews":[{"rating":5,"date":"01/02/2026"},{"rating":6,"date":"01/02/2026"}]}`, "reviews[1].rating"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"1","country":"GB","extras":[{"code":"A","name":"x","max":1},{"code":"A","name":"x","max":1}]}`, "extras[1].code"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"1","country":"GB","images":[{"src":"data:text/html,x","w":1,"h":1}]}`, "images[0].src"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"1","country":"GB","affiliate":"awin.haven"}`, "affiliateUrl"},
		{KindPark, `{"id":"1","name":"x","region":"1","operator":"1","country":"GB","bubbles":"6"}`, "bubbles"},
		{KindUnit, `{"id":"1","park":"1","name":"x","channel":"hotels","sleeps":2}`, "channel"},
		{KindUnit, `{"id":"1","park":"1","name":"x","channel":"boats","sleeps":67}`, "sleeps"},
		{KindUnit, `{"id":"1","park":"1","name":"x","channel":"boats","sleeps":2,"bookingFee":"-1.00"}`, "bookingFee"},
		{KindFeature, `{"key":"a","name":"x","group":"5"}`, "group"},
		{KindOffer, `{"urn":"A","label":""}`, "label"},
		{KindCode, `{"code":"abc","kind":"discount","percent":10}`, "code"},
		{KindCode, `{"code":"ABC","kind":"discount","percent":10,"amount":"5.00"}`, "amount"},
		{KindCode, `{"code":"ABC","kind":"voucher"}`, "amount"},
		{KindCode, `{"code":"ABC","kind":"voucher","amount":"5.00","until":"1/2/2026"}`, "until"},
	} {
		e, err := Decode(c.kind, []byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		var invalid *Invalid
		if err := e.Validate(); !errors.As(err, &invalid) || invalid.Field != c.field {
			t.Errorf("%s: %v, want an error of %s", c.body, err, c.field)
		}
	}
}

func TestDecodeIsStrict(t *testing.T) {
	for _, body := range []string{`{"id":"1","sleps":2}`, `{"id":1}`, `{} {}`, `[]`, ``, `{"bookingFee":12}`} {
		if e, err := Decode(KindUnit, []byte(body)); err == nil {
			t.Errorf("%s was read as %+v", body, e)
		}
	}
	if e, err := Read(KindUnit, []byte(`{"id":"1","sleeps":2,"later":true}`)); err != nil || e.(UnitType).Sleeps != 2 {
		t.Errorf("what a later version wrote: %+v, %v", e, err)
	}
	if _, err := Decode("hotel", []byte(`{}`)); err == nil || !strings.Contains(err.Error(), "hotel") {
		t.Errorf("an unknown kind: %v", err)
	}
	var kinds []Kind
	for e := range country().All {
		if !slices.Contains(kinds, e.EntityKind()) {
			kinds = append(kinds, e.EntityKind())
		}
	}
	if !slices.IsSortedFunc(kinds, func(a, b Kind) int { return slices.Index(Kinds, a) - slices.Index(Kinds, b) }) {
		t.Errorf("kinds in the order %v: some kind comes before one to which it refers", kinds)
	}
}

// A path is kept for each level, so a text that is nested without end would cost
// the square of its length.
func TestATextThatIsNestedTooDeepIsRefused(t *testing.T) {
	var sample struct {
		Extras any `json:"extras"`
	}
	for _, text := range []string{strings.Repeat("[", 1_000_000), `{"extras":` + strings.Repeat("[", 100_000), `{"extras":` + strings.Repeat(`{"a":`, 100_000)} {
		var invalid *Invalid
		if err := CheckFields([]byte(text), sample); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "is nested more than 16 levels deep") {
			t.Errorf("%.20s…: %v", text, err)
		}
	}
}

func TestRulesOfAPark(t *testing.T) {
	park := func(change func(*Park)) Park {
		p := Park{ID: "P", Name: "Gannet Sands", RegionID: "12", OperatorID: "O", Country: "GB", CheckIn: "4pm", CheckOut: "10am",
			Rules: Rules{LeadAge: 21, MaxAdults: 1, MaxDogs: 2, DogNote: "Dogs sleep in the porch.", ArriveBy: "10pm"}}
		change(&p)
		return p
	}
	for field, change := range map[string]func(*Park){
		"rules.leadAge":   func(p *Park) { p.Rules.LeadAge = 17 },
		"rules.maxAdults": func(p *Park) { p.Rules.MaxAdults = -1 },
		"rules.maxDogs":   func(p *Park) { p.Rules.MaxDogs = 21 },
		"rules.maxUnits":  func(p *Park) { p.Rules.MaxUnits = 9 },
		"rules.dogNote":   func(p *Park) { p.Rules.DogNote = "Two\nlines." },
		"rules.arriveBy":  func(p *Park) { p.Rules.ArriveBy = "10\npm" },
		"extras[0].feature": func(p *Park) {
			p.Extras = []Extra{{Code: "LIN", Name: "Bed linen", Max: 1, Feature: "bed linen"}}
		},
		"extras[0].per": func(p *Park) {
			p.Extras = []Extra{{Code: "A", Name: "x", Max: 1, Per: []string{"night", "week"}}}
		},
		"extras[0].depcost": func(p *Park) {
			p.Extras = []Extra{{Code: "A", Name: "x", Cost: 5_00, DepCost: 1_00, Compulsory: true}}
		},
		"extras[0].max": func(p *Park) {
			p.Extras = []Extra{{Code: "A", Name: "x", Cost: 5_00, Max: 2, Compulsory: true}}
		},
		"extras[0].stock.pieces": func(p *Park) {
			p.Extras = []Extra{{Code: "A", Name: "x", Max: 1, Stock: Stock{Per: "stay"}}}
		},
		"extras[0].stock.per": func(p *Park) {
			p.Extras = []Extra{{Code: "A", Name: "x", Max: 1, Stock: Stock{Pieces: 2, Per: "week"}}}
		},
		"extras[0].checkOut": func(p *Park) {
			p.Extras = []Extra{{Code: "LCO", Name: "Late", Max: 1, CheckOut: strings.Repeat("x", 41)}}
		},
	} {
		var invalid *Invalid
		if err := park(change).Validate(); !errors.As(err, &invalid) || invalid.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	p := park(func(*Park) {})
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	want := []string{"Check in from 4pm, check out by 10am.", "Please arrive by 10pm.", "The lead guest must be 21 or over on the day of arrival.",
		"At most 1 adult in one booking; please call us about a larger group.", "Where dogs are welcome, at most 2 dogs.", "Dogs sleep in the porch."}
	if got := (&ParkInfo{Park: p, Dogs: true}).GuestTexts(0); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := (&ParkInfo{Park: p}).GuestTexts(0); !slices.Equal(got, want[:4]) {
		t.Errorf("a park without dogs: %q", got)
	}
	if got := p.Rules.Texts(false); !slices.Equal(got, want[1:4]) {
		t.Errorf("a party without dogs: %q", got)
	}
	p.Extras = []Extra{{Code: "A", Name: "Fuel", Cost: 9_00, Per: []string{"night"}, Compulsory: true}, {Code: "B", Name: "Towels", Cost: 2_00},
		{Code: "C", Name: "Dogs", Cost: 4_00, Per: []string{"dog"}, Compulsory: true}}
	want = append(want, "Prices include Fuel: £9 per night.", "Prices with dogs include Dogs: £4 per dog.")
	if got := (&ParkInfo{Park: p, Dogs: true}).GuestTexts(0); !slices.Equal(got, want) {
		t.Errorf("with charges: %q", got)
	}
	if got := (&ParkInfo{}).GuestTexts(0); got != nil {
		t.Errorf("a park without times and rules: %q", got)
	}
}
