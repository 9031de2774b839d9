package hotelads_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/marketing/hotelads"
)

func TestTheFileOfAccountsIsChecked(t *testing.T) {
	getenv := func(name string) string { return map[string]string{"S": secret, "SHORT": "guess"}[name] }
	const right = `{"accounts": [{"id": "a", "brand": "XX", "partner": "us", "as": "hotel", "mode": "los", "channels": ["ukcaravan"], "user": "g", "secrets": ["S"]}]}`
	if _, err := hotelads.Parse([]byte(right), "XX", getenv); err != nil {
		t.Fatal(err)
	}
	if _, err := hotelads.Parse([]byte(strings.Replace(right, `"S"`, `"OF ANOTHER BRAND"`, 1)), "YY", getenv); err != nil {
		t.Errorf("the secrets of another brand are read: %v", err)
	}
	for old, wrong := range map[string]string{
		`"id": "a"`: `"id": "A B"`, `"as": "hotel"`: `"as": "tent"`, `"mode": "los"`: `"mode": "push"`, `["ukcaravan"]`: `["caravans"]`, `["S"]`: `["SHORT"]`,
		`"partner": "us"`: `"partner": ""`, `"user": "g"`: `"user": "g", "address": "http://a.example"`, `"brand": "XX"`: `"brand": "XX", "ids": {"P1": "X", "P2": "X"}`,
		`"accounts"`: `"account"`, `}]}`: `}, {"id": "a", "brand": "XX", "partner": "us", "as": "hotel", "mode": "los", "channels": ["ukcaravan"], "user": "g", "secrets": ["S"]}]}`,
	} {
		if _, err := hotelads.Parse([]byte(strings.Replace(right, old, wrong, 1)), "XX", getenv); err == nil || strings.Contains(err.Error(), "guess") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
