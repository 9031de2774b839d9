package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// OpenAPI writes the contract as an OpenAPI 3.1 document in JSON. It is
// deterministic and holds nothing of a brand, a build or an address.
func OpenAPI(operations []Operation) ([]byte, error) {
	huma.DefaultArrayNullable = false
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	registry.RegisterTypeAlias(reflect.TypeFor[Money](), reflect.TypeFor[string]())
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
	failure := registry.Schema(reflect.TypeFor[failureBody](), true, "Failure")
	for _, o := range operations {
		if err := o.verify(); err != nil {
			return nil, err
		}
		item := doc.Paths[o.Path]
		if item == nil {
			item = &huma.PathItem{}
			doc.Paths[o.Path] = item
		}
		for _, method := range o.Methods {
			described := o.describe(registry, failure, method)
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
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, fmt.Errorf("read OpenAPI back: %w", err)
	}
	pretty, err := json.MarshalIndent(tree, "", " ")
	return append(pretty, '\n'), err
}

func (o Operation) describe(registry huma.Registry, failure *huma.Schema, method string) *huma.Operation {
	id := o.Name
	if method != o.Methods[0] {
		id += strings.ToUpper(method[:1]) + strings.ToLower(method[1:])
	}
	described := &huma.Operation{
		OperationID: id, Summary: o.Summary, Description: o.Description, Tags: []string{o.Group},
		Responses: map[string]*huma.Response{},
	}
	for _, f := range fieldsOf(o.In) {
		if strings.Contains(o.Path, "{"+f.names[0]+"}") {
			described.Parameters = append(described.Parameters, &huma.Param{Name: f.names[0], In: "path", Required: true, Description: f.doc, Schema: f.schema()})
		} else if method == "GET" {
			described.Parameters = append(described.Parameters, &huma.Param{Name: f.names[0], In: "query", Required: f.required, Description: f.doc, Schema: f.schema()})
		}
	}
	if method == "POST" {
		described.RequestBody = o.requestBody()
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
	for _, code := range append([]Code{RateLimited, Internal, Maintenance}, o.Codes...) {
		status := strconv.Itoa(Codes[code])
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

func (o Operation) requestBody() *huma.RequestBody {
	form := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	for _, f := range fieldsOf(o.In) {
		if f.names[0] == "*" {
			form.Description = f.doc
			form.AdditionalProperties = true
			continue
		}
		schema := f.schema()
		schema.Description = f.doc
		form.Properties[f.names[0]] = schema
		if f.required {
			form.Required = append(form.Required, f.names[0])
		}
	}
	return &huma.RequestBody{Content: map[string]*huma.MediaType{
		"multipart/form-data":               {Schema: form},
		"application/x-www-form-urlencoded": {Schema: form},
	}}
}

func (f field) schema() *huma.Schema {
	t := f.typ
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
	for _, value := range f.enum {
		schema.Enum = append(schema.Enum, value)
	}
	return schema
}

func jsonContent(schema *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// failureBody is a failed answer.
type failureBody struct {
	Success   int       `json:"success" doc:"Always 0."`
	Errors    []Problem `json:"errors"`
	RequestID string    `json:"requestId,omitempty" doc:"Names the request in the logs."`
	Price     string    `json:"price,omitempty" doc:"With PRICE_CHANGED: the price that holds now."`
	UnitID    string    `json:"unitId,omitempty" doc:"With PRICE_CHANGED of book: the offer at that price."`
}

// Schema describes OneOrMany.
func (OneOrMany) Schema(huma.Registry) *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	return &huma.Schema{OneOf: []*huma.Schema{text, {Type: huma.TypeArray, Items: text}}}
}
