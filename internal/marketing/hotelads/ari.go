package hotelads

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/web/httpx"
)

// paths of the kinds of messages below an account's address.
var paths = map[string]string{
	kindData: "/property_data", kindRates: "/ota/hotel_rate_amount_notif", kindUnits: "/ota/hotel_inv_count_notif", kindOpen: "/ota/hotel_avail_notif",
}

// largestMessage is how much of a kind is put into a message, in bytes. Google takes 100 MB
// and advises 5 MB.
const largestMessage = 1 << 20

// message is what is sent at once: parts of one kind.
type message struct {
	kind  string
	parts []part
}

// messagesOf puts parts, which are in order of their kinds, into messages.
func messagesOf(parts []part) (all []message) {
	size := 0
	for _, p := range parts {
		if n := len(all); n > 0 && all[n-1].kind == p.kind && size+len(p.body) <= largestMessage {
			all[n-1].parts = append(all[n-1].parts, p)
			size += len(p.body)
			continue
		}
		all, size = append(all, message{p.kind, []part{p}}), len(p.body)
	}
	return all
}

// propertyData describes the rooms of a property and the rate, for a Transaction.
func propertyData(a *Account, p *property) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<PropertyDataSet action="overlay"><Property>%s</Property>`, p.id)
	for _, u := range p.units {
		fmt.Fprintf(&b, `<RoomData><RoomID>%s</RoomID><Name><Text text="%s" language="en"/></Name><Description><Text text="%s" language="en"/></Description><Capacity>%d</Capacity></RoomData>`,
			p.room(a, u), escaped(u.Title()), escaped(u.Title()+", "+p.park.Name), u.Sleeps)
	}
	fmt.Fprintf(&b, `<PackageData><PackageID>%s</PackageID><Name><Text text="Whole price" language="en"/></Name><Description><Text text="The price of the whole stay, with every compulsory charge" language="en"/></Description></PackageData></PropertyDataSet>`, ratePlan)
	return b.String()
}

// encode writes a message about a property. The token names it: it has only characters that
// Google takes.
func (m message) encode(a *Account, property, token string, now time.Time) string {
	var content strings.Builder
	for _, p := range m.parts {
		content.WriteString(p.body)
	}
	at := now.UTC().Format(time.RFC3339)
	if m.kind == kindData {
		return fmt.Sprintf(xml.Header+`<Transaction timestamp="%s" id="%s" partner="%s">%s</Transaction>`, at, token, escaped(a.Partner), &content)
	}
	shape := map[string]struct{ root, attributes, list string }{
		kindRates: {"OTA_HotelRateAmountNotifRQ", ` NotifType="Overlay" NotifScopeType="ProductRate"`, "RateAmountMessages"},
		kindUnits: {"OTA_HotelInvCountNotifRQ", "", "Inventories"},
		kindOpen:  {"OTA_HotelAvailNotifRQ", "", "AvailStatusMessages"},
	}[m.kind]
	return fmt.Sprintf(xml.Header+`<%[1]s xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="%[2]s" TimeStamp="%[3]s" Version="3.0"%[4]s><POS><Source><RequestorID ID="%[5]s"/></Source></POS><%[6]s HotelCode="%[7]s">%[8]s</%[6]s></%[1]s>`,
		shape.root, token, at, shape.attributes, escaped(a.Partner), shape.list, property, &content)
}

// refusal is what Google says of a message that it will not take as it is.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	sendTimeout = 20 * time.Second
	longestBody = 1 << 20 // of an answer
	longestWhy  = 300     // of what is kept of one
)

// newClients returns the clients for addresses in public and in our own network.
func newClients(wrap func(http.RoundTripper) http.RoundTripper) (public, private *http.Client) {
	client := func(dialer *net.Dialer) *http.Client {
		var transport http.RoundTripper = &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: 10 * time.Second, MaxIdleConnsPerHost: sendAtOnce, IdleConnTimeout: time.Minute}
		if wrap != nil {
			transport = wrap(transport)
		}
		return &http.Client{Transport: transport, Timeout: sendTimeout, CheckRedirect: httpx.NoRedirects}
	}
	return client(&net.Dialer{Timeout: 10 * time.Second, Control: httpx.PublicOnly}), client(&net.Dialer{Timeout: 10 * time.Second})
}

// send sends a message about a property. The error is a refusal, or says why nothing is
// known about what Google did; sending again does no harm.
func (s *Service) send(ctx context.Context, a *Account, property string, m message) error {
	body := m.encode(a, property, uuid.NewString(), s.config.Clock())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.Address+paths[m.kind], strings.NewReader(body))
	if err != nil {
		return errors.New("its address cannot be used")
	}
	request.Header.Set("Content-Type", "application/xml; charset=utf-8")
	request.Header.Set("User-Agent", "Holidaymaker")
	client := s.public
	if a.Private {
		client = s.private
	}
	response, err := client.Do(request)
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err // without the address
	}
	if err != nil {
		return fmt.Errorf("reach Google: %w", err)
	}
	defer response.Body.Close()
	answer, err := httpx.ReadAll(response.Body, longestBody)
	if err != nil {
		return fmt.Errorf("the answer was cut off: %w", err)
	}
	err = verdict(answer)
	if err != nil && !errors.As(err, new(refusal)) {
		err = fmt.Errorf("answer %d of Google: %w", response.StatusCode, err)
	}
	return err
}

// verdict reads an answer, whatever its HTTP status: OTA's Success or Errors, or the Issues
// of a TransactionResponse.
func verdict(body []byte) error {
	type said struct {
		Status    string `xml:"status,attr"`
		ShortText string `xml:",attr"`
		Text      string `xml:",chardata"`
	}
	var answer struct {
		Success *struct{} `xml:"Success"`
		Errors  []said    `xml:"Errors>Error"`
		Issues  []said    `xml:"Issues>Issue"`
	}
	if err := xml.Unmarshal(body, &answer); err != nil {
		return errors.New("it is no answer to the message")
	}
	for _, e := range append(answer.Errors, answer.Issues...) {
		if strings.EqualFold(e.Status, "warning") {
			continue
		}
		why := httpx.Printable(strings.Join(strings.Fields(e.ShortText+" "+e.Text), " "), longestWhy)
		if why == "" {
			why = "an error without a text"
		}
		return refusal(why)
	}
	if answer.Success == nil {
		return errors.New("it says neither that the message was taken nor that it was not")
	}
	return nil
}
