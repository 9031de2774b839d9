package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"holidaymaker/internal/operations/loop"
)

// Systemd is what systemd has given to the process. The zero value is that of a process
// that systemd has not started.
type Systemd struct {
	// Web and Admin are sockets that systemd keeps listening while it replaces the process,
	// so that no connection is refused meanwhile; nil: the server listens itself.
	Web, Admin net.Listener
	// Watchdog is the time without a sign of life after which systemd replaces the process;
	// 0: it never does.
	Watchdog time.Duration
}

// FromSystemd returns what systemd has given to this process (sd_listen_fds(3),
// sd_watchdog_enabled(3)). Only the first call returns the sockets. It is an error if there
// is a socket that the server has no use for.
func FromSystemd() (given Systemd, err error) {
	byName, err := activation.ListenersWithNames()
	if err != nil {
		return given, fmt.Errorf("take the sockets of systemd: %w", err)
	}
	for name, sockets := range byName {
		if name != "web" && name != "admin" || len(sockets) != 1 {
			return given, fmt.Errorf("systemd passes %d sockets with the name %q: the server takes one that is called web, and one that is called admin (FileDescriptorName=)", len(sockets), name)
		}
		if _, ok := sockets[0].(*net.TCPListener); !ok {
			return given, fmt.Errorf("systemd's socket %q is at %s: the server needs a TCP port (ListenStream=)", name, sockets[0].Addr())
		}
		if name == "web" {
			given.Web = sockets[0]
		} else {
			given.Admin = sockets[0]
		}
	}
	if given.Watchdog, err = daemon.SdWatchdogEnabled(false); err != nil {
		return given, fmt.Errorf("read systemd's watchdog time: %w", err)
	}
	return given, nil
}

// tell tells systemd the state of the server (sd_notify(3)); without systemd it does
// nothing.
func (s *Server) tell(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("systemd cannot be told the state of the server", "state", state, "error", err.Error())
	}
}

// watchdogLoop gives systemd a sign of life, as long as nothing holds the locks that every
// search needs. Whether the server is ready does not matter: to replace the process does not
// bring back a database.
func (s *Server) watchdogLoop() loop.Loop {
	every := s.config.Systemd.Watchdog / 3
	return loop.Loop{Name: "watchdog", Every: every, Deadline: every, Round: func(context.Context) error {
		_ = s.notReady()
		s.tell(daemon.SdNotifyWatchdog)
		return nil
	}}
}

// listenAt returns the socket that systemd has given, or else listens at an address.
func listenAt(given net.Listener, address string) (net.Listener, error) {
	if given != nil {
		return given, nil
	}
	return net.Listen("tcp", address)
}

// checkAddresses returns an error where an address is taken, or two are the same. A
// server that cannot listen must not migrate the database. It listens only when it can
// answer, so that a balancer is refused until then.
func (s *Server) checkAddresses() error {
	var addresses []string
	if s.config.Systemd.Web == nil {
		addresses = append(addresses, s.config.Addr)
	}
	if s.config.Systemd.Admin == nil && s.config.MetricsAddr != "" {
		addresses = append(addresses, s.config.MetricsAddr)
	}
	if s.config.OfficeAddr != "" {
		addresses = append(addresses, s.config.OfficeAddr)
	}
	var tried []net.Listener
	var err error
	for _, address := range addresses {
		var listener net.Listener
		if listener, err = net.Listen("tcp", address); err != nil {
			break
		}
		tried = append(tried, listener)
	}
	for _, listener := range tried {
		err = errors.Join(err, listener.Close())
	}
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	return nil
}

// listen listens on the visitors' port and derives the base URL.
func (s *Server) listen() error {
	listener, err := listenAt(s.config.Systemd.Web, s.config.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.baseURL = s.config.BaseURL
	if s.baseURL == "" {
		s.baseURL = "http://" + reachable(listener.Addr())
	}
	listener = s.shed.open.Listener(listener)
	if s.config.servesTLS() {
		settings, err := s.tlsSettings()
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		listener = tls.NewListener(listener, settings)
		s.baseURL = strings.Replace(s.baseURL, "http://", "https://", 1)
	}
	s.listeners = append(s.listeners, listener)
	return nil
}

// tlsSettings returns how the server encrypts connections of visitors.
func (s *Server) tlsSettings() (*tls.Config, error) {
	settings := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	if s.keyPair != nil {
		settings.GetCertificate = s.keyPair.certificate
		return settings, nil
	}
	own, err := selfSigned(s.config.Data, time.Now()) // browsers judge it by their own clock
	settings.Certificates = []tls.Certificate{own}
	return settings, err
}
