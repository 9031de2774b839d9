package booking_test

import (
	"encoding/json"
	"os"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// sharedCase is one case of a file that the browser's tests also read: both
// sides must compute the same amounts.
type sharedCase struct {
	Name   string                `json:"name"`
	Price  money.Pence           `json:"price"`
	Extras []booking.ChosenExtra `json:"extras"`
	Code   booking.Discount      `json:"code"`
	Rule   struct {
		Kind       string      `json:"kind"`
		Amount     money.Pence `json:"amount"`
		Percent    int64       `json:"percent"`
		Compulsory bool        `json:"compulsory"`
	} `json:"rule"`
	Promo   bool   `json:"promo"`
	Arrival string `json:"arrival"`
	Today   string `json:"today"`
	Answer  struct {
		Deposit       string      `json:"deposit"`
		DiscountValue money.Pence `json:"discountValue"`
		Compulsory    *int        `json:"compulsoryDeposit"`
	} `json:"answer"`
	Quote map[string]any `json:"quote"`
}

func (c sharedCase) basket(t *testing.T) booking.Basket {
	day := func(text string) date.Date {
		d, err := date.ParseISO(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	kinds := map[string]catalogue.DepositKind{
		"none": catalogue.NoDeposit, "fixed": catalogue.FixedDeposit, "percent": catalogue.PercentDeposit,
	}
	kind, ok := kinds[c.Rule.Kind]
	if !ok {
		t.Fatalf("rule of kind %q", c.Rule.Kind)
	}
	return booking.Basket{
		Price: c.Price, Extras: c.Extras, Discount: c.Code, Promo: c.Promo, Arrival: day(c.Arrival), Today: day(c.Today),
		Deposit: catalogue.Deposit{Kind: kind, Amount: c.Rule.Amount, Percent: c.Rule.Percent, Compulsory: c.Rule.Compulsory},
	}
}

func TestTheServerAgreesWithTheBrowserOnPromotionalPrices(t *testing.T) {
	text, err := os.ReadFile("../../web/src/rules/testdata/promotion-prices.json")
	if err != nil {
		t.Fatal(err)
	}
	// Pence as numbers, which money.Pence does not read.
	var cases []struct{ Price, PercentOff, Due int64 }
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := booking.PromotionalPrice(money.Pence(c.Price), c.PercentOff); got != money.Pence(c.Due) {
			t.Errorf("%d per cent off %d: got %d, want %d", c.PercentOff, c.Price, got, c.Due)
		}
	}
}

func TestTheServerAgreesWithTheBrowserOnAmounts(t *testing.T) {
	text, err := os.ReadFile("../../web/src/rules/testdata/quotes.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []sharedCase `json:"cases"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			q := booking.QuoteFor(c.basket(t))
			checkAnswer(t, c, q)
			checkQuote(t, c.Quote, q)
		})
	}
}

// checkAnswer compares what getdeposit and setdiscount return besides the
// quote.
func checkAnswer(t *testing.T, c sharedCase, q booking.Quote) {
	deposit := ""
	if q.Deposit != nil {
		deposit = q.Deposit.String()
	}
	if deposit != c.Answer.Deposit {
		t.Errorf("deposit: got %q, want %q", deposit, c.Answer.Deposit)
	}
	if -q.Discount != c.Answer.DiscountValue {
		t.Errorf("discountValue: got %v, want %v", -q.Discount, c.Answer.DiscountValue)
	}
	if (q.Deposit != nil) != (c.Answer.Compulsory != nil) {
		t.Errorf("a deposit is offered: %v, expected otherwise", q.Deposit != nil)
	} else if q.Deposit != nil && q.Compulsory != (*c.Answer.Compulsory == 1) {
		t.Errorf("compulsory: got %v, want %d", q.Compulsory, *c.Answer.Compulsory)
	}
}

// checkQuote compares the quote's JSON field by field. A field that the case
// does not contain must be absent.
func checkQuote(t *testing.T, want map[string]any, q booking.Quote) {
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for field, value := range want {
		if got[field] != value {
			t.Errorf("%s: got %v, want %v", field, got[field], value)
		}
	}
	for _, field := range []string{"payNowDeposit", "outstandingDeposit"} {
		if _, ok := want[field]; !ok && got[field] != nil {
			t.Errorf("%s: got %v, want none", field, got[field])
		}
	}
}
