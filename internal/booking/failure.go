package booking

import (
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/money"
)

// Code is a machine-readable reason for a refusal. Package api has further codes, and the
// HTTP status of each.
type Code string

// The codes that booking and payment return.
const (
	NoSession         Code = "NO_BOOKING_SESSION"
	PaymentRefused    Code = "PAYMENT_REFUSED"
	ThreeDSFailed     Code = "THREEDS_FAILED"
	MACInvalid        Code = "MAC_INVALID"
	Forbidden         Code = "FORBIDDEN"
	NotFound          Code = "NOT_FOUND"
	BookingNotFound   Code = "BOOKING_NOT_FOUND"
	UnitUnavailable   Code = "UNIT_UNAVAILABLE"
	PriceChanged      Code = "PRICE_CHANGED"
	WrongState        Code = "BOOKING_STATE"
	PaymentInProgress Code = "PAYMENT_IN_PROGRESS"
	MethodUnavailable Code = "METHOD_UNAVAILABLE"
	HoldExpired       Code = "BOOKING_EXPIRED"
	Invalid           Code = "VALIDATION"
	DiscountInvalid   Code = "DISCOUNT_INVALID"
	TopUpAmount       Code = "TOPUP_AMOUNT"
	PromoNotValid     Code = "PROMO_NOT_VALID"
	InvalidParty      Code = "INVALID_PARTY"
	InvalidUnit       Code = "INVALID_UNIT"
	InvalidRequest    Code = "INVALID_REQUEST"
	Refused           Code = "REJECTED"
	RateLimited       Code = "RATE_LIMITED"
	// ProviderUnavailable: a payment provider does not answer.
	ProviderUnavailable Code = "UNAVAILABLE"
)

// Failure is an expected refusal: a text for the visitor and a code for the
// client. It never contains personal data.
type Failure struct {
	Code    Code
	Message string
	// Fields lists the wrong fields of a form in form order (Invalid only).
	Fields []FieldError
	// RetryAfter says when a caller may try again (RateLimited only).
	RetryAfter time.Duration
	// Price and OfferID are the new price and the offer with that price
	// (PriceChanged only; OfferID is "" except from Start).
	Price   money.Pence
	OfferID string
}

// FieldError is one wrong field of a form.
type FieldError struct{ Field, Message string }

// Error returns code and message.
func (f *Failure) Error() string { return string(f.Code) + ": " + f.Message }

// Is lets errors.Is compare failures by their code.
func (f *Failure) Is(target error) bool {
	other, ok := target.(*Failure)
	return ok && other.Code == f.Code
}

// FailureOf returns the failure in err's chain; ok is false for other errors.
func FailureOf(err error) (f *Failure, ok bool) {
	ok = errors.As(err, &f)
	return f, ok
}

// Wrap adds what was being done to an error; nil stays nil. FailureOf still finds a
// failure in it.
func Wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Refuse returns a failure with a code and a text for the visitor.
func Refuse(code Code, message string) *Failure { return &Failure{Code: code, Message: message} }

// The refusals with the specification's texts.
var (
	errNoSession     = Refuse(NoSession, "You have no booking in progress.")
	errNotFound      = Refuse(NotFound, "We could not find this booking.")
	errExpired       = Refuse(HoldExpired, "Your booking has timed out")
	errState         = Refuse(WrongState, "This booking can no longer be changed.")
	errOtherPayments = Refuse(PaymentInProgress, "Please finish your other payments first.")
	errUnitGone      = Refuse(UnitUnavailable, "This unit is no longer available. Please return to the previous page to view other available options.")
	errDiscount      = Refuse(DiscountInvalid, "This code is not valid for this booking.")
	errLookup        = Refuse(BookingNotFound, "We could not find a booking with these details. Please check your booking reference, surname and postcode.")
	errPromo         = Refuse(PromoNotValid, "This promotion is not valid for this booking.")
	// ErrErased refuses a payment towards a booking whose details were erased.
	ErrErased = Refuse(WrongState, "We have erased the personal details of this booking, so it cannot be paid here any more. Please call us.")
	// ErrHolidayGone is what payment calls return when the unit was sold to
	// another visitor.
	ErrHolidayGone = Refuse(UnitUnavailable, "Sorry, this holiday is no longer available. Please try searching for another holiday")
)
