package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"sync"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/marketing/hotelads"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// health is what background probes have found out about the database and other
// services that the server needs.
type health struct {
	mu        sync.Mutex
	reachable bool // whether the database answered the last probe
	nodes     int  // running on this database, by the last probe
	heartbeat store.Heartbeat
	backlog   backlog
}

// backlog is the work that waits in the database, as it was last counted.
type backlog struct {
	outbox       []outbox.Status
	payments     payment.Backlog
	overdue      booking.Overdue
	reservations reservation.Backlog
	calendars    ical.Backlog
	senders      []ari.Sender
	hotelAds     hotelads.Backlog
}

// Names of the probes' loops.
const (
	databaseProbe = "database_probe"
	heartbeatFile = "heartbeat_file"
	backlogProbe  = "backlog_probe"
	mailProbe     = "mail_probe"
	contentProbe  = "content_probe"
	cardProbe     = "card_probe"
	walletProbe   = "wallet_probe"
)

// probes returns the loops that check the services that the server needs.
// Requests never wait for them.
func (s *Server) probes() []loop.Loop {
	loops := []loop.Loop{
		{Name: databaseProbe, Every: 2 * time.Second, Deadline: 2 * time.Second, Round: s.probeDatabase},
		{Name: heartbeatFile, Every: 2 * time.Second, Deadline: 2 * time.Second, Round: s.saveHeartbeat},
		{Name: backlogProbe, Every: 10 * time.Second, Deadline: 10 * time.Second, Round: s.probeBacklog},
	}
	if smtp := s.config.SMTP; smtp != nil {
		loops = append(loops, loop.Loop{Name: mailProbe, Every: time.Minute, Deadline: 10 * time.Second, Round: func(ctx context.Context) error {
			port := smtp.Port
			if port == 0 {
				port = 587
			}
			return checkGreeting(ctx, net.JoinHostPort(smtp.Host, strconv.Itoa(port)))
		}})
	}
	if s.config.CMS.URL != "" {
		loops = append(loops, loop.Loop{Name: contentProbe, Every: time.Minute, Deadline: 10 * time.Second, Round: s.content.Probe})
	}
	for name, base := range map[string]string{cardProbe: s.card.XMLURL, walletProbe: s.wallet.BaseURL} {
		if address, err := dialAddress(base); err == nil {
			loops = append(loops, loop.Loop{Name: name, Every: time.Minute, Deadline: 10 * time.Second, Round: func(ctx context.Context) error {
				return checkConnection(ctx, address)
			}})
		}
	}
	return loops
}

func (s *Server) probeDatabase(ctx context.Context) error {
	heartbeat := s.lastHeartbeat()
	nodes, reachable, err := s.store.Probe(ctx, &heartbeat)
	if other := (*store.SchemaError)(nil); errors.As(err, &other) {
		select {
		case s.contracted <- other:
		default: // the server stops already
		}
	}
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	s.health.reachable, s.health.nodes, s.health.heartbeat = reachable, nodes, heartbeat
	return err
}

func (s *Server) lastHeartbeat() store.Heartbeat {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	return s.health.heartbeat
}

// openHeartbeat compares the database with the heartbeat of the last run, and begins a
// new one. It writes it at once, so that the schema is not contracted during the start.
func (s *Server) openHeartbeat(ctx context.Context) error {
	last, err := store.ReadHeartbeat(s.config.Data)
	if err != nil {
		s.log.Warn("it is not known whether the database went back in time since the last run", "error", err.Error())
	} else if err := s.store.Resume(ctx, last); err != nil {
		return err
	}
	if s.health.heartbeat, err = s.store.NewHeartbeat(ctx, s.node); err != nil {
		return err
	}
	if other := (*store.SchemaError)(nil); errors.As(s.probeDatabase(ctx), &other) {
		return other
	}
	return nil // the probe's loop reports everything else
}

// saveHeartbeat keeps the heartbeat for the next run.
func (s *Server) saveHeartbeat(context.Context) error {
	if h := s.lastHeartbeat(); !h.At.IsZero() {
		return h.Save(s.config.Data)
	}
	return nil
}

// reportLoss does the jobs of kind store.JobLost.
func reportLoss(_ context.Context, job outbox.Job) error {
	var l store.Loss
	if err := json.Unmarshal([]byte(job.Payload), &l); err != nil {
		return fmt.Errorf("read a job about lost commits: %w: %w", err, outbox.ErrNever)
	}
	return fmt.Errorf("%s: see 'The database went back in time' in docs/operations.md: %w", l, outbox.ErrNever)
}

func (s *Server) probeBacklog(ctx context.Context) error {
	var found backlog
	var err error
	if found.outbox, err = s.store.Outbox().Status(ctx); err != nil {
		return fmt.Errorf("count the outbox: %w", err)
	}
	if found.payments, err = s.payments.Backlog(ctx); err != nil {
		return err
	}
	if found.overdue, err = s.bookings.Overdue(ctx); err != nil {
		return err
	}
	if found.reservations, err = s.store.ReservationBacklog(ctx); err != nil {
		return fmt.Errorf("count the reservations: %w", err)
	}
	if found.calendars, err = s.store.CalendarBacklog(ctx); err != nil {
		return fmt.Errorf("count the calendars: %w", err)
	}
	if found.senders, err = s.store.Senders(ctx); err != nil {
		return fmt.Errorf("list the partners that send rates: %w", err)
	}
	if found.hotelAds, err = s.store.HotelAdBacklog(ctx); err != nil {
		return fmt.Errorf("count the hotel ads: %w", err)
	}
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	s.health.backlog = found
	return nil
}

// checkGreeting connects to a mail server and reads its greeting.
func checkGreeting(ctx context.Context, address string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("connect to the mail server: %w", err)
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline) // on an error the read fails too
	}
	text := textproto.NewConn(conn)
	if _, _, err := text.ReadResponse(220); err != nil {
		return fmt.Errorf("read the mail server's greeting: %w", err)
	}
	_ = text.PrintfLine("QUIT") // a courtesy
	return nil
}

// checkConnection checks that an address accepts a connection, and closes it.
func checkConnection(ctx context.Context, address string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	return conn.Close()
}

// dialAddress returns the host and port of a URL.
func dialAddress(address string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read an address: %w", err)
	}
	port := parsed.Port()
	switch {
	case parsed.Hostname() == "":
		return "", errors.New("an address without a host")
	case port == "" && parsed.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	return net.JoinHostPort(parsed.Hostname(), port), nil
}

// queue is the size and age of waiting work.
type queue struct {
	name   string
	depth  int
	oldest time.Duration // how long the oldest work has waited; 0 when none waits
}

// queues returns the waiting work, as it was last counted: outbox jobs by kind,
// overdue holds that still hold nights, payments of unknown outcome, those that
// the wallet has not decided, and captures, cancellations and refunds that keep failing.
func (s *Server) queues() []queue {
	now := s.config.now()
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	b := s.health.backlog
	queues := []queue{
		queueOf("overdue_holds", b.overdue.Holds, b.overdue.Since, now),
		queueOf("unknown_payments", b.payments.Unknown, b.payments.UnknownSince, now),
		queueOf("pending_payments", b.payments.Pending, b.payments.PendingSince, now),
		queueOf("stuck_payments", b.payments.Stuck, b.payments.StuckSince, now),
		queueOf("reservations", b.reservations.Waiting, b.reservations.Since, now),
		queueOf("hotel_ads", b.hotelAds.Waiting, b.hotelAds.Since, now),
	}
	for _, kind := range s.jobKinds {
		status := b.outboxOf(kind)
		queues = append(queues, queueOf("outbox."+kind, status.Depth, status.Oldest, now))
	}
	return queues
}

// queueOf returns a queue whose oldest work has waited since a time.
func queueOf(name string, depth int, since, now time.Time) queue {
	if depth == 0 || since.IsZero() {
		return queue{name: name, depth: depth}
	}
	return queue{name, depth, max(0, now.Sub(since))}
}

// outboxOf returns the state of the outbox's jobs of a kind.
func (b backlog) outboxOf(kind string) outbox.Status {
	for _, status := range b.outbox {
		if status.Kind == kind {
			return status
		}
	}
	return outbox.Status{Kind: kind}
}
