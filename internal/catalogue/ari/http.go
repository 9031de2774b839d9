package ari

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// Routes registers what partners call: POST /ota/PARTNER for OpenTravel messages, and the
// calls of Channex.
func (s *Service) Routes(handle func(pattern string, handler http.Handler)) {
	handle("POST /ota/{partner}", s.ota())
	s.channexRoutes(handle)
}

const (
	// maxBody is the size of the largest message, unpacked.
	maxBody = 10 << 20
	// messagesAtOnce limits the messages that a node handles at once, each with the memory of
	// its elements; others wait for gatePatience at most.
	messagesAtOnce = 4
	messagesWait   = 24
	gatePatience   = 15 * time.Second
	// messagesOfNetwork limits the OpenTravel messages of one client's network that are on
	// their way, wait or are handled; of all, there are as many as the gate takes. Each has up
	// to maxBody of memory, and until it is there nobody knows whether its sender has a password.
	messagesOfNetwork = 10
)

// ota answers OpenTravel messages: bare, or in an envelope of SOAP 1.1 or 1.2, in which the
// answer is, too. Every verdict has status 200.
func (s *Service) ota() http.Handler {
	gate := httpx.NewGate("ari", messagesAtOnce, messagesWait, gatePatience)
	running := httpx.NewLoad(httpx.LoadLimits{ClientRequests: messagesOfNetwork, Requests: messagesAtOnce + messagesWait})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := s.partner(r.PathValue("partner"), ByOTA)
		if !ok {
			httpx.SendText(w, r, http.StatusNotFound, httpx.NoStore, "there is no such partner")
			return
		}
		flight, ok := running.Begin(httpx.Network(httpx.Client(r.Context())))
		if !ok {
			sendFault(w, http.StatusServiceUnavailable, codeDown+" "+systemDown)
			return
		}
		defer flight.End()
		body, err := readBody(w, r) // before the gate: a slow one must not hold it
		if err != nil {
			sendFault(w, http.StatusInternalServerError, err.Error())
			return
		}
		if gate.Enter(r.Context()) != nil {
			sendFault(w, http.StatusServiceUnavailable, codeDown+" "+systemDown)
			return
		}
		defer gate.Leave()
		received := s.config.Clock()
		e, err := openEnvelope(body)
		if err != nil {
			sendFault(w, http.StatusInternalServerError, err.Error())
			return
		}
		a := s.answer(r, p, e, Receipt{At: received, Body: withoutPasswords(body)})
		a.TimeStamp = received.UTC().Format(time.RFC3339)
		e.send(w, a)
	})
}

// readBody reads a message, which may be packed.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	var from io.Reader = http.MaxBytesReader(w, r.Body, maxBody)
	switch coding := strings.ToLower(r.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return nil, errors.New("the message is no gzip, as its Content-Encoding says")
		}
		from = unpacked
	default:
		return nil, fmt.Errorf("the Content-Encoding is %q: only gzip is supported", short(coding))
	}
	body, err := httpx.ReadAll(from, maxBody)
	if err != nil {
		return nil, fmt.Errorf("the message cannot be read: %w", err)
	}
	return body, nil
}

// envelope is a message and what it came in.
type envelope struct {
	soap    string // namespace of the envelope; "": the message came without one
	header  *element
	message *element
}

const (
	soap11 = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12 = "http://www.w3.org/2003/05/soap-envelope"
)

// openEnvelope finds the message in a document. It returns an error where there is none.
func openEnvelope(body []byte) (envelope, error) {
	root, err := parseXML(body)
	if err != nil {
		return envelope{}, err
	}
	e := envelope{message: root}
	if root.name == "Envelope" {
		e.soap, e.header, e.message = soap11, root.child("Header"), nil
		if root.space == soap12 {
			e.soap = soap12
		}
		if in := root.child("Body"); in != nil && len(in.in) == 1 {
			e.message = in.in[0]
		}
	}
	if e.message == nil || !strings.HasPrefix(e.message.name, "OTA_") || !strings.HasSuffix(e.message.name, "RQ") {
		return envelope{}, errors.New("there is no OpenTravel message in it")
	}
	return e, nil
}

// credentials returns what the partner has said who it is, by WSSE, HTTP Basic or POS.
func (e envelope) credentials(r *http.Request) (user, password string) {
	if token := e.header.at("Security", "UsernameToken"); token != nil {
		if name, secret := token.child("Username"), token.child("Password"); name != nil && secret != nil {
			return name.text, secret.text
		}
	}
	if user, password, ok := r.BasicAuth(); ok {
		return user, password
	}
	id := e.message.at("POS", "Source", "RequestorID")
	return id.attr("ID"), id.attr("MessagePassword")
}

// answer is what a partner gets.
type answer struct {
	XMLName   xml.Name
	EchoToken string        `xml:",attr,omitempty"`
	TimeStamp string        `xml:",attr"`
	Version   string        `xml:",attr"`
	Success   *struct{}     `xml:"Success"`
	Warnings  *[]otaWarning `xml:"Warnings>Warning"`
	Errors    *[]otaError   `xml:"Errors>Error"`
	EchoData  string        `xml:",omitempty"`
}

type otaWarning struct {
	Type     string `xml:",attr"`
	RecordID string `xml:",attr,omitempty"`
	Text     string `xml:",chardata"`
}

type otaError struct {
	Type string `xml:",attr"`
	Code string `xml:",attr"`
	Text string `xml:",chardata"`
}

// businessRule is the type of our errors and warnings, of OpenTravel's list EWT.
const businessRule = "3"

// answer handles a message.
func (s *Service) answer(r *http.Request, p Partner, e envelope, receipt Receipt) answer {
	a := answer{EchoToken: e.message.attr("EchoToken"), Version: cmp.Or(e.message.attr("Version"), "1.0")}
	a.XMLName = xml.Name{Space: otaSpace, Local: strings.TrimSuffix(e.message.name, "RQ") + "RS"}
	m, err := s.handle(r, p, e, receipt)
	refused := new(Refusal)
	switch {
	case errors.As(err, &refused):
		a.Errors = &[]otaError{{businessRule, refused.Code, refused.Text}}
		return a
	case err != nil:
		s.config.Failed(err)
		a.Errors = &[]otaError{{businessRule, codeDown, systemDown}}
		return a
	}
	a.Success = &struct{}{}
	if e.message.name == pingRequest {
		if data := e.message.child("EchoData"); data != nil {
			a.EchoData = data.text
		}
	}
	for _, w := range m.Warnings {
		if a.Warnings == nil {
			a.Warnings = &[]otaWarning{}
		}
		*a.Warnings = append(*a.Warnings, otaWarning{businessRule, w.Record, w.Text})
	}
	return a
}

const (
	otaSpace    = "http://www.opentravel.org/OTA/2003/05"
	pingRequest = "OTA_PingRQ"
)

// handle stores a message. It returns a *Refusal where nothing of it is kept, and keeps the
// message itself where the partner has proved who it is.
func (s *Service) handle(r *http.Request, p Partner, e envelope, receipt Receipt) (Message, error) {
	if !p.admits(e.credentials(r)) {
		why := &Refusal{codeCredentials, noAccess}
		if !s.note(p.ID, receipt.At) {
			return Message{}, why
		}
		return Message{}, s.refuse(r.Context(), p, Message{Kind: e.message.name}, why, Receipt{At: receipt.At})
	}
	if e.message.name == pingRequest {
		return Message{}, nil
	}
	if _, taken := otaKind(e.message); !taken {
		receipt.Body = []byte(e.message.name) // of others, such as a reservation with its guests, no more is kept
	}
	m, refused := readOTA(e.message, p, date.In(receipt.At), s.sleeps)
	if refused != nil {
		return m, s.refuse(r.Context(), p, m, refused, receipt)
	}
	return m, s.keep(r.Context(), p, m, receipt)
}

// note reports whether a wrong password is to be noted: one a second of a partner, because
// anybody may try.
func (s *Service) note(partner string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.denied[partner]) < time.Second {
		return false
	}
	s.denied[partner] = now
	return true
}

// keep stores a message, or notes why it was refused.
func (s *Service) keep(ctx context.Context, p Partner, m Message, receipt Receipt) error {
	err := s.take(ctx, p, m, receipt)
	if refused := new(Refusal); errors.As(err, &refused) {
		return s.refuse(ctx, p, m, refused, receipt)
	}
	return err
}

// refuse notes that a message was refused, and returns why.
func (s *Service) refuse(ctx context.Context, p Partner, m Message, why *Refusal, receipt Receipt) error {
	receipt.Partner, receipt.Park, receipt.Kind, receipt.Refused = p.ID, m.Hotel.Park, m.Kind, why.Error()
	if err := s.config.Store.Refused(ctx, receipt); err != nil {
		return fmt.Errorf("note a refused message of partner %s: %w", p.ID, err)
	}
	return why
}

// sleeps says how many a unit type of a park sleeps, if the catalogue has it.
func (s *Service) sleeps(park, unit string) (int, bool) {
	u, ok := s.config.Catalogue().Unit(unit)
	if !ok || u.ParkID != park {
		return 0, false
	}
	return u.Sleeps, true
}

// send sends an answer in the envelope of its request.
func (e envelope) send(w http.ResponseWriter, a answer) {
	status := http.StatusOK
	if a.Errors != nil && (*a.Errors)[0].Code == codeDown {
		status = http.StatusServiceUnavailable
	}
	body, err := xml.Marshal(a)
	if err != nil {
		sendFault(w, http.StatusInternalServerError, "the answer cannot be written")
		return
	}
	kind := "application/xml; charset=utf-8"
	switch e.soap {
	case soap11:
		kind = "text/xml; charset=utf-8"
	case soap12:
		kind = "application/soap+xml; charset=utf-8"
	}
	if e.soap != "" {
		body = fmt.Appendf(nil, `<soap:Envelope xmlns:soap="%s"><soap:Header/><soap:Body>%s</soap:Body></soap:Envelope>`, e.soap, body)
	}
	sendXML(w, status, kind, body)
}

// sendFault sends a SOAP Fault, which says that a message was not understood at all.
func sendFault(w http.ResponseWriter, status int, text string) {
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(text)) // into memory
	who := "Client"
	if status == http.StatusServiceUnavailable {
		who = "Server"
	}
	sendXML(w, status, "text/xml; charset=utf-8", fmt.Appendf(nil, `<soap:Envelope xmlns:soap="%s"><soap:Header/><soap:Body><soap:Fault><faultcode>soap:%s</faultcode><faultstring>%s</faultstring></soap:Fault></soap:Body></soap:Envelope>`,
		soap11, who, escaped.Bytes()))
}

func sendXML(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header()["Cache-Control"] = httpx.NoStore
	w.WriteHeader(status)
	_, _ = w.Write([]byte(xml.Header))
	_, _ = w.Write(body)
}

// secretParts are the parts of a message that may have a password.
var secretParts = regexp.MustCompile(`(?is)(<(?:[\w-]+:)?Password\b[^>]*>).*?(</)|(MessagePassword\s*=\s*)(?:"[^"]*"|'[^']*')`)

// withoutPasswords returns a message as it may be kept. Of one in UTF-16, nothing is.
func withoutPasswords(body []byte) []byte {
	if bytes.HasPrefix(body, []byte("\xfe\xff")) || bytes.HasPrefix(body, []byte("\xff\xfe")) {
		return nil
	}
	return secretParts.ReplaceAll(body, []byte(`$1$3$2`))
}
