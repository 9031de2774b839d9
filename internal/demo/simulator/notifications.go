package simulator

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/operations/loop"
)

// notification is a change of an order's state that is still to be sent to the
// merchant.
type notification struct {
	Code  string `json:"orderCode"`
	Event string `json:"event"`
}

// announce queues a notification of an order's state. The caller holds the lock
// and saves.
func (s *Simulator) announce(o *Order) {
	n := notification{o.Code, o.State}
	switch o.Verdict.Fault {
	case faultNotifyLost:
		return
	case faultNotifyLate: // the newest first
		at := slices.IndexFunc(s.state.Notifications, func(n notification) bool { return n.Code == o.Code })
		if at < 0 {
			at = len(s.state.Notifications)
		}
		s.state.Notifications = slices.Insert(s.state.Notifications, at, n)
		if o.State == "AUTHORISED" {
			return // it waits for the next one
		}
	case faultNotifyTwice:
		s.state.Notifications = append(s.state.Notifications, n, n)
	default:
		s.state.Notifications = append(s.state.Notifications, n)
	}
	if o.Verdict.Fault != faultNotifyBefore {
		s.wake()
	}
}

func (s *Simulator) wake() {
	s.woken.Store(true)
	s.notify.Fire()
}

// notifyName is the name of the loop that posts notifications.
const notifyName = "simulator_notify"

// notifyLoop posts the queued notifications one after the other. One that the
// merchant does not accept blocks all later ones, as at the real provider, and
// is retried after growing pauses.
func (s *Simulator) notifyLoop() loop.Loop {
	pause, next := time.Second, time.Time{}
	return loop.Loop{Name: notifyName, Every: time.Second, Deadline: time.Minute, Wake: s.notify.Wake, Round: func(ctx context.Context) error {
		if s.woken.Swap(false) {
			pause, next = time.Second, time.Time{}
		}
		s.applyAllDue()
		if time.Now().Before(next) {
			return nil
		}
		for ctx.Err() == nil {
			sent, left := s.notifyNext()
			switch {
			case !left:
				return nil
			case !sent:
				next = time.Now().Add(pause)
				pause = min(2*pause, 5*time.Minute)
				return nil
			}
			pause = time.Second
		}
		return nil
	}}
}

// applyAllDue applies the due changes of all orders.
func (s *Simulator) applyAllDue() {
	s.mu.Lock()
	defer s.mu.Unlock()
	did := false
	for _, o := range s.state.Orders {
		did = s.applyDue(o) || did
	}
	if did {
		s.save()
	}
}

// notifyNext posts the first of the queue and says whether it was taken and
// whether any are left that can be sent.
func (s *Simulator) notifyNext() (sent, left bool) {
	url, n, o, waiting := s.nextNotification()
	if !waiting {
		return false, false
	}
	body := fmt.Sprintf(`%s%s "http://dtd.worldpay.com/paymentService_v1.dtd"><paymentService version="1.4" merchantCode="%s"><notify>`+
		`<orderStatusEvent orderCode="%s"><payment><paymentMethod>%s</paymentMethod><amount value="%d" currencyCode="%s" exponent="2"/>`+
		`<lastEvent>%s</lastEvent></payment><journal journalType="%s"/></orderStatusEvent></notify></paymentService>`,
		`<?xml version="1.0" encoding="UTF-8"?>`, doctype, merchant, escape(o.Code), o.Scheme, o.Amount, o.Currency, n.Event, n.Event)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		s.log.Error("the notification URL cannot be used", "error", err)
		return false, false
	}
	req.Header.Set("Content-Type", "text/xml")
	resp, err := s.client.Do(req)
	if err != nil {
		return false, true
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 100))
	if err != nil || resp.StatusCode != http.StatusOK || strings.TrimSpace(string(text)) != "[OK]" {
		s.log.Warn("the merchant did not accept a notification", "order", n.Code, "status", resp.StatusCode)
		return false, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Notifications = s.state.Notifications[1:]
	s.save()
	return true, len(s.state.Notifications) > 0
}

// nextNotification returns the first notification of the queue, its order and
// the URL to post to.
func (s *Simulator) nextNotification() (url string, n notification, o Order, waiting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.NotifyURL == "" || len(s.state.Notifications) == 0 {
		return "", n, o, false
	}
	n = s.state.Notifications[0]
	return s.state.NotifyURL, n, *s.state.Orders[n.Code], true
}

// accepted waits until the merchant has accepted everything in a queue, at most a
// few seconds. left counts what is in the queue; it is called with the lock held.
func (s *Simulator) accepted(r *http.Request, left func() int) {
	deadline := time.After(5 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		s.mu.Lock()
		n := left()
		s.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			return
		case <-r.Context().Done():
			return
		}
	}
}
