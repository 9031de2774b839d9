package doctor_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/store/storetest"
)

// secureServer is a server with a certificate that clients with the returned settings
// trust. until is when it ends.
func secureServer(t *testing.T) (address string, trust *tls.Config, server *tls.Config, until time.Time) {
	t.Helper()
	s := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s.URL, &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, s.TLS, s.Certificate().NotAfter
}

func TestCertificatesAreChecked(t *testing.T) {
	db := storetest.SQLite(t)
	s := db.Open(t)
	address, trust, _, until := secureServer(t)
	report := func(trust *tls.Config, address string, now time.Time) (bool, string) {
		r := examine(t, s, db, func(o *doctor.Options) {
			o.Services = doctor.Services{Addresses: map[string]string{"card connection": address}, TLS: trust}
			o.Now = func() time.Time { return now }
		})
		return found(t, r, "card connection")
	}
	if ok, text := report(trust, address, until.AddDate(0, 0, -30)); !ok || !strings.Contains(text, "valid for 30 days") {
		t.Errorf("30 days: %v %s", ok, text)
	}
	if ok, text := report(trust, address, until.AddDate(0, 0, -13)); ok || !strings.Contains(text, "valid for 13 days") {
		t.Errorf("13 days: %v %s", ok, text)
	}
	if ok, text := report(&tls.Config{MinVersion: tls.VersionTLS12}, address, until.AddDate(0, 0, -30)); ok || !strings.Contains(text, "certificate") {
		t.Errorf("an unknown authority: %v %s", ok, text)
	}
	late := trust.Clone()
	late.Time = func() time.Time { return until.AddDate(0, 0, 1) }
	if ok, text := report(late, address, until); ok || !strings.Contains(text, "expired") {
		t.Errorf("an expired certificate: %v %s", ok, text)
	}
	if ok, text := report(trust, "http"+strings.TrimPrefix(address, "https"), until); ok || !strings.Contains(text, "not https") {
		t.Errorf("http: %v %s", ok, text)
	}
}

func TestAccountsAreTriedWithAnInquiry(t *testing.T) {
	db := storetest.SQLite(t)
	s := db.Open(t)
	r := examine(t, s, db, func(o *doctor.Options) {
		o.Services.Inquiries = map[string]func(context.Context) error{
			"card account":   func(context.Context) error { return errors.New("the provider refuses our credentials") },
			"wallet account": func(context.Context) error { return nil },
		}
	})
	if ok, text := found(t, r, "card account"); ok || !strings.Contains(text, "refuses our credentials") {
		t.Errorf("wrong credentials: %v %s", ok, text)
	}
	if ok, text := found(t, r, "wallet account"); !ok {
		t.Error(text)
	}
}

// mailServer is a mail server with or without STARTTLS, which knows one user.
func mailServer(t *testing.T, secure *tls.Config) (host string, port int) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serveMail(conn, secure)
		}
	}()
	_, number, _ := net.SplitHostPort(listener.Addr().String())
	port, _ = strconv.Atoi(number)
	return "127.0.0.1", port
}

func serveMail(conn net.Conn, secure *tls.Config) {
	defer func() { conn.Close() }()
	fmt.Fprint(conn, "220 mail.example\r\n")
	lines, encrypted := bufio.NewReader(conn), false
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		switch verb, argument, _ := strings.Cut(strings.TrimSpace(line), " "); strings.ToUpper(verb) {
		case "EHLO":
			switch {
			case encrypted:
				fmt.Fprint(conn, "250-mail.example\r\n250 AUTH PLAIN\r\n")
			case secure != nil:
				fmt.Fprint(conn, "250-mail.example\r\n250 STARTTLS\r\n")
			default:
				fmt.Fprint(conn, "250 mail.example\r\n")
			}
		case "STARTTLS":
			fmt.Fprint(conn, "220 go\r\n")
			conn = tls.Server(conn, secure)
			lines, encrypted = bufio.NewReader(conn), true
		case "AUTH":
			if argument == "PLAIN AHVzZXIAcmlnaHQ=" { // user, right
				fmt.Fprint(conn, "235 welcome\r\n")
			} else {
				fmt.Fprint(conn, "535 wrong\r\n")
			}
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 ok\r\n")
		}
	}
}

func TestTheMailServerMustEncryptAndLetUsIn(t *testing.T) {
	db := storetest.SQLite(t)
	s := db.Open(t)
	_, trust, secure, until := secureServer(t)
	secure = secure.Clone()
	secure.NextProtos = nil
	report := func(server *tls.Config, password string) (bool, string) {
		host, port := mailServer(t, server)
		r := examine(t, s, db, func(o *doctor.Options) {
			o.Services = doctor.Services{SMTP: &mail.SMTP{Host: host, Port: port, User: "user", Password: password}, TLS: trust}
			o.Now = func() time.Time { return until.AddDate(0, 0, -40) }
		})
		return found(t, r, "mail server")
	}
	if ok, text := report(secure, "right"); !ok || !strings.Contains(text, "valid for 40 days") {
		t.Errorf("a good server: %v %s", ok, text)
	}
	if ok, text := report(secure, "wrong"); ok || !strings.Contains(text, "535") {
		t.Errorf("a wrong password: %v %s", ok, text)
	}
	if ok, text := report(nil, "right"); ok || !strings.Contains(strings.ToUpper(text), "STARTTLS") {
		t.Errorf("without STARTTLS: %v %s", ok, text)
	}
}

func TestSchoolHolidaysThatEndAreReported(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s)
		if ok, text := found(t, examine(t, s, db), "school holidays"); !ok || !strings.Contains(text, "1 were imported") {
			t.Error(text)
		}
		for file, want := range map[string]string{
			",England,Summer holidays 2020,2020-07-24,2020-08-31\n":  "end on 31/08/2020: import a file",
			",Atlantis,Summer holidays 2020,2020-07-24,2020-08-31\n": "cannot read 1 rows of the imported file, the first in line 2",
		} {
			if _, err := s.PublishSchoolHolidays(context.Background(), []byte("council,nation,holiday,first_day,last_day\n"+file)); err != nil {
				t.Fatal(err)
			}
			if ok, text := found(t, examine(t, s, db), "school holidays"); ok || !strings.Contains(text, want) {
				t.Error(ok, text)
			}
		}
	})
}

func TestNothingOnSaleIsReported(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s)
		if ok, text := found(t, examine(t, s, db), "on sale"); !ok {
			t.Error(text)
		}
		exec(t, s, "UPDATE price SET allotment = $1", []byte{})
		if ok, text := found(t, examine(t, s, db), "on sale"); ok || !strings.Contains(text, "nothing is for sale") || !strings.Contains(text, " 0 have units") {
			t.Errorf("%v %s", ok, text)
		}
	})
}
