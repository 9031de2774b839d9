package api

import (
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/marketing/visitor"
)

// nameLongest is the largest number of characters in a name.
const nameLongest = 100

func isName(text string) bool {
	return text != "" && utf8.RuneCountInString(text) <= nameLongest && booking.Nameable(text)
}

// nameMessage says what is wrong with a name: it is missing or too long, or it was given
// and cannot be one.
func nameMessage(message, name string) string {
	if name == "" || booking.Nameable(name) {
		return message
	}
	return booking.NameMessage(message, name)
}

func isEmail(text string) bool { return text != "" && booking.ValidEmail(text) }

// newsletterWording names the version of the newsletter form's texts. It is stored
// with each sign-up as evidence of what the visitor agreed to.
const newsletterWording = "newsletter form v1"

func (a *API) newsletter(r *Request, in NewsletterForm) (Message, error) {
	if err := a.checkSite(in.SiteCode); err != nil {
		return Message{}, err
	}
	in.FName, in.Email = booking.Clean(in.FName), booking.TypedEmail(in.Email)
	wrong := problems{}
	wrong.when(!isName(in.FName), NewsletterFName, "fname", nameMessage("Please add your first name", in.FName)+".")
	wrong.when(!isEmail(in.Email), NewsletterEmail, "email", "Please choose a valid email address.")
	if err := wrong.failure(); err != nil {
		return Message{}, err
	}
	err := a.Visitors.SignUp(r.Context(), visitor.SignUp{Email: in.Email, FirstName: in.FName, Brand: a.Site.Referer.Code,
		Source: visitor.FromNewsletter, Wording: newsletterWording})
	if err != nil {
		return Message{}, err
	}
	a.Wake()
	return Message{Message: "Thank you for signing up! Look out for our latest deals in your inbox."}, nil
}

// Sizes of a message, in characters.
const (
	messageLeast   = 10
	messageMost    = 2000
	phoneMost      = 40
	bookingRefMost = 40
)

// trapped is the reference that a program gets which has filled in the field that
// people do not see. Nothing is stored.
const trapped = "C000000"

func (a *API) contact(r *Request, in ContactForm) (ContactAnswer, error) {
	if err := a.checkSite(in.SiteCode); err != nil {
		return ContactAnswer{}, err
	}
	if in.Website != "" {
		return ContactAnswer{Reference: trapped}, nil
	}
	// Browsers send line ends as two characters and count them as one.
	in.Name, in.Email, in.Phone, in.BookingID = booking.Clean(in.Name), booking.TypedEmail(in.Email), booking.Clean(in.Phone), booking.Clean(in.BookingID)
	text := strings.TrimSpace(strings.ReplaceAll(in.Message, "\r\n", "\n"))
	length := utf8.RuneCountInString(text)
	wrong := problems{}
	wrong.when(!isName(in.Name), ContactName, "name", nameMessage("Please enter your name", in.Name))
	wrong.when(!isEmail(in.Email), ContactEmail, "email", "Please enter a valid email address")
	wrong.when(length < messageLeast || length > messageMost, ContactMessage, "message", "Please enter your message")
	if err := wrong.failure(); err != nil {
		return ContactAnswer{}, err
	}
	reference, err := a.Visitors.AddMessage(r.Context(), visitor.Message{Name: in.Name, Email: in.Email,
		Phone: shortened(in.Phone, phoneMost), BookingRef: shortened(in.BookingID, bookingRefMost), Text: text})
	if err != nil {
		return ContactAnswer{}, err
	}
	a.Wake()
	return ContactAnswer{Reference: reference}, nil
}

// shortened returns the beginning of a text that may be empty and is not checked.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// checkSite refuses the code of another brand. Empty passes.
func (a *API) checkSite(code string) error {
	if code != "" && code != a.Site.SiteCode {
		return unsupportedSite(code)
	}
	return nil
}

// problems collects the invalid fields of a form, in its order.
type problems struct{ list []Problem }

func (p *problems) when(wrong bool, code Code, field, message string) {
	if wrong {
		p.list = append(p.list, Problem{Message: message, Code: code, Field: field})
	}
}

// failure returns the problems as an error, or nil where there are none.
func (p *problems) failure() error {
	if len(p.list) == 0 {
		return nil
	}
	return &Failure{Errors: p.list}
}
