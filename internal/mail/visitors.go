package mail

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/operations/outbox"
)

// The paths of the pages to which the e-mails of the newsletter lead. The query
// has the subscriber's token.
const (
	ConfirmPath     = "/newsletter/confirm"
	UnsubscribePath = "/newsletter/unsubscribe"
	TokenParameter  = "t"
)

// Unsubscribing returns the headers of every e-mail of the newsletter. Mail
// programs show them as a button that unsubscribes with one click (RFC 8058).
func Unsubscribing(link string) map[string]string {
	return map[string]string{"List-Unsubscribe": "<" + link + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
}

// signUpView is what the e-mail shows that asks to confirm a sign-up.
type signUpView struct {
	Brand                 Brand
	Title, Greeting, Lead string
	Confirm, Unsubscribe  string
	Reason                string
}

// signUp sends the e-mail that asks to confirm a newsletter sign-up, unless that
// is no longer needed.
func (m *Mailer) signUp(ctx context.Context, job outbox.Job) error {
	j, err := visitor.ReadJob(job.Payload)
	if err != nil {
		return err
	}
	s, ok, err := m.config.Visitors.Subscriber(ctx, j.Token)
	if err != nil || !ok || !s.Pending() {
		return err
	}
	brand := m.config.Brand
	link := func(path string) string {
		return brand.SiteURL + path + "?" + url.Values{TokenParameter: {s.Token}}.Encode()
	}
	// The name is not in it: whoever signed the address up may be anybody, and a name
	// can carry a message.
	v := signUpView{Brand: brand, Title: "Please confirm your email address", Greeting: "Hello,",
		Lead:    "please confirm that " + brand.Name + " may send you deals and offers by email.",
		Confirm: link(ConfirmPath), Unsubscribe: link(UnsubscribePath),
		Reason: "You receive this email because somebody signed this address up on " + brand.SiteURL + "."}
	made, err := m.both("Please confirm your email address for deals from "+brand.Name, "subscribe", v)
	if err != nil {
		return err
	}
	made.headers = Unsubscribing(v.Unsubscribe)
	return m.send(ctx, job.ID, s.Email, s.SignedUpAt, made)
}

// messageView is what an e-mail of facts and a text shows, such as one about a message of
// the contact form.
type messageView struct {
	Brand  Brand
	Title  string
	Rows   []row
	Text   string
	Link   string // of a button below the text; "": none
	Button string
	Reason string
}

// message sends a message of the contact form to the brand's staff. Their answer
// goes to the visitor.
func (m *Mailer) message(ctx context.Context, job outbox.Job) error {
	j, err := visitor.ReadJob(job.Payload)
	if err != nil {
		return err
	}
	sent, ok, err := m.config.Visitors.Message(ctx, j.Reference)
	if err != nil || !ok {
		return err
	}
	v := messageView{Brand: m.config.Brand, Title: "Message " + sent.Reference, Text: lines(sent.Text),
		Reason: "This message was sent by the contact form of " + m.config.Brand.SiteURL + "."}
	for _, r := range []row{{Label: "From", Amount: sent.Name}, {Label: "Email", Amount: sent.Email}, {Label: "Phone", Amount: sent.Phone},
		{Label: "Booking", Amount: sent.BookingRef}, {Label: "Sent", Amount: date.Moment(sent.SentAt)}} {
		if r.Amount = oneLine(r.Amount); r.Amount != "" {
			v.Rows = append(v.Rows, r)
		}
	}
	made, err := m.both(fmt.Sprintf("Message %s from %s", sent.Reference, sent.Name), "message", v)
	if err != nil {
		return err
	}
	made.replyTo = sent.Email
	return m.send(ctx, job.ID, m.config.Brand.Email, sent.SentAt, made)
}

// lines removes control characters from a text except line ends.
func lines(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) {
			return -1
		}
		return r
	}, text)
}
