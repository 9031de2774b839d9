package render

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"modernc.org/quickjs"
)

// said evaluates an expression; what it throws is said by its name.
const said = `((run) => { try { const v = run(); return JSON.stringify(v === undefined ? 'undefined' : v) } catch (e) { return 'throws ' + e.name } })`

// What stands in for the platform does what the platform does, as Node has it.
func TestGlobalsDoWhatThePlatformDoes(t *testing.T) {
	text, err := os.ReadFile("testdata/platform.json")
	if err != nil {
		t.Fatal(err)
	}
	var expressions []string
	if err := json.Unmarshal(text, &expressions); err != nil {
		t.Fatal(err)
	}
	const script = `const said = ` + said + `
		const all = JSON.parse(require('node:fs').readFileSync('testdata/platform.json', 'utf8'))
		console.log(JSON.stringify(all.map((one) => said(() => eval(one)))))`
	output, err := exec.Command("node", "-e", script).Output()
	if err != nil {
		t.Fatalf("ask Node: %v", err)
	}
	var wanted []string
	if err := json.Unmarshal(output, &wanted); err != nil {
		t.Fatal(err)
	}
	r := open(t, 1)
	e := <-r.engines
	defer func() { r.engines <- e }()
	for i, expression := range expressions {
		quoted, err := json.Marshal(expression)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.vm.Eval(said+`(() => (0, eval)(`+string(quoted)+`))`, quickjs.EvalGlobal)
		if err != nil || got != wanted[i] {
			t.Errorf("%s\n got %v %v\nwant %s", expression, got, err, wanted[i])
		}
	}
}
