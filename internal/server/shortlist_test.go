package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

type shortlisted struct {
	ParkID, Name, FromPrice string
	Channels                []string
	SeaMiles                *int
	Stay                    *struct {
		ParkID, Channel, Date, Price, Deposit, UnitID string
		Nights                                        int
		Exact                                         bool
	}
}

func TestAShortlistHasThePricesOfTheSearch(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	june := nextJune()
	stay := []string{"date", june, "nights", "7", "adults", "2", "children", "1"}
	list := func(t *testing.T, query ...string) []shortlisted {
		t.Helper()
		return reads[struct{ Parks []shortlisted }](t, v.get("/api/shortlist", query...)).Parks
	}
	byChannel := map[string]string{} // channel to a park that is sold on it alone
	for _, park := range s.Catalogue().AllParks() {
		if len(park.Channels) == 1 {
			byChannel[park.Channels[0]] = park.ID
		}
	}
	t.Run("each park has the price that the search of its channel shows", func(t *testing.T) {
		for channel, id := range byChannel {
			found := v.get("/api/search", append([]string{"channel", channel, "park", id}, stay...)...)
			parks := list(t, append([]string{"channel", "ukcaravan", "parkIds", id}, stay...)...)
			if len(parks) != 1 || parks[0].ParkID != id {
				t.Fatalf("%s: %+v", id, parks)
			}
			got := parks[0].Stay
			if found.status != http.StatusOK || len(found.list("results")) == 0 {
				if got != nil {
					t.Errorf("%s on %s: %+v, and the search has none", id, channel, got)
				}
				continue
			}
			if got == nil || got.Channel != channel || got.Price != found.text("results", 0, "price") ||
				got.Date != found.text("results", 0, "date") || got.UnitID != found.text("results", 0, "unitId") || got.Deposit != found.text("results", 0, "deposit") {
				t.Errorf("%s on %s: %+v, and the search has %v", id, channel, got, found.at("results", 0))
			}
		}
	})
	t.Run("in the order asked for, each once, without those that are gone", func(t *testing.T) {
		var got []string
		for _, park := range list(t, "parkIds", "KW101,GONE1,CF101,KW101") {
			got = append(got, park.ParkID)
		}
		if !slices.Equal(got, []string{"KW101", "CF101"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("says how far the sea is", func(t *testing.T) {
		for id, most := range map[string]int{"CF101": 2, byChannel["boats"]: 200} {
			parks := list(t, "parkIds", id)
			if len(parks) != 1 || parks[0].SeaMiles == nil || *parks[0].SeaMiles > most {
				t.Errorf("%s: %+v, want a distance of at most %d miles", id, parks, most)
			}
		}
	})
	t.Run("a park without the stay has no price for it, and its cheapest one", func(t *testing.T) {
		for _, query := range [][]string{
			{"parkIds", "CF101", "nights", "99"},
			{"parkIds", "CF101", "adults", "60"},
			{"parkIds", byChannel["boats"], "adults", "1"},
		} {
			if parks := list(t, query...); len(parks) != 1 || parks[0].Stay != nil || parks[0].FromPrice == "" {
				t.Errorf("%v: %+v", query, parks)
			}
		}
	})
	t.Run("refuses too many parks and a stay that cannot be", func(t *testing.T) {
		for code, query := range map[string][]string{
			"INVALID_PARK":    {"parkIds", strings.TrimSuffix(strings.Repeat("CF101,", 25), ",")},
			"INVALID_DATE":    {"parkIds", "CF101", "date", "01/01/2020"},
			"INVALID_NIGHTS":  {"parkIds", "CF101", "nights", "0"},
			"INVALID_PARTY":   {"parkIds", "CF101", "adults", "0"},
			"INVALID_CHANNEL": {"parkIds", "CF101", "channel", "moon"},
		} {
			if got := v.get("/api/shortlist", query...); got.status != http.StatusBadRequest || !strings.Contains(string(got.body), code) {
				t.Errorf("%v: %d %s, want %s", query, got.status, got.body, code)
			}
		}
	})
}
