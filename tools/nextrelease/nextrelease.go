// Package nextrelease builds the release after this one, as the database sees it: the same
// sources with two more migrations. Tests upgrade nodes to it, and go back.
package nextrelease

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/pressly/goose/v3"
)

// Newest returns the number of the newest migration of the sources in root.
func Newest(root string) (newest int64, err error) {
	files, err := filepath.Glob(filepath.Join(root, migrations, "*.sql"))
	for _, file := range files {
		number, err := goose.NumericComponent(filepath.Base(file))
		if err != nil {
			return 0, fmt.Errorf("read the number of a migration: %w", err)
		}
		newest = max(newest, number)
	}
	if err == nil && newest == 0 {
		err = fmt.Errorf("%s has no migrations", root)
	}
	return newest, err
}

const migrations = "internal/store/migrations"

// Build builds the next release from the sources in root. Its migrations follow the newest one:
// the first expands the schema, the second contracts it, which ends the way back. Since its
// sources are those of this release, the second drops the column that the first has added.
func Build(ctx context.Context, root, version, binary string) error {
	dir, err := os.MkdirTemp("", "nextrelease-")
	if err != nil {
		return fmt.Errorf("build the next release: %w", err)
	}
	defer os.RemoveAll(dir)
	overlay, err := addMigrations(root, dir)
	if err != nil {
		return fmt.Errorf("add migrations for the next release: %w", err)
	}
	return Compile(ctx, root, version, binary, "-overlay", overlay)
}

// addMigrations writes the migrations to dir, and a file that has go build read them as if they
// were in the sources.
func addMigrations(root, dir string) (overlay string, err error) {
	newest, err := Newest(root)
	if err != nil {
		return "", err
	}
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, text := range map[string]string{
		fmt.Sprintf("%04d_note.sql", newest+1):    "-- expand\nALTER TABLE booking ADD COLUMN note TEXT NOT NULL DEFAULT '';\n",
		fmt.Sprintf("%04d_no_note.sql", newest+2): fmt.Sprintf("-- contract, min_version %d\nALTER TABLE booking DROP COLUMN note;\n", newest+1),
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(root, migrations, name)] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// Compile builds the product from the sources in root, as 'make build' does, with a version.
// Whatever differs only by its version is compiled once.
func Compile(ctx context.Context, root, version, binary string, flags ...string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=" + version, "-o", binary}, flags...)
	command := exec.CommandContext(ctx, "go", append(args, "./cmd/holidaymaker")...)
	command.Dir, command.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build release %s: %w\n%s", version, err, out)
	}
	return nil
}
