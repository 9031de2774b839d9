package booking

import (
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/money"
)

// Code is an error code of the API; package api lists their HTTP statuses.
type Code string

// The codes that booking and payment return.
const (
	NoSession         Code = "NO_BOOKING_SESSION" // 401
	PaymentRefused    Code = "PAYMENT_REFUSED"    // 402
	ThreeDSFailed     Code = "THREEDS_FAILED"     // 402
	MACInvalid        Code = "MAC_INVALID"        // 403
	Forbidden         Code = "FORBIDDEN"          // 403
	NotFound          Code = "NOT_FOUND"          // 404
	BookingNotFound   Code = "BOOKING_NOT_FOUND"  // 404
	UnitUnavailable   Code = "UNIT_UNAVAILABLE"   // 409
	PriceChanged      Code = "PRICE_CHANGED"      // 409
	WrongState        Code = "BOOKING_STATE"      // 409
	PaymentInProgress Code = "PAYMENT_IN_PROGRESS"
	MethodUnavailable Code = "METHOD_UNAVAILABLE" // 409
	HoldExpired       Code = "BOOKING_EXPIRED"    // 410
	Invalid           Code = "VALIDATION"         // 422
	DiscountInvalid   Code = "DISCOUNT_INVALID"   // 422
	TopUpAmount       Code = "TOPUP_AMOUNT"       // 422
	PromoNotValid     Code = "PROMO_NOT_VALID"    // 422
	InvalidParty      Code = "INVALID_PARTY"      // 400
	InvalidUnit       Code = "INVALID_UNIT"       // 400
	InvalidRequest    Code = "INVALID_REQUEST"    // 400
	Refused           Code = "REJECTED"           // 422
	RateLimited       Code = "RATE_LIMITED"       // 429
	// ProviderUnavailable: a payment provider does not answer.
	ProviderUnavailable Code = "UNAVAILABLE" // 503
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
	errNoSession = Refuse(NoSession, "You have no booking in progress.")
	errNotFound  = Refuse(NotFound, "We could not find this booking.")
	errExpired   = Refuse(HoldExpired, "Your booking has timed out")
	errState     = Refuse(WrongState, "This booking can no longer be changed.")
	errUnitGone  = Refuse(UnitUnavailable, "This unit is no longer available. Please return to the previous page to view other available options.")
	errDiscount  = Refuse(DiscountInvalid, "This code is not valid for this booking.")
	errLookup    = Refuse(BookingNotFound, "We could not find a booking with these details. Please check your booking reference, surname and postcode.")
	errPromo     = Refuse(PromoNotValid, "This promotion is not valid for this booking.")
	// ErrErased refuses a payment towards a booking whose details were erased.
	ErrErased = Refuse(WrongState, "We have erased the personal details of this booking, so it cannot be paid here any more. Please call us.")
	// ErrHolidayGone is what payment calls return when the unit was sold to
	// another visitor.
	ErrHolidayGone = Refuse(UnitUnavailable, "Sorry, this holiday is no longer available. Please try searching for another holiday")
)
