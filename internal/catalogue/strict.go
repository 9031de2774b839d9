package catalogue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// CheckFields compares the fields of a JSON object with the type of sample, a
// struct. It returns an *Invalid for the first field that the type does not
// have under exactly that name, or that the object contains twice, because
// encoding/json accepts both. It returns the decoder's error where the text is
// not JSON. Of values it checks amounts and percentages. A text that is nested more than maxDepth
// levels deep is an *Invalid, because its cost would grow with the square of its
// depth.
func CheckFields(body []byte, sample any) error {
	w := fieldWalk{json.NewDecoder(bytes.NewReader(body))}
	if err := w.value(reflect.TypeOf(sample), "", 0); err != nil {
		return err
	}
	if _, err := w.Token(); !errors.Is(err, io.EOF) {
		return &Invalid{fmt.Sprintf("character %d", w.InputOffset()), "there is more text after the object"}
	}
	return nil
}

// maxDepth limits how deep objects and lists are nested. No format of ours has
// more than six levels.
const maxDepth = 16

// fieldWalk reads JSON together with the type into which it will be decoded.
type fieldWalk struct{ *json.Decoder }

// value reads the next value, which will be decoded into t. depth is how many
// objects and lists it is in.
func (w fieldWalk) value(t reflect.Type, path string, depth int) error {
	token, err := w.Token()
	if err != nil {
		return err
	}
	_, nested := token.(json.Delim)
	if nested && depth == maxDepth {
		return &Invalid{path, fmt.Sprintf("is nested more than %d levels deep", maxDepth)}
	}
	switch token {
	case json.Delim('{'):
		return w.object(t, path, depth+1)
	case json.Delim('['):
		for i := 0; w.More(); i++ {
			if err := w.value(elementOf(t), fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
				return err
			}
		}
		_, err = w.Token()
	default:
		return checkValue(t, path, token)
	}
	return err
}

// checkValue checks a value whose type reads JSON by itself, such as an amount, because the
// decoder does not say which field is wrong.
func checkValue(t reflect.Type, path string, token json.Token) error {
	if t == nil {
		return nil
	}
	reader, ok := reflect.New(t).Interface().(json.Unmarshaler)
	if !ok {
		return nil
	}
	text, err := json.Marshal(token)
	if err == nil {
		err = reader.UnmarshalJSON(text)
	}
	if err != nil {
		return &Invalid{path, err.Error()}
	}
	return nil
}

func (w fieldWalk) object(t reflect.Type, path string, depth int) error {
	seen := map[string]bool{}
	for w.More() {
		token, err := w.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // always ok: an object's keys are strings
		at := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] {
			return &Invalid{at, "is given twice"}
		}
		seen[name] = true
		field, err := fieldOf(t, name, at)
		if err != nil {
			return err
		}
		if err := w.value(field, at, depth); err != nil {
			return err
		}
	}
	_, err := w.Token()
	return err
}

// elementOf returns the type of a list's elements, or nil where t is not a
// list: the decoder then reports a better error.
func elementOf(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Slice {
		return nil
	}
	return t.Elem()
}

// fieldOf returns the type of a field by its exact name. Where the type is not
// a struct, it accepts any field.
func fieldOf(t reflect.Type, name, at string) (reflect.Type, error) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil, nil
	}
	for i := range t.NumField() {
		field := t.Field(i)
		tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case tag == name:
			return field.Type, nil
		case strings.EqualFold(tag, name):
			return nil, &Invalid{at, "there is no such field; it is written " + tag}
		}
	}
	return nil, &Invalid{at, "there is no such field"}
}
