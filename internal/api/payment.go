package api

import (
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/url"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/httpx"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
)

func (a *API) prepayment(r *Request, in PrepaymentForm) (Prepayment, error) {
	expected, err := money.Parse(in.ExpectedAmount)
	if err != nil {
		return Prepayment{}, Refuse(InvalidPayment, "The expected amount cannot be read.")
	}
	made, err := a.Payments.Prepay(r.Context(), r.visitor(), payment.Request{
		BookID: in.BookID, Option: booking.PaymentOption(in.PaymentOption), TopUp: in.TopUpAmount,
		Method: payment.Method(in.PaymentMethod), Expected: expected, QuoteHash: in.QuoteHash, Key: in.IdempotencyKey,
	})
	if err != nil {
		return Prepayment{}, err
	}
	answer := Prepayment{PaymntRecID: made.ID, Amount: made.Amount, Currency: "GBP", ExpiresAt: made.ExpiresAt.UnixMilli()}
	if made.Method == payment.Card {
		answer.Worldpay = &Worldpay{CSEPublicKey: made.Card.PublicKey, DDCURL: made.Card.URL, DDCJWT: made.Card.JWT}
	}
	return answer, nil
}

func (a *API) postpayment(r *Request, in PostpaymentForm) (Postpayment, error) {
	var answer payment.Answer
	var err error
	switch in.Action {
	case "authorise":
		answer, err = a.Payments.Authorise(r.Context(), r.visitor(), payment.Submission{
			ID: in.PaymntRecID, BookID: in.BookID, EncryptedData: in.EncryptedData,
			DeviceReference: in.DFReferenceID, WindowSize: in.WindowSize,
			BillingDifferent: in.BillingDifferent != nil && *in.BillingDifferent,
			Billing: booking.Contact{Address1: in.Address1, Address2: in.Address2, Town: in.Town,
				County: in.County, Postcode: in.Postcode, Country: in.Country},
			Browser: payment.Browser{Accept: r.Header.Get("Accept"), UserAgent: r.UserAgent()},
		})
	case "confirm":
		answer, err = a.Payments.Confirm(r.Context(), r.visitor(), in.PaymntRecID, in.BookID, payment.Result{
			OrderKey: in.OrderKey, Status: in.PaymentStatus, Amount: in.PaymentAmount, Currency: in.PaymentCurrency, MAC: in.MAC2,
		})
	case "recall":
		answer, err = a.Payments.Recall(r.Context(), r.visitor(), in.PaymntRecID, in.BookID)
	default:
		answer, err = a.Payments.Status(r.Context(), r.visitor(), in.PaymntRecID, in.BookID)
	}
	if err != nil {
		return Postpayment{}, err
	}
	return postpaymentOf(answer), nil
}

func postpaymentOf(answer payment.Answer) Postpayment {
	made := Postpayment{Status: string(answer.Status), PollAfterMs: int(answer.PollAfter.Milliseconds())}
	if answer.Status == payment.StatusAuthorised {
		made.ConfirmationID, made.AmountPaid, made.Outstanding = answer.ConfirmationID, &answer.AmountPaid, &answer.Outstanding
		made.BalanceTo = balanceTo(answer.BalanceToOperator)
		if answer.Outstanding > 0 {
			made.DueDate = answer.DueDate
		}
	}
	if frame := answer.Challenge; frame != nil {
		made.Challenge = &Challenge{URL: frame.URL, JWT: frame.JWT, MD: frame.MD, Width: frame.Width, Height: frame.Height}
	}
	return made
}

// returnPage sends the top window to the page that waits for the payment. It
// needs a script for that, because a redirect would only change the frame.
// Where scripts are off, it shows a link.
var returnPage = template.Must(template.New("return").Parse(`<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Payment</title>
<p>We are confirming your payment, please wait...</p>
<p><a id="on" href="{{.To}}" target="_top">Continue</a></p>
<script nonce="{{.Nonce}}">window.top.location.replace(document.getElementById('on').href)</script>
</html>`))

// threeDSReturn is the address to which the bank's frame posts when the
// challenge is over. Whatever was posted, it opens the waiting page: with the
// signed result in the address where there is one. Without one, that page asks
// for the state of the payment.
func (a *API) threeDSReturn(w http.ResponseWriter, r *http.Request) {
	to := "/booking/payment-action"
	request := &Request{Request: r}
	if err := request.readForm(); err == nil {
		result, err := a.Payments.Return(r.Context(), request.values.get("TransactionId"), request.values.get("MD"))
		if err == nil {
			to += "?" + url.Values{
				"orderKey": {result.OrderKey}, "paymentStatus": {result.Status}, "paymentAmount": {result.Amount},
				"paymentCurrency": {result.Currency}, "mac2": {result.MAC},
			}.Encode()
		} else if _, refused := booking.FailureOf(err); !refused {
			a.log.Error("read the bank's return", "request", httpx.RequestID(r.Context()), "error", err.Error())
		}
	}
	header := w.Header()
	header.Del("X-Frame-Options") // it is shown in the bank's frame
	header.Del("Cross-Origin-Opener-Policy")
	header["Content-Type"], header["Cache-Control"] = httpx.HTML, httpx.NoStore
	header.Set("Referrer-Policy", "no-referrer") // its address may hold the order
	header.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+httpx.Nonce(r.Context())+"'; frame-ancestors *")
	_ = returnPage.Execute(w, map[string]string{"To": to, "Nonce": httpx.Nonce(r.Context())})
}

// notification stores a report that the card provider sends to a secret path.
// It answers [OK] once the report is stored. It also answers [OK] to a report
// that is not for us or cannot be read: otherwise the provider would repeat it
// and hold back all later ones. It refuses a report that was cut off, so that
// the provider sends it again.
func (a *API) notification(w http.ResponseWriter, r *http.Request) {
	o := &Operation{Name: "notification"}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		a.fail(w, r, o, tooLarge())
		return
	case err != nil:
		a.fail(w, r, o, Refuse(InvalidRequest, "This notification was cut off."))
		return
	}
	if err := a.Payments.Notify(r.Context(), payment.Card, body); err != nil {
		if _, refused := booking.FailureOf(err); !refused {
			a.fail(w, r, o, err)
			return
		}
		a.log.Warn("a notification of the card provider cannot be read", "request", httpx.RequestID(r.Context()), "bytes", len(body))
	}
	w.Header()["Cache-Control"] = httpx.NoStore
	w.Header().Set("Content-Type", "text/plain")
	_, _ = io.WriteString(w, "[OK]")
}
