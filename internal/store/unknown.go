package store

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
)

// While nodes of two releases run, the newer one may write keys into the JSON of a row that
// the older one does not know. What the older one saves keeps them: it writes only what it
// has changed.

// remember records the JSON in a column of a row that this transaction has read.
func (tx *Tx) remember(column, key, text string) {
	if tx.stored == nil {
		tx.stored = map[string]string{}
	}
	tx.stored[column+" "+key] = text
}

// jsonOf returns the JSON of a value for a column of a row. It keeps what the transaction has
// read there and the value's type does not know.
func jsonOf[T any](tx *Tx, column, key string, value T) (string, error) {
	now, err := json.Marshal(value)
	if stored := tx.stored[column+" "+key]; err == nil && stored != "" {
		now, err = keepUnknown[T]([]byte(stored), now)
	}
	return string(now), err
}

// keepUnknown applies to stored JSON what has changed since it was read as a T.
func keepUnknown[T any](stored, now []byte) ([]byte, error) {
	var value T
	if err := json.Unmarshal(stored, &value); err != nil {
		return nil, err
	}
	known, err := json.Marshal(value)
	if err != nil || bytes.Equal(stored, known) { // nothing is unknown
		return now, err
	}
	var all [3]any
	for i, text := range [][]byte{stored, known, now} {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber() // a number stays exact
		if err := decoder.Decode(&all[i]); err != nil {
			return nil, err
		}
	}
	return json.Marshal(merged(all[0], all[1], all[2]))
}

// merged returns a stored value with the difference between what is known of it and what it
// is now. A value that has not changed stays as it is stored, also a list. One that is no
// object, such as a list, is replaced when it has changed.
func merged(stored, known, now any) any {
	if reflect.DeepEqual(known, now) {
		return stored
	}
	before, isObject := stored.(map[string]any)
	read, wasObject := known.(map[string]any)
	after, staysObject := now.(map[string]any)
	if !isObject || !wasObject || !staysObject {
		return now
	}
	all := maps.Clone(after)
	for key, value := range before {
		was, isKnown := read[key]
		is, has := after[key]
		switch {
		case isKnown && has:
			all[key] = merged(value, was, is)
		case !isKnown && !has:
			all[key] = value
		}
	}
	return all
}
