package server_test

import (
	"strings"
	"testing"
)

// The page that a server sends is the one that its build has listed: each script, each hash
// and each security header.
func TestThePaymentPageIsTheOneThatWasBuilt(t *testing.T) {
	s := site(t)
	differences, scripts, err := s.ReadPaymentPage(t.Context())
	if err != nil || len(differences) > 0 || scripts < 20 {
		t.Errorf("%d scripts, %v: %s", scripts, err, strings.Join(differences, "\n"))
	}
}

func TestBrowsersReportWhatPagesWereKeptFrom(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	header := v.get("/booking/payment").header
	if policy := header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "report-to policy; report-uri /api/csp-reports") || header.Get("Reporting-Endpoints") != `policy="/api/csp-reports"` {
		t.Errorf("nobody is told: %v", header)
	}
	report := `{"csp-report":{"document-uri":"https://site.example/booking/payment","effective-directive":"script-src","blocked-uri":"https://evil.example/x.js"}}`
	for _, body := range []string{report, "garbage"} {
		if got := v.do("POST", "/api/csp-reports", strings.NewReader(body), "application/csp-report"); got.status != 204 || len(got.body) > 0 {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	_, metrics := fetch(t, s.AdminURL()+"/metrics")
	if want := `holidaymaker_csp_reports_total{directive="script-src",payment_page="true"} 1`; !strings.Contains(metrics, want) {
		t.Errorf("no %s", want)
	}
	if strings.Contains(s.log.String(), "evil.example") {
		t.Error("the log has what the report says")
	}
}
