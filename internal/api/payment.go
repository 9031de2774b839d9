package api

import (
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/web/httpx"
)

func (a *API) prepayment(r *Request, in PrepaymentForm) (Prepayment, error) {
	expected, err := money.Parse(in.ExpectedAmount)
	if err != nil {
		return Prepayment{}, Refuse(InvalidPayment, "The expected amount cannot be read.")
	}
	result, err := a.Payments.Prepay(r.Context(), r.visitor(), payment.Request{
		BookID: in.BookID, Option: booking.PaymentOption(in.PaymentOption), TopUp: in.TopUpAmount,
		Method: payment.Method(in.PaymentMethod), Expected: expected, QuoteHash: in.QuoteHash, Key: in.IdempotencyKey, Rejected: httpx.Rejected(r.Request), Email: in.Email,
	})
	if err != nil {
		return Prepayment{}, err
	}
	answer := Prepayment{PaymntRecID: result.ID, Amount: result.Amount, Currency: "GBP", ExpiresAt: result.ExpiresAt.UnixMilli()}
	if result.Method == payment.Card {
		answer.Worldpay = &Worldpay{CSEPublicKey: result.Card.PublicKey, DDCURL: result.Card.URL, DDCJWT: result.Card.JWT}
	}
	if result.Method == payment.Wallet {
		answer.PayPal = &PayPal{PaymntRecID: result.ID, OrderID: result.Wallet.OrderID, ApproveURL: result.Wallet.URL}
	}
	return answer, nil
}

func (a *API) deviceData(r *Request, _ NoQuery) (DeviceData, error) {
	c, err := a.Payments.Collection(r.visitor())
	return DeviceData{DDCURL: c.URL, DDCJWT: c.JWT}, err
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
			OrderKey: in.OrderKey, Status: in.PaymentStatus, Amount: in.PaymentAmount, Currency: in.PaymentCurrency, MAC: in.MAC2, Order: in.OrderID,
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
	result := Postpayment{Status: string(answer.Status), PollAfterMs: int(answer.PollAfter.Milliseconds()), ApproveURL: answer.ApproveURL, InReview: answer.InReview}
	if answer.ByLink {
		result.AmountPaid = &answer.AmountPaid
	} else if answer.Status == payment.StatusAuthorised {
		result.ConfirmationID, result.AmountPaid, result.Outstanding = answer.ConfirmationID, &answer.AmountPaid, &answer.Outstanding
		result.BalanceTo = balanceTo(answer.BalanceToOperator)
		if answer.Outstanding > 0 {
			result.DueDate = answer.DueDate
		}
	}
	if frame := answer.Challenge; frame != nil {
		result.Challenge = &Challenge{URL: frame.URL, JWT: frame.JWT, MD: frame.MD, Width: frame.Width, Height: frame.Height}
	}
	return result
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

// askAgainPage posts the bank's form once more, because the database was away. Nothing
// is lost until the visitor leaves it.
var askAgainPage = template.Must(template.New("again").Parse(`<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Payment</title>
<p>We are confirming your payment, please wait...</p>
<form id="again" method="post"><input type="hidden" name="TransactionId" value="{{.Transaction}}"><input type="hidden" name="MD" value="{{.MD}}"><input type="hidden" name="again" value="{{.Tries}}"><button>Continue</button></form>
<script nonce="{{.Nonce}}">setTimeout(function () { document.getElementById('again').submit() }, 3000)</script>
</html>`))

// askAgainMost is how often the page posts the form: for ten minutes, in which the bank's
// answer is good.
const askAgainMost = 200

// askAgain answers with the page that posts the bank's form once more.
func askAgain(w http.ResponseWriter, r *http.Request, posted values, tries int) {
	frameHeader(w, r)
	w.Header().Set("Retry-After", "3")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = askAgainPage.Execute(w, map[string]any{"Transaction": posted.get("TransactionId"), "MD": posted.get("MD"), "Tries": tries, "Nonce": httpx.Nonce(r.Context())})
}

// threeDSReturn is the address to which the bank's frame posts when the
// challenge is over. Whatever was posted, it opens the waiting page: with the
// signed result in the address where there is one. Without one, that page asks
// for the state of the payment. While the database is away, what was posted is posted
// again: only with it does the payment go on.
func (a *API) threeDSReturn(w http.ResponseWriter, r *http.Request) {
	to := "/booking/payment-action"
	if posted, err := (&Request{Request: r}).read(""); err == nil {
		result, err := a.Payments.Return(r.Context(), posted.get("TransactionId"), posted.get("MD"))
		if err == nil {
			to += "?" + url.Values{
				"orderKey": {result.OrderKey}, "paymentStatus": {result.Status}, "paymentAmount": {result.Amount},
				"paymentCurrency": {result.Currency}, "mac2": {result.MAC},
			}.Encode()
		} else if _, refused := booking.FailureOf(err); !refused {
			a.Log.Error("read the bank's return", "request", httpx.RequestID(r.Context()), "error", err.Error())
			if tries, _ := strconv.Atoi(posted.get("again")); tries < askAgainMost { // no number: the bank's own post
				askAgain(w, r, posted, tries+1)
				return
			}
		}
	}
	frameHeader(w, r)
	_ = returnPage.Execute(w, map[string]string{"To": to, "Nonce": httpx.Nonce(r.Context())})
}

// frameHeader writes the header of a page that is shown in the bank's frame.
func frameHeader(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Del("X-Frame-Options")
	header.Del("Cross-Origin-Opener-Policy")
	header["Content-Type"], header["Cache-Control"] = httpx.HTML, httpx.NoStore
	header.Set("Referrer-Policy", "no-referrer") // its address may hold the order
	header.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+httpx.Nonce(r.Context())+"'; base-uri 'none'; form-action 'self'; frame-ancestors *")
}

// walletReturn is where the wallet sends the browser after the visitor's approval.
// Whatever comes, it opens the waiting page, which asks for the state of the
// payment. The order in the address is only a hint; the wallet is asked. After a fault
// of ours the page's confirmation starts the capture.
func (a *API) walletReturn(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	to := "/booking/payment-action"
	err := a.Payments.WalletReturned(r.Context(), query.Get("att"), query.Get("token"))
	if _, refused := booking.FailureOf(err); !refused {
		to += "?" + url.Values{"token": {query.Get("token")}}.Encode()
	}
	a.sendOn(w, r, to, err)
}

// walletCancel is where the wallet sends the browser when the visitor cancels. The
// payment page then says that nothing was paid.
func (a *API) walletCancel(w http.ResponseWriter, r *http.Request) {
	a.sendOn(w, r, "/booking/payment", a.Payments.WalletCancelled(r.Context(), r.URL.Query().Get("att")))
}

// sendOn redirects a browser that comes back from the wallet, and logs an error
// that is no refusal.
func (a *API) sendOn(w http.ResponseWriter, r *http.Request, to string, err error) {
	if _, refused := booking.FailureOf(err); err != nil && !refused {
		a.Log.Error("read the wallet's return", "request", httpx.RequestID(r.Context()), "error", err.Error())
	}
	header := w.Header()
	header["Cache-Control"] = httpx.NoStore
	header.Set("Referrer-Policy", "no-referrer") // its address names the payment
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// notification stores a report that the card provider sends to a secret path.
// It answers 403 to another source. It answers [OK] once the report is stored. It
// also answers [OK] to a report that is not for us or cannot be read: otherwise the
// provider would repeat it and hold back all later ones. It refuses a report that
// was cut off, so that the provider sends it again.
func (a *API) notification(w http.ResponseWriter, r *http.Request) {
	if a.fromProvider(w, r) && a.acceptNotification(w, r, payment.Card) {
		_, _ = io.WriteString(w, "[OK]")
	}
}

// notification is the name of these calls in the log.
const notification = "notification"

// fromProvider reports whether a notification comes from one of the card provider's
// sources, and answers an error if not. It logs one from elsewhere, because its sender
// knows the secret path.
func (a *API) fromProvider(w http.ResponseWriter, r *http.Request) bool {
	if a.NotificationSources.Any() {
		return true
	}
	isProvider, err := a.NotificationSources.Has(r.Context(), httpx.Client(r.Context()))
	if err == nil && !isProvider {
		a.Log.Error("a notification comes from another source than the card provider", "request", httpx.RequestID(r.Context()))
		err = Refuse(Forbidden, "This notification does not come from the provider.")
	}
	if err != nil {
		a.fail(w, r, notification, err)
	}
	return err == nil
}

// walletNotification stores a report of the wallet. It answers 400 if its
// signature is wrong.
func (a *API) walletNotification(w http.ResponseWriter, r *http.Request) {
	a.acceptNotification(w, r, payment.Wallet)
}

// acceptNotification stores a provider's report, and answers an error if it cannot. It
// returns true, with the answer begun, if it can.
func (a *API) acceptNotification(w http.ResponseWriter, r *http.Request, method payment.Method) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		a.fail(w, r, notification, tooLarge())
		return false
	case err != nil:
		a.fail(w, r, notification, Refuse(InvalidRequest, "This notification was cut off."))
		return false
	}
	err = a.Payments.Notify(r.Context(), method, r.Header, body)
	if errors.Is(err, payment.ErrForged) {
		a.fail(w, r, notification, Refuse(InvalidRequest, "This notification is not signed by the provider."))
		return false
	}
	if err != nil {
		if _, refused := booking.FailureOf(err); !refused {
			a.fail(w, r, notification, err)
			return false
		}
		a.Log.Warn("a notification of a payment provider cannot be read", "request", httpx.RequestID(r.Context()), "bytes", len(body))
	}
	w.Header()["Cache-Control"] = httpx.NoStore
	w.Header()["Content-Type"] = httpx.Text
	w.WriteHeader(http.StatusOK)
	return true
}
