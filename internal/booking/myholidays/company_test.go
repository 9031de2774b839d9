package myholidays_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

func TestABrandAnswersItsCompanyAlone(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		booked := w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit)
		keys, err := keyring.New("company", "the secret of the company")
		if err != nil {
			t.Fatal(err)
		}
		const here = "https://here.example"
		s := myholidays.New(myholidays.Config{Settings: myholidays.Settings{Brands: []myholidays.Brand{{Name: "Other", URL: "https://other.example"}}},
			Store: w.Store.MyHolidays(), Bookings: w.Bookings, Clock: w.Clock.Now, Keys: keys, Origin: here})
		ask := func(to string, at time.Time, sign keyring.Ring) (string, error) {
			body := fmt.Appendf(nil, `{"email": %q, "to": %q, "at": %q, "link": true}`, email, to, at.Format(time.RFC3339))
			r := httptest.NewRequest(http.MethodPost, myholidays.CompanyPath, bytes.NewReader(body))
			r.Header.Set("X-Company-Signature", hex.EncodeToString(sign.Sign(body)))
			answer, err := s.Answer(t.Context(), r)
			return string(answer), err
		}
		now := w.Clock.Now()
		answer, err := ask(here, now, keys)
		if err != nil || !strings.Contains(answer, booked.Shown) || !strings.Contains(answer, `"link":"`) {
			t.Errorf("%s, %v", answer, err)
		}
		if strings.Contains(answer, testworld.Jo.Surname) || strings.Contains(answer, "Scarborough") {
			t.Errorf("the answer has more than it needs: %s", answer)
		}
		for what, refused := range map[string]func() (string, error){
			"for another brand": func() (string, error) { return ask("https://other.example", now, keys) },
			"old":               func() (string, error) { return ask(here, now.Add(-6*time.Minute), keys) },
			"of tomorrow":       func() (string, error) { return ask(here, now.Add(24*time.Hour), keys) },
			"of another secret": func() (string, error) { return ask(here, now, keyring.Ring{}) },
		} {
			if answer, err := refused(); testworld.CodeOf(t, err) != booking.Forbidden || answer != "" {
				t.Errorf("%s: %s, %v", what, answer, err)
			}
		}
	})
}
