package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"holidaymaker/internal/store"
)

// server is the PostgreSQL server of this test binary. It starts when first
// needed, in a temporary folder, and ends with the process. It listens on a Unix
// socket in this folder, because a free port may be taken by another process
// before the server listens on it.
var server = sync.OnceValues(startServer)

var errNoPostgres = errors.New("PostgreSQL is not installed here")

var databases atomic.Int64

// PostgreSQL returns a database with the schema but no rows, on the test
// binary's own server. Where PostgreSQL is not installed, it skips the test, or
// fails it when CI=true.
func PostgreSQL(t testing.TB) Database {
	t.Helper()
	return create(t, schemaOnly)
}

// EmptyPostgreSQL returns a database without a schema.
func EmptyPostgreSQL(t testing.TB) Database {
	t.Helper()
	return create(t, "template1")
}

// schemaOnly is the database from which the tests' databases are copied.
const schemaOnly = "template_test"

// create copies a database of the server.
func create(t testing.TB, original string) Database {
	t.Helper()
	at, err := server()
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test%d", databases.Add(1))
	if err := at.administer(at.copying(name, original)); err != nil {
		t.Fatalf("create a database: %v", err)
	}
	t.Cleanup(func() {
		if err := at.administer("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop a database: %v", err)
		}
	})
	return Database{Name: "PostgreSQL", Source: at.source(name), Schema: original != "template1"}
}

// FailOver replaces a PostgreSQL database by an older copy of it, as when a standby takes
// over that lagged. Stores that are open lose their connections. No store may be open on
// the copy.
func (db Database) FailOver(t testing.TB, older Database) {
	t.Helper()
	at, err := server()
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"DROP DATABASE " + db.name(t) + " WITH (FORCE)", at.copying(db.name(t), older.name(t))} {
		if err := at.administer(statement); err != nil {
			t.Fatalf("fail over: %v", err)
		}
	}
}

// HoldCommits makes commits of sessions with synchronous_commit=on hang until the test
// calls release, as while a primary has lost its synchronous standby. It holds for all
// databases of the server, whose sessions wait for no standby otherwise.
func HoldCommits(t testing.TB) (release func()) {
	t.Helper()
	at, err := server()
	if err != nil {
		t.Fatal(err)
	}
	set := func(names string) {
		for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '" + names + "'", "SELECT pg_reload_conf()"} {
			if err := at.administer(statement); err != nil {
				t.Errorf("set the names of synchronous standbys: %v", err)
			}
		}
	}
	set("nobody")
	release = sync.OnceFunc(func() { set("") })
	t.Cleanup(release)
	return release
}

// name returns the name of a PostgreSQL database.
func (db Database) name(t testing.TB) string {
	t.Helper()
	source, err := url.Parse(db.Source)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(source.Path, "/")
}

// cluster is a running server.
type cluster struct {
	folder   string // of its socket
	strategy string // how databases are copied

	mu    sync.Mutex
	admin *pgx.Conn
}

// source returns the URL of a database.
func (c *cluster) source(name string) string {
	return "postgres://test@/" + name + "?host=" + url.QueryEscape(c.folder)
}

// copying returns the statement that copies a database.
func (c *cluster) copying(name, original string) string {
	return "CREATE DATABASE " + name + " TEMPLATE " + original + c.strategy
}

// administer executes a statement about databases, all on one connection, because each
// connection is a process of the server.
func (c *cluster) administer(statement string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if c.admin == nil || c.admin.IsClosed() {
		conn, err := pgx.Connect(ctx, c.source("postgres"))
		if err != nil {
			return err
		}
		c.admin = conn
	}
	_, err := c.admin.Exec(ctx, statement)
	return err
}

// startServer creates and starts a server.
func startServer() (*cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "holidaymaker-postgres-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for PostgreSQL: %w", err)
	}
	owner, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	at := &cluster{folder: dir}
	// The script must not survive this process. However the process ends, the
	// script's standard input closes; it then stops the server and removes the
	// folder.
	const script = `cd "$1" || exit 1
"$2/initdb" --pgdata data --username test --auth trust --encoding UTF8 --locale C --no-sync >log 2>&1 || exit 1
"$2/postgres" -D data -p 5432 -c listen_addresses= -c unix_socket_directories="$1" \
	-c fsync=off -c full_page_writes=off -c autovacuum=off -c max_connections=200 -c deadlock_timeout=100ms -c synchronous_commit=local >>log 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server; wait $server
cd / && rm -rf "$1"`
	run := exec.CommandContext(context.Background(), "/bin/sh", "-c", script, "sh", dir, bin)
	run.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Setsid: true}
	run.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// This pipe stays open, without being closed, as long as this process runs.
	if _, err := run.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	if err := run.Start(); err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = run.Wait() // the server's log says why it ended
		close(ended)
	}()
	if err := awaitServer(at, ended); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // only more detail for the error
		return nil, fmt.Errorf("start PostgreSQL: %w\n%s", err, log)
	}
	return at, prepareTemplate(at)
}

// awaitServer tries to connect until the server answers.
func awaitServer(at *cluster, ended <-chan struct{}) error {
	retry := time.NewTicker(30 * time.Millisecond)
	defer retry.Stop()
	deadline := time.After(time.Minute)
	for {
		err := at.administer("SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return errors.New("it ended at once")
		case <-deadline:
			return err
		case <-retry.C:
		}
	}
}

// prepareTemplate creates the database with the schema.
func prepareTemplate(at *cluster) error {
	var version int
	if err := at.admin.QueryRow(context.Background(), "SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		return fmt.Errorf("read the version of PostgreSQL: %w", err)
	}
	if version >= 15_00_00 { // by itself it takes twice as long from this version on
		at.strategy = " STRATEGY file_copy"
	}
	if err := at.administer("CREATE DATABASE " + schemaOnly); err != nil {
		return fmt.Errorf("create the template database: %w", err)
	}
	s, err := store.Open(context.Background(), at.source(schemaOnly), time.Now)
	if err != nil {
		return err
	}
	return s.Close()
}

// binaries returns the folder of the newest PostgreSQL on the machine.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errNoPostgres
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

func version(initdb string) int {
	major, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb)))) // 0 sorts first
	return major
}

// unprivileged gives the folder to the user as which the server runs. When we
// are root, that is the system's user "postgres", because PostgreSQL refuses to
// run as root.
func unprivileged(dir string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("run PostgreSQL as another user than root: %w", err)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chown(dir, int(uid), int(gid))); err != nil {
		return nil, fmt.Errorf("give PostgreSQL its folder: %w", err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
