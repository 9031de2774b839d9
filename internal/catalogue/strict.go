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

// CheckFields reports the first field of a JSON object that the type of sample,
// a struct, does not have under exactly that name, or that is in an object
// twice: encoding/json passes both over. The error is an *Invalid, or the
// decoder's where the text is no JSON; values are not checked.
func CheckFields(body []byte, sample any) error {
	w := fieldWalk{json.NewDecoder(bytes.NewReader(body))}
	if err := w.value(reflect.TypeOf(sample), ""); err != nil {
		return err
	}
	if _, err := w.Token(); !errors.Is(err, io.EOF) {
		return &Invalid{fmt.Sprintf("character %d", w.InputOffset()), "there is more behind the object"}
	}
	return nil
}

// fieldWalk walks through JSON beside the type that it is read into.
type fieldWalk struct{ *json.Decoder }

// value walks through the next value, which is read into t.
func (w fieldWalk) value(t reflect.Type, path string) error {
	token, err := w.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return w.object(t, path)
	case json.Delim('['):
		for i := 0; w.More(); i++ {
			if err := w.value(elementOf(t), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		_, err = w.Token()
	}
	return err
}

func (w fieldWalk) object(t reflect.Type, path string) error {
	seen := map[string]bool{}
	for w.More() {
		token, err := w.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // an object's keys are strings
		at := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] {
			return &Invalid{at, "is given twice"}
		}
		seen[name] = true
		field, err := fieldOf(t, name, at)
		if err != nil {
			return err
		}
		if err := w.value(field, at); err != nil {
			return err
		}
	}
	_, err := w.Token()
	return err
}

// elementOf is the type of a list's elements; nil where t is no list, which the
// decoder reports better.
func elementOf(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Slice {
		return nil
	}
	return t.Elem()
}

// fieldOf finds the type of a field by its exact name; any field will do where
// the type is no struct.
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
