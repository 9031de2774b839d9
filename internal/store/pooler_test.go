package store_test

import (
	"context"
	"errors"
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
// share one session of the database, query by query.
type transactionPooler struct {
	mu      sync.Mutex
	session *pgconn.HijackedConn
}

// serve relays the queries of a connection until it ends.
func (p *transactionPooler) serve(conn net.Conn) error {
	defer conn.Close()
	client := pgproto3.NewBackend(conn, conn)
	if _, err := client.ReceiveStartupMessage(); err != nil {
		return err
	}
	client.Send(&pgproto3.AuthenticationOk{})
	for name, value := range p.session.ParameterStatuses {
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
	p.session.Frontend.Send(query)
	if err := p.session.Frontend.Flush(); err != nil {
		return err
	}
	for {
		answer, err := p.session.Frontend.Receive()
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

func TestAPoolerInTransactionModeIsRefused(t *testing.T) {
	conn, err := pgconn.Connect(t.Context(), storetest.EmptyPostgreSQL(t).Source)
	if err != nil {
		t.Fatal(err)
	}
	session, err := conn.Hijack()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close(); _ = session.Conn.Close() })
	pooler := &transactionPooler{session: session}
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
	if !errors.Is(err, store.ErrPooler) || !strings.Contains(err.Error(), "pool_mode = session") {
		t.Errorf("%v", err)
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
