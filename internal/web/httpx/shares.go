package httpx

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Shares gives each client the same small share of work that is scarce, such as the
// rendering of pages, so that one client cannot use it up for all others. A client
// may do as much work as its share and its savings allow, and few pieces at once. A nil *Shares has no limits.
type Shares struct {
	// PerSecond is how much work a client may do in each second.
	PerSecond time.Duration
	// Savings is how much a client can save up.
	Savings time.Duration
	// AtOnce is how many pieces of work a client may do at once.
	AtOnce int
	// Patience is how long a piece of work waits for the client's earlier ones.
	Patience time.Duration
	// Client names the client of a context; clients of one network may share a
	// name.
	Client func(context.Context) string
	// Now returns the current time.
	Now func() time.Time

	mu      sync.Mutex
	clients map[string]*account
	swept   time.Time
}

// account is what a client may do, in microseconds of work.
type account struct {
	balance *rate.Limiter
	turn    chan struct{} // holds a token for each piece of work that is being done
}

func (a *account) spent(now time.Time) bool { return a.balance.TokensAt(now) <= 0 }

// Begin begins a piece of work for the client of a context. ok is false where the
// client has used up its share or is busy with other pieces. The caller must call
// end with the time that the work took.
func (s *Shares) Begin(ctx context.Context) (end func(took time.Duration), ok bool) {
	if s == nil {
		return func(time.Duration) {}, true
	}
	of := s.accountOf(s.Client(ctx))
	if of.spent(s.Now()) || !of.takeTurn(s.Patience) {
		return nil, false
	}
	if of.spent(s.Now()) {
		<-of.turn
		return nil, false
	}
	return func(took time.Duration) {
		of.balance.ReserveN(s.Now(), int(min(took, s.Savings).Microseconds()))
		<-of.turn
	}, true
}

func (a *account) takeTurn(patience time.Duration) bool {
	select {
	case a.turn <- struct{}{}:
		return true
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case a.turn <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// accountOf returns the account of a client. Now and then it forgets the clients that
// have saved as much as they can: they are like new ones.
func (s *Shares) accountOf(name string) *account {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients == nil {
		s.clients = map[string]*account{}
	}
	if now.Sub(s.swept) >= time.Minute {
		s.swept = now
		for name, of := range s.clients {
			if len(of.turn) == 0 && of.balance.TokensAt(now) >= float64(of.balance.Burst()) {
				delete(s.clients, name)
			}
		}
	}
	of := s.clients[name]
	if of == nil {
		of = &account{balance: rate.NewLimiter(rate.Limit(s.PerSecond.Microseconds()), int(s.Savings.Microseconds())), turn: make(chan struct{}, s.AtOnce)}
		s.clients[name] = of
	}
	return of
}
