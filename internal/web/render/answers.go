package render

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
)

// Answer is an API call that a page made while it was rendered, with its answer.
// The page contains it, so that the browser does not make the call again.
type Answer struct {
	Call    string            `json:"call"` // the path; it can have a query in addition to the parameters
	Params  map[string]string `json:"params"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    json.RawMessage   `json:"body"`
}

// EncodeAnswers returns answers as a JSON list. As in the output of
// encoding/json, <, > and & are escapes, so the list can stand in a script
// element. The bodies are valid JSON already and are not read again, which would
// take longer than everything else here.
func EncodeAnswers(answers []Answer) ([]byte, error) {
	size := 2
	for _, a := range answers {
		size += len(a.Body) + 300
	}
	encoded := append(make([]byte, 0, size), '[')
	for i, a := range answers {
		params, err := json.Marshal(a.Params)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			encoded = append(encoded, ',')
		}
		encoded = append(encoded, `{"call":`...)
		encoded = append(encoded, quote(a.Call)...)
		encoded = append(encoded, `,"params":`...)
		encoded = append(encoded, params...)
		encoded = append(encoded, `,"status":`...)
		encoded = strconv.AppendInt(encoded, int64(a.Status), 10)
		encoded = appendHeaders(encoded, a.Headers)
		encoded = append(encoded, `,"body":`...)
		encoded = append(encoded, escaped(a.Body)...)
		encoded = append(encoded, '}')
	}
	return append(encoded, ']'), nil
}

// appendHeaders adds an answer's headers, if it has any.
func appendHeaders(encoded []byte, headers map[string]string) []byte {
	if len(headers) == 0 {
		return encoded
	}
	text, _ := json.Marshal(headers) // strings can always be encoded
	return append(append(encoded, `,"headers":`...), text...)
}

// quote returns a text as JSON.
func quote(text string) []byte {
	encoded, _ := json.Marshal(text) // a string can always be encoded
	return encoded
}

// escaped returns JSON without <, >, &, and the line separators of Unicode.
func escaped(body []byte) []byte {
	clean := true
	for _, char := range []string{"<", ">", "&", "\u2028", "\u2029"} {
		clean = clean && !bytes.Contains(body, []byte(char))
	}
	if clean {
		return body
	}
	var b bytes.Buffer
	json.HTMLEscape(&b, body)
	return b.Bytes()
}

const (
	// keptCount is how many bodies of answers an engine keeps.
	keptCount = 16
	// leastKept is the size from which a body is worth keeping.
	leastKept = 2 << 10
	// mostKept is the largest body that is kept: an engine has little memory.
	mostKept = 128 << 10
)

// keptBodies are the bodies of answers that an engine still has, so that it
// reads the initial data once and not for every page. The engine keeps a body in
// the slot that is named here.
type keptBodies struct {
	slots [keptCount]struct {
		call string
		body []byte
	}
	next int
}

// encode returns answers for the page's function resolveCalls. A body that the engine
// has is replaced by its slot.
func (k *keptBodies) encode(answers []Answer) []byte {
	encoded := []byte{'['}
	for i, a := range answers {
		if i > 0 {
			encoded = append(encoded, ',')
		}
		encoded = append(encoded, `{"status":`...)
		encoded = strconv.AppendInt(encoded, int64(a.Status), 10)
		encoded = appendHeaders(encoded, a.Headers)
		slot, known := k.slotOf(a)
		if slot >= 0 {
			encoded = append(encoded, `,"slot":`...)
			encoded = strconv.AppendInt(encoded, int64(slot), 10)
		}
		if !known {
			encoded = append(encoded, `,"body":`...)
			encoded = append(encoded, a.Body...)
		}
		encoded = append(encoded, '}')
	}
	return append(encoded, ']')
}

// slotOf returns the slot of an answer's body, or -1 where it is not kept.
// known says that the engine has this body already.
func (k *keptBodies) slotOf(a Answer) (slot int, known bool) {
	if len(a.Body) < leastKept || len(a.Body) > mostKept {
		return -1, false
	}
	call := addressOf(a)
	for i := range k.slots {
		if held := &k.slots[i]; held.call == call {
			known = bytes.Equal(held.body, a.Body)
			held.body = a.Body
			return i, known
		}
	}
	slot = k.next
	k.next = (k.next + 1) % keptCount
	k.slots[slot].call, k.slots[slot].body = call, a.Body
	return slot, false
}

func addressOf(a Answer) string {
	query := make(url.Values, len(a.Params))
	for name, value := range a.Params {
		query.Set(name, value)
	}
	return a.Call + "?" + query.Encode()
}
