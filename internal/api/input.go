package api

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// Field is one input of an operation, as its struct tags describe it:
//
//	in:"name,alias,required"   names in queries and forms; "*" takes all other names
//	code:"DATE"                the code of the answer to a bad value, here INVALID_DATE;
//	                           with CHANNEL, a channel's key is read as its code
//	enum:"full,deposit"        the only values allowed
//	doc:"…"                    its description in the documentation
type Field struct {
	Names    []string
	Required bool
	Enum     []string
	Doc      string
	Type     reflect.Type

	code  Code  // of the answer to a bad value; "" means Rejected
	index []int // of the struct's field
}

// Fields returns the inputs of a struct type. It includes the fields of
// embedded structs.
func Fields(t reflect.Type) []Field {
	var fields []Field
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("in")
		if !ok {
			continue
		}
		names := strings.Split(tag, ",")
		required := slices.Contains(names, "required")
		names = slices.DeleteFunc(names, func(n string) bool { return n == "required" })
		field := Field{Names: names, Required: required, Doc: f.Tag.Get("doc"), index: f.Index, Type: f.Type}
		if code := f.Tag.Get("code"); code != "" {
			field.code = Code("INVALID_" + code)
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			field.Enum = strings.Split(enum, ",")
		}
		fields = append(fields, field)
	}
	return fields
}

// inputs describes what is read into a struct type: its fields and all their names.
type inputs struct {
	fields []Field
	names  map[string]bool
}

func inputsOf(t reflect.Type) inputs {
	in := inputs{Fields(t), map[string]bool{}}
	for _, f := range in.fields {
		for _, name := range f.Names {
			in.names[name] = true
		}
	}
	return in
}

// decode fills the struct at pointer to from query or form values. It stops at the first
// value that cannot be read, and returns a *Failure.
func (in inputs) decode(to any, from values) error {
	target := reflect.ValueOf(to).Elem()
	for i := range in.fields {
		f := &in.fields[i]
		if err := f.fill(target.FieldByIndex(f.index), from, in.names); err != nil {
			return err
		}
	}
	return nil
}

func (f *Field) fill(to reflect.Value, from values, used map[string]bool) error {
	if to.Kind() == reflect.Map {
		return f.fillMap(to, from, used)
	}
	text := ""
	for _, name := range f.Names {
		if text = strings.TrimSpace(from.get(name)); text != "" {
			break
		}
	}
	if text == "" {
		if f.Required {
			return f.invalid("is missing")
		}
		return nil
	}
	if len(f.Enum) > 0 && !slices.Contains(f.Enum, text) {
		return f.invalid("is not one of " + strings.Join(f.Enum, ", "))
	}
	if f.code == InvalidChannel {
		if channel, ok := catalogue.ChannelWithKey(text); ok {
			text = channel.Code
		}
	}
	if err := set(to, text); err != nil {
		return f.invalid(err.Error())
	}
	return nil
}

// fillMap reads name[key]=value pairs. With the name "*" it reads all names
// that no other input has.
func (f *Field) fillMap(to reflect.Value, from values, used map[string]bool) error {
	answer := reflect.MakeMap(to.Type())
	for _, in := range slices.Backward(from) { // the first of several equal names is set last, so it wins
		name, key := in.name, in.name
		if f.Names[0] == "*" {
			if used[name] {
				continue
			}
		} else {
			inner, ok := strings.CutPrefix(name, f.Names[0]+"[")
			if !ok || !strings.HasSuffix(inner, "]") {
				continue
			}
			key = strings.TrimSuffix(inner, "]")
		}
		value := reflect.New(to.Type().Elem()).Elem()
		if err := set(value, strings.TrimSpace(in.text)); err != nil {
			return f.invalid(err.Error())
		}
		answer.SetMapIndex(reflect.ValueOf(key), value)
	}
	to.Set(answer)
	return nil
}

func (f *Field) invalid(why string) error {
	code := f.code
	if code == "" {
		code = Rejected
	}
	name := f.Names[0]
	return &Failure{Errors: []Problem{{Message: fmt.Sprintf("Please check '%s': it %s.", name, why), Code: code, Field: name}}}
}

var dateType = reflect.TypeFor[date.Date]()

// set parses text into a value of one of the supported input types.
func set(to reflect.Value, text string) error {
	if to.Type() == dateType {
		day, err := date.Parse(text)
		if err != nil {
			return fmt.Errorf("is not an existing day as dd/mm/yyyy")
		}
		to.SetInt(int64(day))
		return nil
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return set(to.Elem(), text)
	case reflect.String:
		to.SetString(text)
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return fmt.Errorf("is not a whole number")
		}
		to.SetInt(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return fmt.Errorf("is not a number")
		}
		to.SetFloat(n)
	case reflect.Bool:
		yes, err := parseFlag(text)
		if err != nil {
			return err
		}
		to.SetBool(yes)
	case reflect.Slice:
		return setList(to, text)
	default:
		panic("api: no rule to read an input of type " + to.Type().String())
	}
	return nil
}

// maxList is how many entries a list may have. The work of a search grows with
// the lists of its filters.
const maxList = 100

func setList(to reflect.Value, text string) error {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if to.Len() == maxList {
			return fmt.Errorf("has more than %d entries", maxList)
		}
		element := reflect.New(to.Type().Elem()).Elem()
		if err := set(element, part); err != nil {
			return err
		}
		to.Set(reflect.Append(to, element))
	}
	return nil
}

// parseFlag reads yes or no in every spelling that callers send.
func parseFlag(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "y", "1", "true":
		return true, nil
	case "n", "0", "false":
		return false, nil
	}
	return false, fmt.Errorf("is neither Y nor N")
}
