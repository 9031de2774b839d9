// Package mail writes and sends the product's e-mails: about bookings and their
// payments, with the references that a visitor has forgotten, to confirm a sign-up to
// the newsletter, with messages of the contact form, about stays whose prices somebody watches,
// and with links to My Holidays. Each e-mail is an outbox
// job. Its Message-ID comes from the job, so an e-mail that was sent twice can be
// recognised.
package mail

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// Brand is what e-mails need to know about the brand.
type Brand struct {
	Name        string // e.g. "Meridian Times Holidays"
	SiteURL     string // absolute, without a trailing slash
	Phone       string
	Hours       string // when the phone is answered
	Email       string // for questions; also the sender
	Attractions string // URL of the attraction partner; "" means no such button
	Legal       string // the company that trades under the brand
	Colours     Colours
	Logo        Logo
}

// Logo is the brand's logo, twice as large in pixels as it is shown. A brand
// without one shows its name.
type Logo struct {
	PNG           []byte
	Width, Height int // as shown
}

// Colours are the brand's colours in CSS notation.
type Colours struct{ Ink, Accent, AccentInk, Link, Sunk, Line, Muted, Saving string }

// SMTP is the server to which e-mails are delivered.
type SMTP struct {
	Host     string
	Port     int // 0: 587
	User     string
	Password string
	Plain    bool // without TLS, for a mailbox on the same machine
}

// Config is what a Mailer needs.
type Config struct {
	Bookings booking.Store
	Visitors visitor.Store
	Brand    Brand
	// Reservations says which bookings parks have not acknowledged; nil: no park is told of
	// its bookings.
	Reservations *reservation.Service
	// Watches says what is news for watchers of prices; nil: nobody can watch prices.
	Watches *watch.Service
	// MyHolidays makes the links to My Holidays; nil: there is none.
	MyHolidays *myholidays.Service
	// Place finds a park and its region among those on sale. Where it is nil or
	// returns false, the e-mail omits address, times and directions.
	Place func(parkID string) (picture.Place, bool)
	SMTP  *SMTP  // nil: e-mails are written to files
	Dir   string // folder of the .eml files when there is no SMTP; created if missing
}

// Mailer sends e-mails. It is safe for concurrent use.
type Mailer struct{ config Config }

// New returns a mailer.
func New(c Config) *Mailer { return &Mailer{config: c} }

// Handlers returns the outbox handlers of the e-mails.
func (m *Mailer) Handlers() map[string]outbox.Kind {
	return map[string]outbox.Kind{
		booking.EmailConfirmation: {Do: m.booked, Keep: true},
		booking.EmailReceipt:      {Do: m.booked, Keep: true},
		booking.EmailPaymentLost:  {Do: m.booked, Keep: true},
		booking.EmailChanged:      {Do: m.booked, Keep: true},
		booking.EmailCancelled:    {Do: m.notice, Keep: true},
		booking.EmailRefunded:     {Do: m.notice, Keep: true},
		booking.EmailVoucher:      {Do: m.notice, Keep: true},
		booking.EmailBalance:      {Do: m.balance, Keep: true},
		booking.EmailReferences:   {Do: m.references},
		booking.EmailMoved:        {Do: m.moved},

		booking.EmailUnacknowledged: {Do: m.unacknowledged, Keep: true},

		booking.EmailPaymentPending: {Do: m.notice, Keep: true},
		booking.EmailPaymentDenied:  {Do: m.notTaken},
		booking.EmailReleased:       {Do: m.notTaken},
		booking.EmailPayerPaid:      {Do: m.toPayer},
		booking.EmailPayerRefunded:  {Do: m.toPayer},

		visitor.EmailConfirmSignUp: {Do: m.signUp, Keep: true},
		visitor.EmailMessage:       {Do: m.message, Keep: true, UntilDone: true},

		myholidays.EmailLink:    {Do: m.holidaysLink},
		myholidays.EmailErasure: {Do: m.erasureAsked, Keep: true},

		watch.EmailConfirm: {Do: m.confirmWatch, Keep: true},
		watch.EmailNews:    {Do: m.watchNews, Keep: true},
	}
}

// booked sends the e-mail about a booking that was confirmed or paid towards.
func (m *Mailer) booked(ctx context.Context, job outbox.Job) error {
	j, b, movements, now, err := m.read(ctx, job)
	if err != nil {
		return err
	}
	if b.Contact.Email == "" {
		return fmt.Errorf("booking %s has no address: %w", b.Ref, outbox.ErrNever)
	}
	if b.State != booking.Confirmed {
		return nil // cancelled since: what the e-mail would say is no longer true
	}
	paid, f := paymentOf(movements, job.Key), facts{today: date.In(now), deposit: booking.DepositDue(b, movements)}
	takenBack := paid.Cancelled > 0 && paid.Cancelled == paid.Charged
	switch job.Kind {
	case booking.EmailReceipt:
		if takenBack {
			return nil
		}
		f.received = paid.Charged - paid.Cancelled
		if f.payer, err = m.payerOf(ctx, j.Link); err != nil {
			return err
		}
	case booking.EmailPaymentLost:
		if !takenBack {
			return nil // it was captured after all
		}
	case booking.EmailChanged:
		f.byStaff = j.ByStaff
		if f.details = j.Details; !f.details && b.OfferID != j.Offer {
			return nil // moved again
		}
		if f.refunds, err = m.refundsOf(ctx, b.Ref); err != nil {
			return err
		}
	}
	made, err := m.aboutBooking(b, job.Kind, f)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, b.Contact.Email, now, made)
}

// payerOf says who has paid by a link, in the words of its guest; "" where there is no link.
func (m *Mailer) payerOf(ctx context.Context, link string) (payer string, err error) {
	if link == "" {
		return "", nil
	}
	err = m.config.Bookings.View(ctx, func(tx booking.Tx) error {
		l, err := tx.PayLink(link)
		if payer = "one of your links"; l.Name != "" {
			payer = "the link for " + oneLine(l.Name)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the link of a receipt: %w", err)
	}
	return payer, err
}

// paymentOf adds up the movements of the payment that the key of an e-mail's job names.
func paymentOf(movements []ledger.Movement, key string) ledger.Sums {
	return ledger.Sum(slices.DeleteFunc(slices.Clone(movements), func(m ledger.Movement) bool {
		return m.Attempt == "" || !strings.HasSuffix(key, "/"+m.Attempt)
	}))
}

// notice sends the e-mail about a cancellation, a refund, what went back to a voucher,
// or a pending payment, unless it is no longer true.
func (m *Mailer) notice(ctx context.Context, job outbox.Job) error {
	j, b, movements, now, err := m.read(ctx, job)
	if err != nil {
		return err
	}
	refund, stands := standing(movements, j.Refund)
	cancelled := b.State == booking.Cancelled || b.State == booking.Refunded
	pending := b.Attempt != "" && b.Attempt == j.Attempt
	if job.Kind == booking.EmailRefunded && !stands || job.Kind == booking.EmailCancelled && !cancelled || job.Kind == booking.EmailPaymentPending && !pending {
		return nil
	}
	if b.Contact.Email == "" {
		return fmt.Errorf("booking %s has no address: %w", b.Ref, outbox.ErrNever)
	}
	var vouchers []returned
	if job.Kind == booking.EmailCancelled || job.Kind == booking.EmailVoucher {
		if vouchers, err = m.returnedOf(ctx, b.Ref); err != nil {
			return err
		}
	}
	payer, err := m.payerOf(ctx, j.Link)
	if err != nil {
		return err
	}
	made, err := m.aboutChange(b, job.Kind, refundOf{refund.Amount, j.Elsewhere, payer}, vouchers)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, b.Contact.Email, now, made)
}

// standing finds a refund that was not reversed.
func standing(movements []ledger.Movement, key string) (refund ledger.Movement, ok bool) {
	for _, refund := range ledger.Refunds(movements) {
		if refund.Key == key {
			return refund, true
		}
	}
	return refund, false
}

// notTaken sends the e-mail about a payment that was not made, unless it was made
// after all, or a denied visitor has booked meanwhile and must not book again.
func (m *Mailer) notTaken(ctx context.Context, job outbox.Job) error {
	n, err := noteOf(job)
	if err != nil {
		return err
	}
	b, movements, now, err := m.find(ctx, n.Ref)
	if err != nil && !errors.Is(err, booking.ErrNoRow) { // an unpaid booking is deleted some days later
		return err
	}
	booked := b.State == booking.Confirmed
	made := slices.ContainsFunc(movements, func(row ledger.Movement) bool { return row.Attempt == n.Attempt && row.Kind == ledger.Capture })
	if made || job.Kind == booking.EmailPaymentDenied && booked && !n.Booked {
		return nil
	}
	text, err := m.aboutNotTaken(n, job.Kind, b)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, n.Email, now, text)
}

// noteOf reads the job of an e-mail that contains what it says.
func noteOf(job outbox.Job) (n booking.PaymentNote, err error) {
	if err := json.Unmarshal([]byte(job.Payload), &n); err != nil {
		return n, fmt.Errorf("read an e-mail's job: not JSON: %w", outbox.ErrNever) // without the cause, which would quote the address
	}
	return n, nil
}

// toPayer sends an e-mail to whoever has paid by a link.
func (m *Mailer) toPayer(ctx context.Context, job outbox.Job) error {
	n, err := noteOf(job)
	if err != nil {
		return err
	}
	text, err := m.aboutLinkPayment(n, job.Kind)
	if err != nil {
		return err
	}
	return m.sendNow(ctx, job.ID, n.Email, text)
}

// moved tells an address that the e-mails about a booking go to another one. It says nothing
// of the booking beside its reference: the address may be a stranger's.
func (m *Mailer) moved(ctx context.Context, job outbox.Job) error {
	var to booking.Moved
	if err := json.Unmarshal([]byte(job.Payload), &to); err != nil {
		return fmt.Errorf("read an e-mail's job: not JSON: %w", outbox.ErrNever) // without the cause, which would quote the address
	}
	b, _, now, err := m.find(ctx, to.Ref)
	if err != nil || b.Contact.Email == to.Email { // it was changed back
		return err
	}
	v := m.noticeTo("customer", b.Shown)
	v.Title = "E-mails about your booking go to another address"
	v.Lead = "from now on, the e-mails about this booking go to another address. If you did not ask for that, please call us."
	made, err := m.both("The e-mail address of booking "+b.Shown+" has been changed", "notice", v)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, to.Email, now, made)
}

// read reads an e-mail's job, and its booking as it is now.
func (m *Mailer) read(ctx context.Context, job outbox.Job) (j booking.EmailJob, b booking.Booking, movements []ledger.Movement, now time.Time, err error) {
	if err := json.Unmarshal([]byte(job.Payload), &j); err != nil {
		return j, b, nil, now, fmt.Errorf("read an e-mail's job: %w: %w", err, outbox.ErrNever)
	}
	b, movements, now, err = m.find(ctx, j.Ref)
	return j, b, movements, now, err
}

// refundsOf reads the refunds of a booking that are not done yet.
func (m *Mailer) refundsOf(ctx context.Context, ref string) (due []booking.Refund, err error) {
	err = m.config.Bookings.View(ctx, func(tx booking.Tx) (err error) {
		due, err = tx.RefundsDue(ref)
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the refunds of a booking for an e-mail: %w", err)
	}
	return due, err
}

// find reads a booking with its movements, and the time.
func (m *Mailer) find(ctx context.Context, ref string) (b booking.Booking, movements []ledger.Movement, now time.Time, err error) {
	err = m.config.Bookings.View(ctx, func(tx booking.Tx) (err error) {
		now = tx.Now()
		if b, err = tx.Booking(ref); err == nil {
			movements, err = tx.Movements(ref)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the booking of an e-mail: %w", err)
	}
	return b, movements, now, err
}

func (m *Mailer) references(ctx context.Context, job outbox.Job) error {
	var r booking.References
	if err := json.Unmarshal([]byte(job.Payload), &r); err != nil {
		return fmt.Errorf("read an e-mail's job: not JSON: %w", outbox.ErrNever) // without the cause, which would quote the address
	}
	made, err := m.aboutReferences(r)
	if err != nil {
		return err
	}
	return m.sendNow(ctx, job.ID, r.Email, made)
}

// sendNow sends an e-mail with the time of the database.
func (m *Mailer) sendNow(ctx context.Context, id, to string, e email) error {
	now, err := m.now(ctx)
	if err != nil {
		return err
	}
	return m.send(ctx, id, to, now, e)
}

// now returns the time of the database.
func (m *Mailer) now(ctx context.Context) (now time.Time, err error) {
	if err := m.config.Bookings.View(ctx, func(tx booking.Tx) error { now = tx.Now(); return nil }); err != nil {
		return now, fmt.Errorf("read the time: %w", err)
	}
	return now, nil
}

// email is a finished e-mail as text and as HTML.
type email struct {
	subject, html, text string
	pictures            []inline
	headers             map[string]string // beside those of every e-mail
	replyTo             string            // "": answers go to the brand
}

func (m *Mailer) send(ctx context.Context, id, to string, now time.Time, e email) error {
	msg := gomail.NewMsg()
	if err := msg.FromFormat(m.config.Brand.Name, m.config.Brand.Email); err != nil {
		return fmt.Errorf("write an e-mail: the brand's address cannot be used: %w", outbox.ErrNever)
	}
	if err := msg.To(to); err != nil {
		return fmt.Errorf("write an e-mail: the address cannot be used: %w", outbox.ErrNever)
	}
	msg.Subject(e.subject)
	msg.SetMessageIDWithValue(id + "@" + domain(m.config.Brand.Email))
	msg.SetDateWithValue(now)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	for name, value := range e.headers {
		msg.SetGenHeaderPreformatted(gomail.Header(name), value)
	}
	if e.replyTo != "" {
		_ = msg.ReplyTo(e.replyTo) // an address that cannot be used still stands in the text
	}
	msg.SetBodyString(gomail.TypeTextPlain, e.text)
	msg.AddAlternativeString(gomail.TypeTextHTML, e.html)
	for _, p := range e.pictures {
		err := msg.EmbedReader(p.name, bytes.NewReader(p.data), gomail.WithFileContentID(p.name), gomail.WithFileContentType(gomail.ContentType(p.kind)))
		if err != nil {
			return fmt.Errorf("add a picture to an e-mail: %w", err)
		}
	}
	if m.config.SMTP == nil {
		return m.file(id, msg)
	}
	return m.deliver(ctx, msg)
}

// file writes an e-mail to a file named by its job. A repetition overwrites the
// same file.
func (m *Mailer) file(id string, msg *gomail.Msg) error {
	if err := os.MkdirAll(m.config.Dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of e-mails: %w", err)
	}
	path := filepath.Join(m.config.Dir, id+".eml")
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write an e-mail: %w", err)
	}
	_, err = msg.WriteTo(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write an e-mail: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("write an e-mail: %w", err)
	}
	return nil
}

// sendTimeout limits the time of one delivery.
const sendTimeout = 30 * time.Second

func (m *Mailer) deliver(ctx context.Context, msg *gomail.Msg) error {
	client, err := m.config.SMTP.client()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	err = client.DialAndSendWithContext(ctx, msg)
	var refused *gomail.SendError
	switch {
	case errors.As(err, &refused): // without its text, which would quote the recipient
		if !refused.IsTemp() && refused.ErrorCode() >= 500 {
			return fmt.Errorf("send an e-mail: %s, %d: %w", refused.Reason, refused.ErrorCode(), outbox.ErrNever)
		}
		return fmt.Errorf("send an e-mail: %s, %d", refused.Reason, refused.ErrorCode())
	case err != nil:
		return fmt.Errorf("reach the SMTP server: %w", err)
	}
	return nil
}

func domain(address string) string {
	for i := len(address) - 1; i >= 0; i-- {
		if address[i] == '@' {
			return address[i+1:]
		}
	}
	return "localhost"
}
