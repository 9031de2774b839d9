package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync/atomic"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/payment/ledger"
)

// validOffice reports whether the settings of the office fit together. Its address must be
// one that browsers keep secrets for: TLS, or this machine.
func (c Config) validOffice() bool {
	if c.OfficeURL == "" {
		return true
	}
	address, err := url.Parse(c.OfficeURL)
	if err != nil || c.OfficeAddr == "" || address.Host == "" || strings.Trim(address.Path, "/")+address.RawQuery != "" {
		return false
	}
	local := address.Hostname() == "localhost" // passkeys know no IP addresses
	public, err := url.Parse(c.BaseURL)
	return (address.Scheme == "https" || address.Scheme == "http" && local) && (err != nil || public.Host != address.Host)
}

// validProvider reports whether the identity provider has all its settings, or none. Secrets
// are sent there, so it has TLS, or is on this machine.
func (c Config) validProvider() bool {
	p := c.OfficeProvider
	if p.Issuer == "" {
		return p.ClientID == "" && len(p.Groups) == 0
	}
	address, err := url.Parse(p.Issuer)
	return err == nil && c.OfficeAddr != "" && p.ClientID != "" && len(p.Groups) > 0 && address.Host != "" &&
		(address.Scheme == "https" || address.Scheme == "http" && address.Hostname() == "localhost")
}

// serveStaff listens for the people of the office, and for those who run the system.
func (s *Server) serveStaff() error {
	if err := s.serveOffice(); err != nil {
		return err
	}
	return s.serveAdmin()
}

// serveOffice listens on the office's address, which visitors need not reach. Without one
// there is no office.
func (s *Server) serveOffice() error {
	if s.config.OfficeAddr == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.config.OfficeAddr)
	if err != nil {
		return fmt.Errorf("listen for the office: %w", err)
	}
	s.officeURL = "http://" + strings.Replace(reachable(listener.Addr()), "127.0.0.1", "localhost", 1)
	if s.config.servesTLS() {
		settings, err := s.tlsSettings()
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		listener = tls.NewListener(listener, settings)
		s.officeURL = strings.Replace(s.officeURL, "http://", "https://", 1)
	}
	if s.config.OfficeURL != "" {
		s.officeURL = strings.TrimRight(s.config.OfficeURL, "/")
	}
	s.listeners = append(s.listeners, listener) // Close closes it
	s.office, err = office.New(office.Config{
		Store: s.store.Office(), URL: s.officeURL, Name: s.site.Global.BrandName, Demo: s.config.Demo, Log: s.log,
		Find: find.New(s.store.Find(), s.parkNames()), Record: record.New(s.store.Records()),
		NoLimits: s.config.NoLimits, Clients: s.shed.clients, Provider: s.config.OfficeProvider, Now: s.store.Now,
		Payments: s.payments, Limits: office.DeedLimits{Free: money.Pounds(int64(s.config.OfficeFree)), StepUp: money.Pounds(int64(s.config.OfficeStepUp))},
	})
	if err != nil {
		return err
	}
	s.servers = append(s.servers, newHTTPServer(s.office.Handler(), s.log))
	return nil
}

// statementLine returns what says what a change does to an operator's statement; nil: without
// the accounts file nobody knows.
func (s *Server) statementLine() func(before, after booking.Booking, was, then []ledger.Movement) string {
	if s.config.Accounts == nil {
		return nil
	}
	return s.config.Accounts.Difference
}

// parkNames returns a function that lists the parks of the catalogue, as staff look for them.
// It prepares those of a catalogue once.
func (s *Server) parkNames() func() *find.Parks {
	type prepared struct {
		of    *catalogue.Snapshot
		parks *find.Parks
	}
	var last atomic.Pointer[prepared]
	return func() *find.Parks {
		now := s.catalogue()
		if p := last.Load(); p != nil && p.of == now {
			return p.parks
		}
		var list []find.Park
		for _, park := range now.AllParks() {
			list = append(list, find.Park{ID: park.ID, Name: park.Name})
		}
		p := &prepared{now, find.NewParks(list)}
		last.Store(p)
		return p.parks
	}
}

// OfficeURL returns the address of the office, or "" where there is none.
func (s *Server) OfficeURL() string { return s.officeURL }
