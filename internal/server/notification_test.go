package server_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

func TestNotificationsThatDoNotConcernUsDoNotBlockTheQueue(t *testing.T) {
	const path = "/api/notified-Zk3vQ9xT7bLm2Rw8"
	s := start(t, func(c *server.Config) { c.NotificationPath = path })
	v := s.visitor(t)
	for name, body := range map[string]string{
		"unreadable": "<rubbish/>", "no XML": "\x00\xff", "empty": "",
		"foreign": `<?xml version="1.0"?><paymentService version="1.4" merchantCode="OTHER"><notify><orderStatusEvent orderCode="nobodys"><payment><lastEvent>AUTHORISED</lastEvent></payment></orderStatusEvent></notify></paymentService>`,
	} {
		if got := v.do("POST", path, strings.NewReader(body), "text/xml"); got.status != 200 || string(got.body) != "[OK]" || got.header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %s %s, want [OK]", name, got.status, got.header.Get("Content-Type"), got.body)
		}
	}
	v.do("POST", path, strings.NewReader(strings.Repeat("x", 64<<10+1)), "text/xml").refused(t, 413, "TOO_LARGE")

	// A notification that was cut off must be sent again.
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 500\r\n\r\n<half", path)
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 400 {
		t.Errorf("cut off: %s", answer.Status)
	}
}

// The provider's notifications come through a trusted proxy here, so that the test
// can choose their source.
func TestNotificationsFromElsewhere(t *testing.T) {
	t.Parallel()
	const path = "/api/notified-Zk3vQ9xT7bLm2Rw8"
	s := start(t, func(c *server.Config) {
		c.NotificationPath, c.NotificationSources = path, "192.0.2.0/24"
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	v, sender := s.visitor(t), s.visitor(t)
	units := v.juneUnits("CF101")
	send := func(from, code, merchant, amount, currency string) reply {
		t.Helper()
		sender.headers["X-Forwarded-For"] = from
		return sender.do("POST", path, strings.NewReader(fmt.Sprintf(`<paymentService version="1.4" merchantCode=%q><notify><orderStatusEvent orderCode=%q><payment>`+
			`<amount value=%q currencyCode=%q exponent="2"/><lastEvent>REFUNDED</lastEvent></payment></orderStatusEvent></notify></paymentService>`,
			merchant, code, amount, currency)), "text/xml")
	}
	alerts := func(n string) {
		t.Helper()
		polltest.Until(t, n+" payments with an alert", func() bool { return s.metric(t, "holidaymaker_payments_alert") == n })
	}
	t.Run("[PAYFAIL-22] from another source: 403; from the provider but of a foreign merchant, amount or currency: [OK], an alert and no effect", func(t *testing.T) {
		for i, wrong := range [][3]string{{"OTHER", "", "GBP"}, {"HOLIDAYGBP", "1", "GBP"}, {"HOLIDAYGBP", "", "EUR"}} {
			got := v.hold(units[0])
			for units = units[1:]; got.status == 409 && len(units) > 0; units = units[1:] {
				got = v.hold(units[0]) // the last one of its type was sold
			}
			ref := got.ok(t).text("booking", "bookId")
			v.details(ref)
			prepared := v.prepay(ref, "full", "worldpay").ok(t)
			v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "W Quackenbush")).ok(t)
			code := prepared.text("paymntRecId")
			amount := wrong[1]
			if amount == "" {
				amount = strings.Replace(prepared.text("amount"), ".", "", 1)
			}
			before := v.get("/api/mybookings").ok(t)
			send("198.51.100.7", code, wrong[0], amount, wrong[2]).refused(t, 403, "FORBIDDEN")
			alerts(fmt.Sprint(i))
			if got := send("192.0.2.7", code, wrong[0], amount, wrong[2]); got.status != 200 || string(got.body) != "[OK]" {
				t.Errorf("%v: %d %s", wrong, got.status, got.body)
			}
			alerts(fmt.Sprint(i + 1))
			if after := v.get("/api/mybookings").ok(t); string(after.body) != string(before.body) {
				t.Errorf("%v: the booking was %s and is %s", wrong, before.body, after.body)
			}
		}
	})
}
