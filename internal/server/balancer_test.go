package server_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/api"
	"holidaymaker/internal/mail"
)

// deploy/haproxy/haproxy.cfg sends what needs the database to nodes that reach it.
func TestTheBalancerKnowsWhatNeedsTheDatabase(t *testing.T) {
	config, err := os.ReadFile("../../deploy/haproxy/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	var paths, prefixes []string
	for line := range strings.Lines(string(config)) {
		if exact, ok := strings.CutPrefix(strings.TrimSpace(line), "acl booking path "); ok {
			paths = append(paths, strings.Fields(exact)...)
		}
		if begin, ok := strings.CutPrefix(strings.TrimSpace(line), "acl booking path_beg "); ok {
			prefixes = append(prefixes, strings.Fields(begin)...)
		}
	}
	needed := []string{"/api/threedsreturn", "/api/paypal/return", "/api/paypal/cancel", "/api/newsletter", "/api/contact", "/newsletter", mail.ConfirmPath, mail.UnsubscribePath, mail.ArrivalsPath, mail.WatchesPath, api.WatchPath, api.WatchBookingPath}
	for _, o := range (&api.API{}).Operations() {
		if o.Group == "Booking" || o.Group == "Manage booking" {
			needed = append(needed, o.Path)
		}
	}
	if len(needed) < 20 {
		t.Errorf("only %v were found", needed)
	}
	for _, path := range needed {
		if !slices.Contains(paths, path) && !slices.ContainsFunc(prefixes, func(begin string) bool { return strings.HasPrefix(path, begin) }) {
			t.Errorf("%s goes to any node", path)
		}
	}
}
