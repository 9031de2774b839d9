package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"

	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/simulator"
)

// fillDemo puts the fictional catalogue and today's window of its prices into
// the store. A database that holds somebody's own catalogue keeps it: the demo
// then is the simulated card provider alone.
func (s *Server) fillDemo(ctx context.Context) error {
	_, err := s.demo.Stage(ctx, s.store, date.In(s.config.now()))
	if errors.Is(err, demo.ErrForeign) {
		s.log.Info("the database sells a catalogue of its own; no demo is added")
		return nil
	}
	return err
}

// startProvider starts the simulated card provider on a port of its own. Its
// name differs from ours, so that its challenge is another site's, as in life.
func (s *Server) startProvider() (worldpay.Config, error) {
	provider, err := simulator.New(simulator.Options{Dir: filepath.Join(s.config.Data, "simulator"), Clock: s.config.now, Log: s.log})
	if err != nil {
		return worldpay.Config{}, fmt.Errorf("start the simulated card provider: %w", err)
	}
	s.provider = provider
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return worldpay.Config{}, fmt.Errorf("listen for the simulated card provider: %w", err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return worldpay.Config{}, err
	}
	s.listeners = append(s.listeners, listener)
	s.servers = append(s.servers, newHTTPServer(http.Handler(provider), s.log))
	return provider.Account("http://localhost:" + port), nil
}

// ProviderURL is the address of the simulated card provider, for tests.
func (s *Server) ProviderURL() string { return "http://" + s.listeners[1].Addr().String() }
