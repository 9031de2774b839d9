package server

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"

	"holidaymaker/internal/api"
	"holidaymaker/internal/operations/flags"
)

// openFlags reads the feature flags for the first time.
func (s *Server) openFlags(ctx context.Context) *flags.Flags {
	return flags.New(ctx, flags.Config{
		ClientKey: s.clientKey(), File: s.config.FlagsFile, Host: strings.TrimSuffix(s.config.FlagsHost, "/"), DecryptionKey: s.config.FlagsDecryptionKey,
		Closed: s.config.Maintenance, Stored: filepath.Join(s.config.Data, "flags.json"),
		Now: s.config.now, Log: s.log, Bad: s.bad,
	})
}

// clientKey returns the configured client key, or the brand's own.
func (s *Server) clientKey() string {
	if s.config.FlagsKey != "" {
		return s.config.FlagsKey
	}
	return "sdk-" + strings.ToLower(s.site.SiteCode)
}

// flagSettings returns what browsers need to read the flags.
func (s *Server) flagSettings() api.FlagSettings {
	return api.FlagSettings{Host: strings.TrimSuffix(s.config.FlagsHost, "/"), ClientKey: s.clientKey(), DecryptionKey: s.config.FlagsDecryptionKey}
}

// cardOn reports whether the card provider takes payments now.
func (s *Server) cardOn() bool { return s.flags.On(flags.CardProvider, nil) }

// walletOn reports whether the wallet takes payments now.
func (s *Server) walletOn() bool { return s.flags.On(flags.Wallet, nil) }

// inMaintenance reports whether the site is closed to the visitor of a request
// now.
func (s *Server) inMaintenance(r *http.Request) bool { return s.flags.On(flags.Maintenance, r) }
