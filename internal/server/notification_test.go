package server_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

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
		if got := v.do("POST", path, strings.NewReader(body), "text/xml"); got.status != 200 || string(got.body) != "[OK]" {
			t.Errorf("%s: %d %s, want [OK]", name, got.status, got.body)
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
