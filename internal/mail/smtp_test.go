package mail_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store/storetest"
)

// postOffice starts an SMTP server that accepts e-mails to anybody except
// "nobody".
func postOffice(t *testing.T) (port int, emails <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	taken := make(chan string, 10)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serveSMTP(conn, taken)
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port, taken
}

func serveSMTP(conn net.Conn, taken chan<- string) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	fmt.Fprint(conn, "220 post office\r\n")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch command := strings.ToUpper(line); {
		case strings.HasPrefix(command, "RCPT") && strings.Contains(line, "nobody"):
			fmt.Fprint(conn, "550 no such person\r\n")
		case strings.HasPrefix(command, "DATA"):
			fmt.Fprint(conn, "354 go on\r\n")
			var email strings.Builder
			for line != ".\r\n" {
				if line, err = in.ReadString('\n'); errors.Is(err, io.EOF) {
					return
				}
				email.WriteString(line)
			}
			taken <- email.String()
			fmt.Fprint(conn, "250 taken\r\n")
		case strings.HasPrefix(command, "QUIT"):
			fmt.Fprint(conn, "221 good bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 very well\r\n")
		}
	}
}

func TestSMTP(t *testing.T) {
	port, emails := postOffice(t)
	w := testworld.New(t, storetest.SQLite(t))
	rp, err := site.Of("RP")
	if err != nil {
		t.Fatal(err)
	}
	m := mail.New(mail.Config{Bookings: w.Store.Bookings(), Brand: mail.BrandOf(rp, ""), SMTP: &mail.SMTP{Host: "127.0.0.1", Port: port, Plain: true}})
	send := func(to string) error {
		return m.Handlers()[booking.EmailReferences].Do(context.Background(), outbox.Job{ID: "0199-smtp", Kind: booking.EmailReferences,
			Payload: `{"email":` + strconv.Quote(to) + `,"refs":["7K3QX-9F2MA"]}`})
	}
	if err := send("priya@mail.example"); err != nil {
		t.Fatal(err)
	}
	contains(t, <-emails, "To: <priya@mail.example>", "Message-ID: <0199-smtp@", "7K3QX-9F2MA", "Subject: Your booking references")
	err = send("nobody@mail.example")
	if !errors.Is(err, outbox.ErrNever) || strings.Contains(err.Error(), "nobody") {
		t.Errorf("a person who is not there: %v", err)
	}
}
