package contract

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"holidaymaker/internal/api"
)

// TypeScript returns the contract as TypeScript declarations: an interface for
// every input and answer type, and Calls, which maps each call's name to its
// method, path, input and data. The result is deterministic.
func TypeScript(operations []api.Operation) string {
	w := &tsWriter{done: map[string]bool{}}
	w.line("// Generated from the Go types of internal/api by `go run ./cmd/contract`. Do not edit.")
	w.line("")
	w.line("/** Why a request was refused; each code has one HTTP status. */")
	w.line("export type Code =")
	var codes []string
	for _, code := range slices.Sorted(maps.Keys(api.Codes)) {
		codes = append(codes, fmt.Sprintf("  | '%s'", code))
	}
	w.line("%s;\n", strings.Join(codes, "\n"))
	w.line("/** A successful answer. */\nexport interface Success<T> {\n  success: 1;\n  data: T;\n}\n")
	w.line("/** A failed answer. price and unitId come with PRICE_CHANGED. */\nexport interface Failure {\n  success: 0;\n  errors: Problem[];\n  requestId?: string;\n  price?: string;\n  unitId?: string;\n}\n")
	w.want(reflect.TypeFor[api.Problem](), false)

	calls := &strings.Builder{}
	for _, o := range operations {
		w.want(o.In, true)
		w.want(o.Out, false)
		method := o.Methods[0]
		fmt.Fprintf(calls, "  /** %s */\n  %s: {\n    method: '%s';\n    path: '%s';\n    input: %s;\n    data: %s;\n    bare: %t;\n  };\n",
			o.Summary, o.Name, method, o.Path, w.typeOf(o.In, true), w.typeOf(o.Out, false), o.Bare)
	}
	w.flush()
	w.line("/** Every call by its name. bare: the payload comes without the envelope. */\nexport interface Calls {\n%s}", calls)
	return w.out.String()
}

type tsWriter struct {
	out   strings.Builder
	done  map[string]bool
	queue []tsType
}

type tsType struct {
	t     reflect.Type
	input bool
}

func (w *tsWriter) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// want queues a named struct type to be written, once.
func (w *tsWriter) want(t reflect.Type, input bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct && t.Name() != "" && !w.done[t.Name()] {
		w.done[t.Name()] = true
		w.queue = append(w.queue, tsType{t, input})
	}
}

func (w *tsWriter) flush() {
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		if next.input {
			w.input(next.t)
		} else {
			w.output(next.t)
		}
	}
}

func (w *tsWriter) input(t reflect.Type) {
	fields := api.Fields(t)
	if len(fields) == 0 {
		w.line("export type %s = Record<string, never>;\n", t.Name())
		return
	}
	var bases []string
	inherited := map[string]bool{}
	for i := range t.NumField() {
		if embedded := t.Field(i); embedded.Anonymous {
			bases = append(bases, w.typeOf(embedded.Type, true))
			for _, f := range api.Fields(embedded.Type) {
				inherited[f.Names[0]] = true
			}
		}
	}
	w.line("export interface %s%s {", t.Name(), extends(bases))
	for _, f := range fields {
		if !inherited[f.Names[0]] {
			w.inputField(f)
		}
	}
	w.line("}\n")
}

func (w *tsWriter) inputField(f api.Field) {
	w.comment(f.Doc)
	if f.Names[0] == "*" {
		w.line("  [member: `${'type' | 'title' | 'initial' | 'lastName' | 'age' | 'dob'}${number}`]: string | undefined;")
		return
	}
	typ := w.typeOf(f.Type, true)
	if len(f.Enum) > 0 {
		typ = "'" + strings.Join(f.Enum, "' | '") + "'"
	}
	if f.Required {
		w.line("  %s: %s;", f.Names[0], typ)
	} else {
		w.line("  %s?: %s | undefined;", f.Names[0], typ)
	}
}

// extends is what follows an interface's name: the interfaces of the embedded structs.
func extends(bases []string) string {
	if len(bases) == 0 {
		return ""
	}
	return " extends " + strings.Join(bases, ", ")
}

func (w *tsWriter) output(t reflect.Type) {
	if t == reflect.TypeFor[api.Block]() {
		w.line("/** One part of the home page. */\nexport type Block =")
		var kinds []string
		for _, kind := range api.BlockTypes {
			kinds = append(kinds, fmt.Sprintf("  | { type: '%s'; data: %s }", kind.Type, w.typeOf(reflect.TypeOf(kind.Data), false)))
		}
		w.line("%s;\n", strings.Join(kinds, "\n"))
		return
	}
	var bases, own []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			bases = append(bases, w.typeOf(f.Type, false))
			continue
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			own = append(own, "  /** "+doc+" */")
		}
		optional := ""
		if strings.Contains(options, "omitempty") {
			optional = "?"
		}
		own = append(own, fmt.Sprintf("  %s%s: %s;", name, optional, w.typeOf(f.Type, false)))
	}
	if len(own) == 0 && len(bases) == 0 {
		w.line("export type %s = Record<string, never>;\n", t.Name())
		return
	}
	w.line("export interface %s%s {", t.Name(), extends(bases))
	w.line("%s\n}\n", strings.Join(own, "\n"))
}

func (w *tsWriter) comment(doc string) {
	if doc != "" {
		w.line("  /** %s */", doc)
	}
}

// typeOf returns the TypeScript name of a Go type.
func (w *tsWriter) typeOf(t reflect.Type, input bool) string {
	switch t {
	case reflect.TypeFor[api.Money](), dateType:
		return "string"
	case reflect.TypeFor[api.Code]():
		return "Code"
	}
	if name, has := named[t]; has {
		return name
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.typeOf(t.Elem(), input)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Array:
		return "[" + strings.TrimSuffix(strings.Repeat(w.typeOf(t.Elem(), input)+", ", t.Len()), ", ") + "]"
	case reflect.Slice:
		return w.typeOf(t.Elem(), input) + "[]"
	case reflect.Map:
		if key := w.typeOf(t.Key(), input); key != "string" {
			return "Partial<Record<" + key + ", " + w.typeOf(t.Elem(), input) + ">>"
		}
		return "Record<string, " + w.typeOf(t.Elem(), input) + ">"
	case reflect.Struct:
		w.want(t, input)
		return t.Name()
	}
	panic("contract: no rule to write " + t.String() + " in TypeScript")
}
