package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// transactionPooler is a connection pooler in transaction mode: all its connections
// share some sessions of the database, query by query.
type transactionPooler struct {
	mu       sync.Mutex
	sessions []*pgconn.HijackedConn
	next     func(sessions int) int // which session gets the next query
}

// serve relays the queries of a connection until it ends.
func (p *transactionPooler) serve(conn net.Conn) error {
	defer conn.Close()
	client := pgproto3.NewBackend(conn, conn)
	if _, err := client.ReceiveStartupMessage(); err != nil {
		return err
	}
	client.Send(&pgproto3.AuthenticationOk{})
	for name, value := range p.sessions[0].ParameterStatuses {
		client.Send(&pgproto3.ParameterStatus{Name: name, Value: value})
	}
	client.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for {
		if err := client.Flush(); err != nil {
			return err
		}
		message, err := client.Receive()
		if err != nil {
			return err
		}
		query, ok := message.(*pgproto3.Query)
		if !ok {
			return errors.New("only simple queries are relayed")
		}
		if err := p.relay(query, client); err != nil {
			return err
		}
	}
}

func (p *transactionPooler) relay(query *pgproto3.Query, client *pgproto3.Backend) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	session := p.sessions[p.next(len(p.sessions))].Frontend
	session.Send(query)
	if err := session.Flush(); err != nil {
		return err
	}
	for {
		answer, err := session.Receive()
		if err != nil {
			return err
		}
		client.Send(answer)
		if err := client.Flush(); err != nil {
			return err
		}
		if _, done := answer.(*pgproto3.ReadyForQuery); done {
			return nil
		}
	}
}

// behindPooler opens a store behind a pooler in transaction mode.
func behindPooler(t *testing.T, sessions int, next func(sessions int) int) error {
	t.Helper()
	pooler := &transactionPooler{next: next}
	source := storetest.EmptyPostgreSQL(t).Source
	for range sessions {
		conn, err := pgconn.Connect(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		session, err := conn.Hijack()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = session.Conn.Close() })
		pooler.sessions = append(pooler.sessions, session)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _ = pooler.serve(client) }() // the store says what was wrong
		}
	}()
	s, err := store.Open(t.Context(), "postgres://pooler@"+listener.Addr().String()+"/any?sslmode=disable", time.Now)
	if err == nil {
		_ = s.Close()
	}
	return err
}

// Several sessions may by chance look like one for each connection.
func TestAPoolerInTransactionModeIsRefused(t *testing.T) {
	for name, next := range map[string]func() func(int) int{
		"in turn": func() func(int) int {
			n := 0
			return func(sessions int) int { n++; return n % sessions }
		},
		"at random": func() func(int) int { return rand.New(rand.NewPCG(1, 1)).IntN },
	} {
		for sessions := 1; sessions <= 4; sessions++ {
			err := behindPooler(t, sessions, next())
			if !errors.Is(err, store.ErrPooler) || !strings.Contains(err.Error(), "pool_mode = session") {
				t.Errorf("%d sessions, %s: %v", sessions, name, err)
			}
		}
	}
}

// A database that cannot be reached may be there later; a wrong password stays wrong.
func TestOnlyADatabaseThatIsAwayIsWaitedFor(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := store.Open(ctx, "postgres://nobody@127.0.0.1:1/any?sslmode=disable", time.Now); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a server that is away: %v", err)
	}
	missing := storetest.EmptyPostgreSQL(t).Source + "&unknown_setting=1"
	if _, err := store.Open(ctx, missing, time.Now); err == nil || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a setting that the server does not have: %v", err)
	}
}
