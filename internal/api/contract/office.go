package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"

	"holidaymaker/internal/office"
	"holidaymaker/internal/office/staff"
)

// named are types of the office that have other names in TypeScript.
var named = map[reflect.Type]string{
	reflect.TypeFor[staff.Role]():                                  "Role",
	reflect.TypeFor[staff.Grant]():                                 "Grant",
	reflect.TypeFor[staff.Permission]():                            "Permission",
	reflect.TypeFor[staff.Code]():                                  "Code",
	reflect.TypeFor[json.RawMessage]():                             "unknown",
	reflect.TypeFor[protocol.PublicKeyCredentialCreationOptions](): "PublicKeyCredentialCreationOptionsJSON",
	reflect.TypeFor[protocol.PublicKeyCredentialRequestOptions]():  "PublicKeyCredentialRequestOptionsJSON",
}

// OfficeTypeScript returns the calls of the office as TypeScript declarations: an interface for
// every input and answer type, and Calls, which maps each path to its method, input and
// answer. The result is deterministic.
func OfficeTypeScript(routes []office.Route) string {
	w := &tsWriter{done: map[string]bool{}}
	w.line("// Generated from the Go types of internal/office by `go run ./cmd/contract`. Do not edit.\n")
	w.line("/** What a person does here. */\nexport type Role =%s;\n", union(staff.Roles))
	w.line("/** Something that people may do: a row of the table 'Who may' of docs/office.md. */\nexport type Permission =%s;\n", union(staff.Permissions))
	w.line("/** What a role may do with a permission: perhaps with a step-up, a second person, or only ask. */\nexport type Grant =%s;\n", union(staff.Grants))
	w.line("/** Why a call was refused; each code has one HTTP status. */\nexport type Code =%s;\n", union(staff.Codes))
	w.want(reflect.TypeFor[office.Failure](), false)
	calls := &strings.Builder{}
	for _, r := range routes {
		fmt.Fprintf(calls, "  '%s': { method: '%s'; input: %s; answer: %s };\n", r.Path, r.Method, w.typeOf(r.In, false), w.typeOf(r.Out, false))
	}
	w.flush()
	w.line("/** Every call by its path. */\nexport interface Calls {\n%s}", calls)
	return w.out.String()
}

func union[T ~string](all []T) string {
	var b strings.Builder
	for _, one := range all {
		fmt.Fprintf(&b, "\n  | '%s'", one)
	}
	return b.String()
}
