package server

import (
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/operations/pagewatch"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/cspreport"
)

var (
	pageChanged   = describe("payment_page_changed", "1 while the payment page, as browsers get it, is not the one that was built.")
	policyReports = describe("csp_reports_total", "Reports of browsers that a page was kept from something, by directive of the content security policy.", "directive", "payment_page")
)

// paymentOrigins returns what a payment page may reach beside our own origin: the card
// provider, and in frames the visitor's bank, which may be anywhere.
func (c Config) paymentOrigins(card worldpay.Config) (provider, frames []string) {
	provider = originsOf(card.DDCURL, card.ChallengeURL)
	if c.simulated() {
		return provider, provider
	}
	return provider, append(slices.Clone(provider), "https:")
}

// PaymentPage returns what the payment page of servers with these settings should be.
func PaymentPage(c Config) (pagewatch.Page, error) {
	return c.paymentPage(c.Card, strings.HasPrefix(c.BaseURL, "https://"))
}

func (c Config) paymentPage(card worldpay.Config, secure bool) (pagewatch.Page, error) {
	brand, err := c.site()
	if err != nil {
		return pagewatch.Page{}, err
	}
	provider, frames := c.paymentOrigins(card)
	pages, err := web.New(web.Config{Site: brand, FrameSources: frames, PaymentSources: provider})
	if err != nil {
		return pagewatch.Page{}, err
	}
	return wantedPage(pages, secure)
}

// wantedPage returns what a payment page has in its headers and which scripts it may run.
func wantedPage(pages *web.Web, secure bool) (pagewatch.Page, error) {
	scripts, err := web.Scripts()
	if err != nil {
		return pagewatch.Page{}, err
	}
	want := pagewatch.Page{Path: web.PaymentPath, Headers: pages.PaymentHeaders(secure), Files: map[string]string{}}
	for _, s := range scripts {
		if s.File == "" {
			want.Inline = append(want.Inline, s.SHA256)
		} else {
			want.Files["/"+s.File] = s.SHA256
		}
	}
	return want, nil
}

// watchPaymentPage has the server read its own payment page by its public address, unless
// its payments are simulated or that address is not public. It stops a server whose scripts
// are not those that were built.
func (s *Server) watchPaymentPage(pages *web.Web) error {
	public := strings.HasPrefix(s.baseURL, "https://")
	want, err := wantedPage(pages, public)
	if err != nil || !public || s.config.simulated() || s.config.NoPageWatch || len(want.Files) == 0 {
		return err
	}
	s.paymentPage = &pagewatch.Watch{Client: pagewatch.Client(), Site: s.baseURL, Want: want, Log: s.log}
	return nil
}

// paymentPages reports what the watch of the payment page and browsers have found.
func (c collector) paymentPages(gauge, counter send) {
	gauge(pageChanged, oneIf(c.server.paymentPage != nil && c.server.paymentPage.Changed()))
	counts := c.server.policyReports.Counts()
	for _, directive := range cspreport.Directives {
		for _, payment := range []bool{false, true} {
			counter(policyReports, float64(counts[cspreport.Kind{Directive: directive, Payment: payment}]), directive, strconv.FormatBool(payment))
		}
	}
}
