// Package contract generates the API's contract from its Go types: the OpenAPI
// document and the front end's type declarations. Only cmd/contract and tests
// link this package; the server serves the generated document.
package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"holidaymaker/internal/api"
	"holidaymaker/internal/date"
)

// OpenAPI returns the contract as an OpenAPI 3.1 document in JSON. It is the
// same for every brand, build and address.
func OpenAPI(operations []api.Operation) ([]byte, error) {
	huma.DefaultArrayNullable = false
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	registry.RegisterTypeAlias(reflect.TypeFor[api.Money](), reflect.TypeFor[string]())
	registry.RegisterTypeAlias(reflect.TypeFor[api.Block](), reflect.TypeFor[block]())
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title:       "Holidaymaker",
			Version:     "1",
			Description: "The calls of the holiday booking website. Success: `{\"success\":1,\"data\":…}`; failure: `{\"success\":0,\"errors\":[…]}` with a status of 4xx or 5xx.",
		},
		Components: &huma.Components{Schemas: registry},
		Paths:      map[string]*huma.PathItem{},
	}
	failure := registry.Schema(reflect.TypeFor[api.FailureBody](), true, "Failure")
	for _, o := range operations {
		if err := o.Verify(); err != nil {
			return nil, err
		}
		item := doc.Paths[o.Path]
		if item == nil {
			item = &huma.PathItem{}
			doc.Paths[o.Path] = item
		}
		for _, method := range o.Methods {
			described := describe(o, registry, failure, method)
			switch method {
			case "GET":
				item.Get = described
			case "POST":
				item.Post = described
			}
		}
	}
	raw, err := doc.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write OpenAPI: %w", err)
	}
	var pretty bytes.Buffer
	err = json.Indent(&pretty, append(raw, '\n'), "", " ")
	return pretty.Bytes(), err
}

func describe(o api.Operation, registry huma.Registry, failure *huma.Schema, method string) *huma.Operation {
	id := o.Name
	if method != o.Methods[0] {
		id += strings.ToUpper(method[:1]) + strings.ToLower(method[1:])
	}
	described := &huma.Operation{
		OperationID: id, Summary: o.Summary, Description: o.Description, Tags: []string{o.Group},
		Responses: map[string]*huma.Response{},
	}
	for _, f := range api.Fields(o.In) {
		if strings.Contains(o.Path, "{"+f.Names[0]+"}") {
			described.Parameters = append(described.Parameters, &huma.Param{Name: f.Names[0], In: "path", Required: true, Description: f.Doc, Schema: schemaOf(f)})
		} else if method == "GET" {
			described.Parameters = append(described.Parameters, &huma.Param{Name: f.Names[0], In: "query", Required: f.Required, Description: f.Doc, Schema: schemaOf(f)})
		}
	}
	if method == "POST" {
		described.RequestBody = requestBody(o)
	}
	data := registry.Schema(o.Out, true, o.Out.Name())
	if !o.Bare {
		data = &huma.Schema{
			Type:       huma.TypeObject,
			Required:   []string{"success", "data"},
			Properties: map[string]*huma.Schema{"success": {Type: huma.TypeInteger, Enum: []any{1}}, "data": data},
		}
	}
	described.Responses["200"] = &huma.Response{Description: "Success.", Content: jsonContent(data)}
	for _, code := range append([]api.Code{api.RateLimited, api.Internal, api.Maintenance, api.Unavailable}, o.Codes...) {
		status := strconv.Itoa(api.Codes[code])
		response := described.Responses[status]
		if response == nil {
			response = &huma.Response{Content: jsonContent(failure)}
			described.Responses[status] = response
		}
		if !slices.Contains(strings.Split(response.Description, ", "), string(code)) {
			response.Description = strings.TrimPrefix(response.Description+", "+string(code), ", ")
		}
	}
	return described
}

func requestBody(o api.Operation) *huma.RequestBody {
	form := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	for _, f := range api.Fields(o.In) {
		if f.Names[0] == "*" {
			form.Description = f.Doc
			form.AdditionalProperties = true
			continue
		}
		schema := schemaOf(f)
		schema.Description = f.Doc
		form.Properties[f.Names[0]] = schema
		if f.Required {
			form.Required = append(form.Required, f.Names[0])
		}
	}
	return &huma.RequestBody{Content: map[string]*huma.MediaType{
		"multipart/form-data":               {Schema: form},
		"application/x-www-form-urlencoded": {Schema: form},
	}}
}

func schemaOf(f api.Field) *huma.Schema {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	schema := &huma.Schema{Type: huma.TypeString}
	switch {
	case t == dateType:
		schema.Pattern = `^\d{1,2}/\d{1,2}/\d{4}$`
	case t.Kind() == reflect.Int:
		schema.Type = huma.TypeInteger
	case t.Kind() == reflect.Bool:
		schema.Enum = []any{"Y", "N"}
	case t.Kind() == reflect.Map:
		schema = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeInteger}}
	}
	for _, value := range f.Enum {
		schema.Enum = append(schema.Enum, value)
	}
	return schema
}

func jsonContent(schema *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// block replaces api.Block in the schema.
type block struct{}

// Schema describes a block as one of the block types.
func (block) Schema(r huma.Registry) *huma.Schema {
	kinds := &huma.Schema{}
	for _, kind := range api.BlockTypes {
		kinds.OneOf = append(kinds.OneOf, &huma.Schema{
			Type:     huma.TypeObject,
			Required: []string{"type", "data"},
			Properties: map[string]*huma.Schema{
				"type": {Type: huma.TypeString, Enum: []any{kind.Type}},
				"data": r.Schema(reflect.TypeOf(kind.Data), true, kind.Type),
			},
		})
	}
	return kinds
}

var dateType = reflect.TypeFor[date.Date]()
