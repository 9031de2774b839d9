package worldpay_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/worldpay"
)

var ctx = context.Background()

// answering returns a client of a provider that always gives the same answer,
// and the request that the client sent.
func answering(t *testing.T, status int, reply string) (*worldpay.Client, *http.Request, *string) {
	t.Helper()
	var seen http.Request
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		seen, body = *r, string(raw)
		http.SetCookie(w, &http.Cookie{Name: "machine", Value: "0ab20014"})
		w.WriteHeader(status)
		_, _ = io.WriteString(w, reply)
	}))
	t.Cleanup(server.Close)
	return worldpay.New(worldpay.Config{XMLURL: server.URL, MerchantCode: "SEASIDEGBP", AdminCode: "SEASIDE", User: "u", Password: "p",
		MACSecret: "harbour-lantern-42", DDCURL: "https://ddc.example/", ChallengeURL: "https://challenge.example/",
		JWT: worldpay.JWTAccount{Issuer: "iss", OrgUnitID: "unit", Key: "key"}}), &seen, &body
}

func reply(inner string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">` +
		`<paymentService version="1.4" merchantCode="SEASIDEGBP"><reply>` + inner + `</reply></paymentService>`
}

func paid(event, more string) string {
	return reply(`<orderStatus orderCode="HB-03"><payment><paymentMethod>VISA_CREDIT-SSL</paymentMethod><cardNumber>4444********1111</cardNumber>` +
		`<amount value="24950" currencyCode="GBP" exponent="2"/><lastEvent>` + event + `</lastEvent>` + more + `</payment></orderStatus>`)
}

func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       payment.Event
	}{
		{"authorised", paid("AUTHORISED", `<AuthorisationId id="622"/>`), payment.EventAuthorised},
		{"refused", paid("REFUSED", `<ISO8583ReturnCode code="51" description="LIMIT EXCEEDED"/>`), payment.EventRefused},
		{"refused without authentication", paid("REFUSED", `<ThreeDSecureResult description="Failed"/>`), payment.EventAuthenticationFailed},
		{"cancelled", paid("CANCELLED", ""), payment.EventCancelled},
		{"captured", paid("SETTLED_BY_MERCHANT", ""), payment.EventCaptured},
		{"refunded", paid("SENT_FOR_REFUND", ""), payment.EventRefundRequested},
		{"error", paid("ERROR", ""), payment.EventFailed},
		{"still on its way", paid("SENT_FOR_AUTHORISATION", ""), payment.EventUnknown},
		{"a new word", paid("BLESSED", ""), payment.EventUnknown},
		{"no word", paid("null", ""), payment.EventUnknown},
		{"another order", strings.ReplaceAll(paid("AUTHORISED", ""), "HB-03", "HB-04"), payment.EventUnknown},
		{"duplicate", reply(`<orderStatus orderCode="HB-03"><error code="5"><![CDATA[Duplicate Order]]></error></orderStatus>`), payment.EventDuplicate},
		{"wrong card", reply(`<error code="7">Invalid payment details</error>`), payment.EventFailed},
		{"internal error", reply(`<error code="1"/>`), payment.EventUnknown},
		{"3-D Secure of the first version", reply(`<orderStatus orderCode="HB-03"><requestInfo><request3DSecure/></requestInfo></orderStatus>`), payment.EventFailed},
		{"nothing", reply(``), payment.EventUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, _, _ := answering(t, 200, c.text)
			r, err := client.Authorise(ctx, payment.Order{Code: "HB-03", Amount: 24950})
			if err != nil || r.Event != c.want {
				t.Errorf("got %+v, %v", r, err)
			}
			if c.want == payment.EventAuthorised && (r.Amount != 24950 || r.Currency != "GBP" || r.Authorised.ID != "622" || r.Authorised.LastFour != "1111" || r.Stickiness != "machine=0ab20014") {
				t.Errorf("got %+v", r)
			}
		})
	}
	for name, c := range map[string]struct {
		status int
		text   string
	}{
		"a server error":    {500, paid("AUTHORISED", "")},
		"a redirect":        {302, ""},
		"half an answer":    {200, paid("AUTHORISED", "")[:300]},
		"no reply":          {200, `<paymentService/>`},
		"entities":          {200, strings.Replace(paid("AUTHORISED", ""), `.dtd">`, `.dtd" [<!ENTITY x "y">]>`, 1)},
		"too long a reply":  {200, paid("AUTHORISED", strings.Repeat(" ", 70_000))},
		"an unknown entity": {200, paid("&x;", "")},
	} {
		client, _, _ := answering(t, c.status, c.text)
		if r, err := client.Authorise(ctx, payment.Order{Code: "HB-03"}); err == nil {
			t.Errorf("%s: got %+v", name, r)
		}
	}
}

func TestAChallengeIsReadFromTheReply(t *testing.T) {
	client, _, _ := answering(t, 200, reply(`<orderStatus orderCode="HB-03"><challengeRequired><threeDSChallengeDetails>
		<threeDSVersion>2.2.0</threeDSVersion><transactionId3DS>Qm9va2luZw</transactionId3DS>
		<acsURL><![CDATA[
		https://acs.bank.example/step ]]></acsURL><payload>eyJ</payload></threeDSChallengeDetails></challengeRequired></orderStatus>`))
	r, err := client.Authorise(ctx, payment.Order{Code: "HB-03"})
	want := payment.Challenge{TransactionID: "Qm9va2luZw", ACSURL: "https://acs.bank.example/step", Payload: "eyJ", Version: "2.2.0"}
	if err != nil || r.Event != payment.EventChallenged || r.Challenge != want {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestMessages(t *testing.T) {
	client, seen, body := answering(t, 200, paid("AUTHORISED", ""))
	_, err := client.Authorise(ctx, payment.Order{Code: "HB-03", Description: `Deposit <"&> ` + strings.Repeat("x", 60), Amount: 24950,
		EncryptedData: "a.b.c.d.e", SessionID: "att-7f3c21", ClientAddress: "203.0.113.9", Email: "jo@example.test",
		Billing: payment.Address{Line1: "3 Gull Row", Town: "Scarborough", Postcode: "YO11 2AB", Country: "CNUK"},
		Browser: payment.Browser{WindowSize: "1x1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN"`, `merchantCode="SEASIDEGBP"`,
		`<amount value="24950" currencyCode="GBP" exponent="2">`, `<encryptedData>a.b.c.d.e</encryptedData>`, `<countryCode>GB</countryCode>`,
		`<session shopperIPAddress="203.0.113.9" id="att-7f3c21">`, `dfReferenceId="" javaScriptEnabled="false" challengeWindowSize="390x400"`,
		`Deposit &lt;&#34;&amp;&gt;`} {
		if !strings.Contains(*body, part) {
			t.Errorf("no %s in\n%s", part, *body)
		}
	}
	places := []int{}
	for _, element := range []string{"<description>", "<amount", "<paymentDetails>", "<shopper>", "<additional3DSData"} {
		places = append(places, strings.Index(*body, element))
	}
	if !slices.IsSorted(places) || places[0] < 0 {
		t.Errorf("the elements come as %v", places)
	}
	t.Run("[PAY-29] every card order asks for 3-D Secure", func(t *testing.T) {
		if !strings.Contains(*body, "<additional3DSData ") {
			t.Errorf("got %s", *body)
		}
	})
	if u, p, ok := seen.BasicAuth(); !ok || u != "u" || p != "p" {
		t.Error("no credentials")
	}
	if _, err := client.Complete(ctx, "HB-03", "att-7f3c21", "machine=0ab20014"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(*body, "paymentDetails") || !strings.Contains(*body, "<completedAuthentication>") || seen.Header.Get("Cookie") != "machine=0ab20014" {
		t.Errorf("the second call: cookie %q\n%s", seen.Header.Get("Cookie"), *body)
	}
}

func TestInquiryOfAnUnknownOrder(t *testing.T) {
	client, _, _ := answering(t, 200, reply(`<orderStatus orderCode="HB-03"><error code="5">Could not find payment for order</error></orderStatus>`))
	if r, err := client.Inquire(ctx, payment.Handle{OrderCode: "HB-03"}); err != nil || r.Event != payment.EventNotFound {
		t.Errorf("got %+v, %v", r, err)
	}
	if err := client.Capture(ctx, payment.Handle{OrderCode: "HB-03", Amount: 100}); err == nil {
		t.Error("a capture that was refused counts as done")
	}
}

func TestASignedResultIsVerified(t *testing.T) {
	client, _, _ := answering(t, 200, "")
	for status, mac := range map[string]string{
		"AUTHORISED": "3da89d4ac1249335f5d19139d51d34d2d43562d2ca4a0f6e7dfa6e02d6e47d4d",
		"REFUSED":    "12aa8d79f1f3c877c35d7e7497c8214abaec22ac880c6f648a85875ebb6efaa2",
	} {
		r := client.Sign("HB20001234-03", status, 24950)
		if r.MAC != mac || r.OrderKey != "SEASIDE^SEASIDEGBP^HB20001234-03" {
			t.Errorf("%s: got %+v", status, r)
		}
		r.MAC = strings.ToUpper(r.MAC)
		if code, ok := client.Verify(r); !ok || code != "HB20001234-03" {
			t.Errorf("%s in capitals: %s, %v", status, code, ok)
		}
	}
	r := client.Sign("HB20001234-03", "AUTHORISED", 24950)
	r.MAC = "27ab4a4cf1cb94cce66e0f88ff6458b7" // by the older algorithm
	if _, ok := client.Verify(r); ok {
		t.Error("the older mac is accepted")
	}
}

func TestJWTClaims(t *testing.T) {
	client, _, _ := answering(t, 200, "")
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	claims := func(jwt string) string {
		raw, err := base64.RawURLEncoding.DecodeString(strings.Split(jwt, ".")[1])
		if err != nil {
			t.Fatal(err)
		}
		var c map[string]any
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for name := range c {
			names = append(names, name)
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	c, err := client.Collection(now)
	if err != nil || claims(c.JWT) != "OrgUnitId exp iat iss jti" {
		t.Errorf("collection: %s, %v", claims(c.JWT), err)
	}
	url, jwt, err := client.ChallengeForm(payment.Challenge{TransactionID: "T"}, "https://site.example/api/threedsreturn", now)
	if err != nil || url != "https://challenge.example/" || claims(jwt) != "ObjectifyPayload OrgUnitId Payload ReturnUrl exp iat iss jti" {
		t.Errorf("challenge: %s, %v", claims(jwt), err)
	}
}

// The order comes from a script, and the bank shows a page.
func TestTheBankIsToldWhatThePageAccepts(t *testing.T) {
	for _, c := range []struct{ accept, agent, wantAccept, wantAgent string }{
		{"application/json", "Mozilla/5.0 (X11)", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Mozilla/5.0 (X11)"},
		{"", "", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Mozilla/5.0"},
		{"text/html,*/*", "curl", "text/html,*/*", "curl"},
	} {
		client, _, body := answering(t, 200, paid("AUTHORISED", ""))
		if _, err := client.Authorise(ctx, payment.Order{Code: "HB-03", Browser: payment.Browser{Accept: c.accept, UserAgent: c.agent}}); err != nil {
			t.Fatal(err)
		}
		if want := "<acceptHeader>" + c.wantAccept + "</acceptHeader><userAgentHeader>" + c.wantAgent + "</userAgentHeader>"; !strings.Contains(*body, want) {
			t.Errorf("Accept %q: got %s", c.accept, *body)
		}
	}
}
