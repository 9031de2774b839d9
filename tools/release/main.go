// Command release builds what is published of a release: for each brand and kind of machine
// an archive with the static binary, its bill of materials (SBOM) and its licences, and for
// each brand one with the source maps of its scripts; then the checksums. It builds the commit
// that is checked out, in a copy, so that what is not committed is not in it.
//
// With -check it builds one brand twice, in two folders and with nothing compiled before, and
// fails where a byte differs.
package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"holidaymaker/tools/thirdparty"
)

func main() {
	sites := flag.String("sites", "BF,MT,RP,SN", "site codes of the brands to build")
	machines := flag.String("machines", "amd64,arm64", "kinds of machines, as GOARCH names them")
	out := flag.String("out", "dist/release", "folder to write to; it is emptied first")
	check := flag.Bool("check", false, "build the first brand for the first kind of machine twice, and compare")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, strings.Split(*sites, ","), strings.Split(*machines, ","), *out, *check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sites, machines []string, out string, check bool) error {
	r, err := ofCommit(ctx)
	if err != nil {
		return err
	}
	if check {
		return r.twice(ctx, sites[:1], machines[:1])
	}
	work, err := os.MkdirTemp("", "holidaymaker-release-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer os.RemoveAll(work)
	if err := os.RemoveAll(out); err != nil {
		return fmt.Errorf("empty the folder: %w", err)
	}
	if err := r.build(ctx, work, out, sites, machines); err != nil {
		return err
	}
	fmt.Printf("version %s is in %s\n", r.version, out)
	return nil
}

// release is what a build is made of.
type release struct {
	version string
	commit  string
	at      time.Time // of the commit
}

// ofCommit returns the release of the commit that is checked out. Its version is its tag
// without the v; without a tag it is a snapshot, which nobody can take for a release.
func ofCommit(ctx context.Context) (release, error) {
	var r release
	var err error
	if r.commit, err = output(ctx, "git", "rev-parse", "HEAD"); err != nil {
		return r, err
	}
	seconds, err := output(ctx, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return r, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return r, fmt.Errorf("read the time of the commit: %w", err)
	}
	r.at = time.Unix(unix, 0).UTC()
	if tag, err := output(ctx, "git", "describe", "--tags", "--exact-match", "--match", "v*"); err == nil {
		r.version = strings.TrimPrefix(tag, "v")
	} else {
		near, err := output(ctx, "git", "describe", "--tags", "--always", "--match", "v*")
		if err != nil {
			return r, err
		}
		r.version = strings.TrimPrefix(near, "v") + "-snapshot"
	}
	if changed, err := output(ctx, "git", "status", "--porcelain"); err != nil || changed != "" {
		fmt.Println("release: changes that are not committed are left out")
	}
	return r, nil
}

// build builds brands in an empty folder and writes the archives to another one.
func (r release) build(ctx context.Context, work, out string, sites, machines []string, env ...string) error {
	if err := r.copySources(ctx, work); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	libraries, err := thirdparty.List(ctx, work)
	if err != nil {
		return err
	}
	shared, err := sharedFiles(work, libraries)
	if err != nil {
		return err
	}
	for _, site := range sites {
		if err := inFolder(ctx, work, slices.Concat(env, []string{"NODE_ENV=production", "GOFLAGS=-trimpath"}), "make", "-s", "web-build", "SITE="+site); err != nil {
			return err
		}
		maps, err := readFiles(filepath.Join(work, "bin/maps"))
		if err != nil {
			return fmt.Errorf("read the source maps: %w", err)
		}
		if err := saveArchive(out, "holidaymaker_"+r.version+"_"+site+"_maps", r.at, maps); err != nil {
			return err
		}
		for _, machine := range machines {
			files, err := r.compile(ctx, work, site, machine, libraries, env)
			if err != nil {
				return err
			}
			if err := saveArchive(out, "holidaymaker_"+r.version+"_"+site+"_linux_"+machine, r.at, slices.Concat(shared, files)); err != nil {
				return err
			}
		}
	}
	return saveChecksums(out)
}

// copySources copies the commit, and the packages of the front end, which are not in it.
func (r release) copySources(ctx context.Context, work string) error {
	archive := filepath.Join(work, "sources.tar")
	defer os.Remove(archive)
	if err := inFolder(ctx, ".", nil, "git", "archive", "--format=tar", "--output="+archive, r.commit); err != nil {
		return err
	}
	if err := inFolder(ctx, work, nil, "tar", "-xf", archive); err != nil {
		return err
	}
	// Links of files, where they can be made, take less than a tenth of the time.
	copied := filepath.Join(work, "web/node_modules")
	if err := inFolder(ctx, ".", nil, "cp", "-al", "web/node_modules", copied); err == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(copied), inFolder(ctx, ".", nil, "cp", "-a", "web/node_modules", copied))
}

// sharedFiles returns the files that all archives with binaries contain.
func sharedFiles(work string, libraries []thirdparty.Library) ([]file, error) {
	files := []file{{name: "licences.txt", data: licenceTexts(libraries)}}
	for _, name := range []string{"LICENSE", "THIRD_PARTY.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(work, name))
		if err != nil {
			return nil, fmt.Errorf("read a file of the archives: %w", err)
		}
		files = append(files, file{name: name, data: data})
	}
	deploy, err := readFiles(filepath.Join(work, "deploy"))
	if err != nil {
		return nil, fmt.Errorf("read the files for systemd and containers: %w", err)
	}
	for _, f := range deploy {
		f.name = "deploy/" + f.name
		files = append(files, f)
	}
	return files, nil
}

// compile returns the binary of a brand for a kind of machine, and its bill of materials.
func (r release) compile(ctx context.Context, work, site, machine string, libraries []thirdparty.Library, env []string) ([]file, error) {
	path := filepath.Join(work, "bin", "holidaymaker")
	// GOFLAGS and GOAMD64 of whoever builds must not change what is built.
	env = slices.Concat(env, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=" + machine, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOTOOLCHAIN=local"})
	flags := "-s -w -X holidaymaker/internal/site.buildCode=" + site + " -X main.version=" + r.version
	if err := inFolder(ctx, work, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", path, "./cmd/holidaymaker"); err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the binary: %w", err)
	}
	built, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read what the binary is made of: %w", err)
	}
	bill, err := billOf(built, "holidaymaker-"+site, r.version, r.at, libraries)
	return []file{{name: "holidaymaker", executable: true, data: binary}, {name: "sbom.cdx.json", data: bill}}, err
}

// twice builds the same in two folders, the second time with an empty cache of the compiler,
// and returns an error that names what differs.
func (r release) twice(ctx context.Context, sites, machines []string) error {
	root, err := os.MkdirTemp("", "holidaymaker-release-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer os.RemoveAll(root)
	first, second := filepath.Join(root, "first"), filepath.Join(root, "second/with/a/longer/path")
	for _, work := range []string{first, second} {
		if err := os.MkdirAll(work, 0o755); err != nil {
			return fmt.Errorf("make a folder: %w", err)
		}
	}
	if err := r.build(ctx, first, first+"-built", sites, machines); err != nil {
		return err
	}
	if err := r.build(ctx, second, second+"-built", sites, machines, "GOCACHE="+filepath.Join(root, "cache")); err != nil {
		return err
	}
	different, err := differences(first+"-built", second+"-built")
	if err != nil {
		return err
	}
	if len(different) > 0 {
		return fmt.Errorf("built twice, these differ: %s", strings.Join(different, ", "))
	}
	sums, err := os.ReadFile(filepath.Join(first+"-built", "checksums.txt"))
	fmt.Printf("built twice, every byte is equal:\n%s", sums)
	return err
}

// output returns what a command prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// inFolder runs a command in a folder, with further environment variables.
func inFolder(ctx context.Context, dir string, env []string, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = dir, append(os.Environ(), env...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
