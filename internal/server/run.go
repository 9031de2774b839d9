package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"holidaymaker/internal/date"
)

// drainTime is how long requests in flight may take to finish at a stop.
const drainTime = 30 * time.Second

// Run serves until ctx ends, then finishes what is in flight: requests first,
// then the loops. Close comes after it.
func (s *Server) Run(ctx context.Context) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops sync.WaitGroup
	for _, loop := range []func(context.Context){
		s.inventory.Run, s.bookings.Run, s.payments.Run, s.worker.Run, s.sweep,
	} {
		loops.Go(func() { loop(background) })
	}
	if s.demo != nil {
		loops.Go(func() { s.followMidnight(background) })
	}
	failed := make(chan error, len(s.servers))
	for i, server := range s.servers {
		loops.Go(func() {
			if err := server.Serve(s.listeners[i]); !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("serve: %w", err)
			}
		})
	}
	s.log.Info("serving", slog.String("url", s.baseURL), slog.String("site", s.site.SiteCode), slog.String("database", s.store.Dialect()))
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	// Visitors first; the card provider is needed until their payments are done.
	for i, server := range s.servers {
		if i == 1 {
			s.payments.Wait()
			stop()
		}
		err = errors.Join(err, server.Shutdown(drain))
	}
	stop()
	loops.Wait()
	s.payments.Wait()
	s.log.Info("stopped")
	return err
}

// Close gives back ports and files and writes the rest of the log. It may be
// called on a server that never ran.
func (s *Server) Close() error {
	var err error
	for _, listener := range s.listeners {
		_ = listener.Close() // closed already where it was served
	}
	if s.provider != nil {
		s.provider.Close()
	}
	if s.store != nil {
		err = s.store.Close()
	}
	return errors.Join(err, s.journal.flush())
}

// sweep removes what the store no longer needs.
func (s *Server) sweep(ctx context.Context) {
	timer := time.NewTicker(time.Minute)
	defer timer.Stop()
	for {
		if err := s.store.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("sweep the store", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// followMidnight gives the demo the dates that come into its window.
func (s *Server) followMidnight(ctx context.Context) {
	for {
		now := s.config.now()
		wait := time.NewTimer((date.In(now) + 1).Midnight().Sub(now) + time.Second)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
			if err := s.fillDemo(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("move the demo's window", "error", err.Error())
			}
		}
	}
}

// ready answers 200 only while searches and bookings work.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := errors.Join(s.inventory.Ready(), s.store.Ping(ctx)); err != nil {
		s.log.Warn("not ready", "error", err.Error())
		plainAnswer(w, http.StatusServiceUnavailable, "not ready")
		return
	}
	plainAnswer(w, http.StatusOK, "ready")
}

func plainAnswer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
