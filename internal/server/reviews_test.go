package server_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// settings returns the settings in a page for the front end.
func settings(page string) string {
	_, rest, _ := strings.Cut(page, `data-settings="`)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

func TestAContentHostIsOneSetting(t *testing.T) {
	s := start(t, func(c *server.Config) { c.DemoParks, c.ContentHost = 12, "https://pictures.example/files/" })
	page := s.visitor(t).get("/")
	if got := settings(string(page.body)); !strings.Contains(got, `"api":{"contentHost":"https://pictures.example/files"}`) {
		t.Errorf("settings %s", got)
	}
	if policy := page.header.Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src 'self' https://pictures.example;") {
		t.Error(policy)
	}
	t.Run("[API-42] without it this server answers both calls, outside the API", func(t *testing.T) {
		v := site(t).visitor(t)
		if got := settings(string(v.get("/").body)); strings.Contains(got, "contentHost") {
			t.Errorf("settings %s", got)
		}
		for _, folder := range []string{"new", "C"} {
			got := v.get("/content/json/accom-types/" + folder + "/CF101.json")
			if got.status != http.StatusOK || !strings.HasPrefix(string(got.body), `[{"code":`) || !strings.Contains(string(got.body), `"image":`) {
				t.Errorf("%s: %d %.200s", folder, got.status, got.body)
			}
			v.get("/api/content/json/accom-types/"+folder+"/CF101.json").refused(t, 404, "NOT_FOUND")
		}
	})
}

func TestCustomerReviewsOfARealService(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.FormValue("merchant_identifier") != "our-brand":
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(r.URL.Path, "/summary/all"):
			_, _ = w.Write([]byte(`{"meta":{"count":7},"rating":{"rating":4.2}}`))
		default:
			_, _ = w.Write([]byte(`{"reviews":[{"customer":{"display_name":"Jo"},"service":{"review":"Good."}}]}`))
		}
	}))
	t.Cleanup(service.Close)
	s := start(t, func(c *server.Config) {
		c.DemoParks, c.Reviews = 12, server.Reviews{Merchant: "our-brand", URL: service.URL}
	})
	v := s.visitor(t)
	polltest.Until(t, "the service's reviews", func() bool {
		return strings.Contains(string(v.get("/api/sitereviews").body), `{"rating":"4.2","count":7,"reviews":[{"body":"Good.","name":"Jo"}]}`)
	})
	page := string(v.get("/").body)
	if got := settings(page); !strings.Contains(got, `"global":{"showSiteReviews":true},"parks":{"showSiteReviewRating":true}`) {
		t.Errorf("settings %s", got)
	}
}

func TestACustomerReviewServiceThatCannotBeReached(t *testing.T) {
	s := start(t, func(c *server.Config) {
		c.DemoParks, c.Reviews = 12, server.Reviews{Merchant: "our-brand", URL: "http://127.0.0.1:1"}
	})
	v := s.visitor(t)
	polltest.Until(t, "a failed round", func() bool { return readiness(t, s.AdminURL()).failing("customer_reviews", "refused") })
	if got := string(v.get("/api/sitereviews").ok(t).body); !strings.Contains(got, `{"rating":"","count":0,"reviews":[]}`) {
		t.Error(got)
	}
	if page := v.get("/holidays/CF101/gannet-sands"); page.status != http.StatusOK {
		t.Errorf("a park's page: %d", page.status)
	}
}
