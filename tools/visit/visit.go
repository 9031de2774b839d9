// Package visit is a visitor who searches and books, for tools that load a site. It makes
// the calls that the pages make, in their order.
package visit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/demo/simulator"
)

// Visitor is a visitor with the cookies of their browser. One goroutine at a time uses it.
type Visitor struct {
	Client *http.Client
	Site   string // host and port
	// Address is the visitor's network address behind a trusted proxy; "": nobody says it.
	Address string
	// Codings are those in which the visitor takes answers, as Accept-Encoding. Get leaves
	// them as they are. "": what Client does.
	Codings string

	cookies map[string]string
}

// Answer is what visitors read of an answer of the API.
type Answer struct {
	Status     int    `json:"-"` // of HTTP
	RetryAfter string `json:"-"` // the header
	Data       struct {
		SearchID       string
		Wait           int // seconds until the results can be asked for
		Booking        struct{ BookID string }
		Quote          struct{ PayNowFull, Hash string }
		PaymntRecID    string
		Worldpay       struct{ CSEPublicKey string }
		Status         string
		ConfirmationID string
		Results        []struct {
			UnitID    string
			UnitsLeft int
		}
	}
	Errors []struct{ Code string }
}

// Code returns the code of the first error, or "".
func (a *Answer) Code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	return a.Errors[0].Code
}

// Call makes a call with fields in pairs of name and value: as the query of a GET, else as a
// form. Whatever the status is, an answer is no error.
func (v *Visitor) Call(ctx context.Context, method, path string, fields ...string) (a Answer, err error) {
	response, err := v.send(ctx, method, path, fields)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	a.Status, a.RetryAfter = response.StatusCode, response.Header.Get("Retry-After")
	body, err := io.ReadAll(response.Body)
	if err == nil && len(body) > 0 && body[0] == '{' {
		err = json.Unmarshal(body, &a)
	}
	if err != nil {
		return a, fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return a, nil
}

// Get gets a page, or the answer of a call that is not decoded: its status, its Retry-After
// header and its body.
func (v *Visitor) Get(ctx context.Context, path string, fields ...string) (status int, retryAfter string, body []byte, err error) {
	response, err := v.send(ctx, http.MethodGet, path, fields)
	if err != nil {
		return 0, "", nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, response.Header.Get("Retry-After"), body, err
}

func (v *Visitor) send(ctx context.Context, method, path string, fields []string) (*http.Response, error) {
	query := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		query.Set(fields[i], fields[i+1])
	}
	contentType, body := "", &bytes.Buffer{}
	if method == http.MethodPost {
		form := multipart.NewWriter(body)
		for name := range query {
			_ = form.WriteField(name, query.Get(name)) // memory takes it
		}
		_ = form.Close()
		contentType = form.FormDataContentType()
	} else if len(query) > 0 {
		path += "?" + query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+v.Site+path, body)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if v.Codings != "" {
		request.Header.Set("Accept-Encoding", v.Codings)
	}
	if v.Address != "" {
		request.Header.Set("X-Forwarded-For", v.Address)
	}
	for name, value := range v.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := v.Client.Do(request)
	if err != nil {
		return nil, err
	}
	if v.cookies == nil {
		v.cookies = map[string]string{}
	}
	for _, cookie := range response.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	return response, nil
}

// Hold returns the fields of the call that holds an offer for two adults.
func Hold(offer string) []string {
	return []string{"unitId", offer, "searchId", "0", "adults", "2", "children", "0", "under5s", "0", "partySize", "2", "petFriendly", "N"}
}

// Person is who books, and looks bookings up.
var Person = []string{"title", "Ms", "forename", "Wilhelmina", "surname", "Quackenbush", "dob", "03/07/1985", "email", "wilhelmina@mail.example",
	"telephone", "0131 496 0000", "address1", "3 Gannet Row", "town", "Scarborough", "county", "North Yorkshire", "postcode", "YO11 2AB", "country", "CNUK",
	"emailOpt", "N", "smsOpt", "N", "thirdOpt", "N"}

// Party is who travels.
var Party = []string{"onlyBooking", "N", "type1", "adult", "title1", "Ms", "initial1", "W", "lastName1", "Quackenbush", "age1", "41",
	"type2", "adult", "title2", "Mr", "initial2", "S", "lastName2", "Quackenbush", "age2", "40"}

// Prepayment returns the fields of the call that prepares the payment of all that a quote
// says, by card.
func Prepayment(quote Answer) []string {
	return []string{"paymentOption", "full", "paymentMethod", "worldpay", "expectedAmount", quote.Data.Quote.PayNowFull,
		"quoteHash", quote.Data.Quote.Hash, "idempotencyKey", uuid.NewString()}
}

// Authorisation returns the fields of the call that sends the card of a prepared payment,
// which the simulated provider authorises at once.
func Authorisation(prepared Answer) ([]string, error) {
	card, err := simulator.EncryptCard(prepared.Data.Worldpay.CSEPublicKey, "4444333322221111", "123", "12", strconv.Itoa(time.Now().Year()+2), "W Quackenbush")
	if err != nil {
		return nil, fmt.Errorf("encrypt a card: %w", err)
	}
	return []string{"paymntRecId", prepared.Data.PaymntRecID, "action", "authorise", "encryptedData", card, "windowSize", "390x400", "dfReferenceId", "tools"}, nil
}
