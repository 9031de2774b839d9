//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"holidaymaker/tools/cluster/wire"
)

// addresses are those of the cluster's hosts.
var addresses = map[string]string{
	"balancer": "10.77.0.10", "node-a": "10.77.0.11", "node-b": "10.77.0.12", "node-c": "10.77.0.13", "provider": "10.77.0.19",
	"db-a": "10.77.0.21", "db-b": "10.77.0.22", "db-c": "10.77.0.23", "etcd-a": "10.77.0.31", "etcd-b": "10.77.0.32", "etcd-c": "10.77.0.33",
	"visitors": "10.77.0.50",
}

var (
	nodes     = []string{"node-a", "node-b", "node-c"}
	databases = []string{"db-a", "db-b", "db-c"}
	stores    = []string{"etcd-a", "etcd-b", "etcd-c"} // of who the primary is
)

const (
	site     = "127.0.0.1:8080" // where visitors reach the site
	password = "only-in-this-box"
	secret   = "a secret of this box, of more than 32 characters"
)

// cluster is a running cluster.
type cluster struct {
	dir   string
	wire  *wire.Wire
	hosts map[string]*host
	user  *syscall.Credential // as which programs run; nil: our own
	bin   string              // PostgreSQL's programs
	http  *http.Client        // calls from the host of the visitors

	releases map[string]string // that nodes run
}

// newCluster makes the hosts, which run nothing yet.
func newCluster(dir string, seed uint64) (*cluster, error) {
	c := &cluster{dir: dir, wire: wire.New(seed), hosts: map[string]*host{}, releases: map[string]string{}}
	for _, name := range nodes {
		c.releases[name] = older
	}
	if err := c.find(); err != nil {
		return nil, err
	}
	for name, addr := range addresses {
		h, err := newHost(c.wire, name, addr, c.folder(name), c.user)
		if err != nil {
			return nil, err
		}
		c.hosts[name] = h
	}
	c.http = &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DialContext: c.hosts["visitors"].dial, DisableKeepAlives: true}}
	return c, nil
}

// find finds the programs, and the user who runs them.
func (c *cluster) find() error {
	for _, path := range []string{"/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", "bin/holidaymaker", "deploy/patroni/patroni.yml"} {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%w: 'make setup' installs Debian's packages, 'make build' builds the product", err)
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		return errors.New("PostgreSQL is not installed: 'make setup' installs it")
	}
	c.bin = slices.Max(found)
	if os.Geteuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return fmt.Errorf("run programs as another user than root: %w", err)
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return err
		}
		c.user = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	// The user may not read the folder of this clone.
	return copyFile("bin/holidaymaker", filepath.Join(c.dir, older), 0o755)
}

func copyFile(from, to string, mode os.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// keepLogs copies what the hosts have printed, a file each.
func (c *cluster) keepLogs(dir string) error {
	failed := []error{os.MkdirAll(dir, 0o755)}
	for name := range c.hosts {
		failed = append(failed, copyFile(filepath.Join(c.folder(name), "log"), filepath.Join(dir, name+".log"), 0o644))
	}
	return errors.Join(failed...)
}

func (c *cluster) folder(host string) string { return filepath.Join(c.dir, host) }

// each returns one text for each host, joined by commas.
func each(hosts []string, text func(name, addr string) string) string {
	list := make([]string, len(hosts))
	for i, name := range hosts {
		list[i] = text(name, addresses[name])
	}
	return strings.Join(list, ",")
}

// up starts everything, and returns when visitors can book.
func (c *cluster) up(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	for _, name := range slices.Concat(stores, databases, []string{"provider"}) {
		if err := c.start(name); err != nil {
			return err
		}
	}
	if err := c.await(ctx, "the databases", c.replicated); err != nil {
		return err
	}
	if err := c.createDatabase(ctx); err != nil {
		return err
	}
	// The first node fills the database: the others would wait for it.
	for _, name := range nodes {
		if err := c.start(name); err != nil {
			return err
		}
		if name == nodes[0] {
			if err := c.await(ctx, name, func(ctx context.Context) error { return c.ready(ctx, name) }); err != nil {
				return err
			}
		}
	}
	if err := c.start("balancer"); err != nil {
		return err
	}
	return c.await(ctx, "the cluster", c.healthy)
}

// await asks until a condition holds.
func (c *cluster) await(ctx context.Context, what string, holds func(context.Context) error) error {
	for {
		err := holds(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", what, err)
		case <-time.After(250 * time.Millisecond):
		}
	}
}

// start starts what a host runs.
func (c *cluster) start(name string) error {
	addr, dir := addresses[name], c.folder(name)
	p := program{dir: dir, as: c.user}
	switch {
	case slices.Contains(stores, name):
		p.path, p.env = "/usr/bin/etcd", []string{
			"ETCD_NAME=" + name, "ETCD_DATA_DIR=" + filepath.Join(dir, "data"), "ETCD_ENABLE_V2=true", "ETCD_LOG_LEVEL=warn", "ETCD_LOG_OUTPUTS=stderr", "ETCD_LOGGER=zap",
			"ETCD_LISTEN_PEER_URLS=http://" + addr + ":2380", "ETCD_INITIAL_ADVERTISE_PEER_URLS=http://" + addr + ":2380",
			"ETCD_LISTEN_CLIENT_URLS=http://" + addr + ":2379", "ETCD_ADVERTISE_CLIENT_URLS=http://" + addr + ":2379",
			"ETCD_INITIAL_CLUSTER=" + each(stores, func(name, addr string) string { return name + "=http://" + addr + ":2380" }),
			"ETCD_HEARTBEAT_INTERVAL=200", "ETCD_ELECTION_TIMEOUT=2000",
		}
	case slices.Contains(databases, name):
		var err error
		if p.path, p.args, p.env, err = c.patroni(name); err != nil {
			return err
		}
	case name == "balancer":
		config := filepath.Join(dir, "haproxy.cfg")
		if err := copyFile("deploy/haproxy/haproxy.cfg", config, 0o644); err != nil {
			return err
		}
		p.path, p.args, p.env = "/usr/sbin/haproxy", []string{"-db", "-f", config}, []string{"SITE_BIND=" + addr + ":8080", "STATS_BIND=" + addr + ":8404",
			"NODE_A=" + addresses["node-a"] + ":8080", "NODE_B=" + addresses["node-b"] + ":8080", "NODE_C=" + addresses["node-c"] + ":8080"}
	case name == "provider":
		p.path, p.args = filepath.Join(c.dir, older), []string{"simulator", "--addr", addr + ":9100", "--data", dir}
	default:
		p = c.serving(name)
	}
	return c.hosts[name].start(p)
}

// serving returns how a node serves, by the release that it runs.
func (c *cluster) serving(name string) program {
	addr, dir := addresses[name], c.folder(name)
	return program{path: filepath.Join(c.dir, c.releases[name]), dir: dir, as: c.user,
		args: []string{"serve", "--demo", "--demo-parks", "40", "--simulator", "http://" + addresses["provider"] + ":9100",
			"--addr", addr + ":8080", "--metrics-addr", addr + ":9090", "--base-url", "http://" + site, "--trusted-proxies", addresses["balancer"] + "/32",
			"--rate-limits", "off", "--shutdown-delay", "2s", "--data", filepath.Join(dir, "data")},
		env: []string{"HOLIDAYMAKER_SECRET=" + secret, "HOLIDAYMAKER_DB=postgres://holidays:" + password + "@" +
			each(databases, func(_, addr string) string { return addr + ":5432" }) + "/holidays?target_session_attrs=read-write"}}
}

// patroni returns how a host runs PostgreSQL: by the configuration for operators, and one
// file of what differs because the hosts share their files.
func (c *cluster) patroni(name string) (path string, args, env []string, err error) {
	addr, dir := addresses[name], c.folder(name)
	config := filepath.Join(dir, "config")
	local := "postgresql:\n  parameters:\n    unix_socket_directories: " + dir + "\n"
	if err := errors.Join(ownFolder(config, c.user), copyFile("deploy/patroni/patroni.yml", filepath.Join(config, "1.yml"), 0o644),
		os.WriteFile(filepath.Join(config, "2.yml"), []byte(local), 0o644)); err != nil {
		return "", nil, nil, err
	}
	return "/usr/bin/patroni", []string{config}, []string{
		"PGCONNECT_TIMEOUT=2", "PATRONI_NAME=" + name, "PATRONI_ETCD_HOSTS=" + each(stores, func(_, addr string) string { return addr + ":2379" }),
		"PATRONI_RESTAPI_LISTEN=" + addr + ":8008", "PATRONI_RESTAPI_CONNECT_ADDRESS=" + addr + ":8008",
		"PATRONI_POSTGRESQL_LISTEN=" + addr + ":5432", "PATRONI_POSTGRESQL_CONNECT_ADDRESS=" + addr + ":5432",
		"PATRONI_POSTGRESQL_DATA_DIR=" + filepath.Join(dir, "data"), "PATRONI_POSTGRESQL_BIN_DIR=" + c.bin, "PATRONI_POSTGRESQL_PGPASS=" + filepath.Join(dir, "pgpass"),
		"PATRONI_SUPERUSER_USERNAME=postgres", "PATRONI_SUPERUSER_PASSWORD=" + password,
		"PATRONI_REPLICATION_USERNAME=replicator", "PATRONI_REPLICATION_PASSWORD=" + password,
	}, nil
}

// createDatabase makes the product's role and database, and the table that tells when the
// database takes writes.
func (c *cluster) createDatabase(ctx context.Context) error {
	leader, err := c.leader(ctx)
	if err != nil {
		return err
	}
	conn, err := c.connect(ctx, leader, "postgres")
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, statement := range []string{
		"CREATE ROLE holidays LOGIN PASSWORD '" + password + "'",
		"CREATE DATABASE holidays OWNER holidays",
		"CREATE TABLE written (id int PRIMARY KEY, at_ms bigint)",
		"INSERT INTO written VALUES (1, 0)",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("create the database: %w", err)
		}
	}
	return nil
}

// connect connects to one host's database as its superuser.
func (c *cluster) connect(ctx context.Context, host, database string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig("postgres://postgres:" + password + "@" + addresses[host] + ":5432/" + database + "?sslmode=disable")
	if err != nil {
		return nil, err
	}
	config.DialFunc = c.hosts["visitors"].dial
	return pgx.ConnectConfig(ctx, config)
}

// member is a database as Patroni knows it.
type member struct{ Name, Role, State string }

// members asks any Patroni that answers.
func (c *cluster) members(ctx context.Context) (list []member, err error) {
	for _, name := range databases {
		var answer struct{ Members []member }
		if err = c.ask(ctx, "http://"+addresses[name]+":8008/cluster", &answer); err == nil && len(answer.Members) > 0 {
			return answer.Members, nil
		}
	}
	return nil, errors.Join(err, errors.New("no Patroni knows a member"))
}

// leader returns the host of the primary.
func (c *cluster) leader(ctx context.Context) (string, error) {
	members, err := c.members(ctx)
	if err != nil {
		return "", err
	}
	for _, m := range members {
		if m.Role == "leader" {
			return m.Name, nil
		}
	}
	return "", fmt.Errorf("there is no primary: %v", members)
}

// replicated returns nil when there are a primary and two standbys, one of them
// synchronous.
func (c *cluster) replicated(ctx context.Context) error {
	members, err := c.members(ctx)
	if err != nil {
		return err
	}
	count := map[string]int{}
	for _, m := range members {
		if m.State == "running" || m.State == "streaming" {
			count[m.Role]++
		}
	}
	if count["leader"] != 1 || count["sync_standby"] != 1 || count["replica"] != 1 {
		return fmt.Errorf("not all members work: %v", members)
	}
	return nil
}

// ready returns nil when a node answers searches and takes bookings.
func (c *cluster) ready(ctx context.Context, node string) error {
	var report struct {
		Ready      bool
		Components []struct{ Name, State, Detail string }
	}
	if err := c.ask(ctx, "http://"+addresses[node]+":9090/readyz?verbose", &report); err != nil {
		return err
	}
	for _, part := range report.Components {
		if part.Name == "database" && part.State != "ok" {
			return fmt.Errorf("%s: its database is %s: %s", node, part.State, part.Detail)
		}
	}
	if !report.Ready {
		return fmt.Errorf("%s is not ready", node)
	}
	return nil
}

// healthy returns nil when every part of the cluster works.
func (c *cluster) healthy(ctx context.Context) error {
	wrong := []error{c.replicated(ctx)}
	for _, name := range nodes {
		wrong = append(wrong, c.ready(ctx, name))
	}
	for _, name := range stores {
		var health struct{ Health string }
		err := c.ask(ctx, "http://"+addresses[name]+":2379/health", &health)
		if err == nil && health.Health != "true" {
			err = fmt.Errorf("%s is not healthy", name)
		}
		wrong = append(wrong, err)
	}
	return errors.Join(append(wrong, c.ask(ctx, "http://"+addresses["balancer"]+":8080/readyz", nil))...)
}

// ask reads the JSON at an address inside. With nil it only asks.
func (c *cluster) ask(ctx context.Context, url string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: status %d", url, response.StatusCode)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// addr returns a host's address.
func (c *cluster) addr(name string) netip.Addr { return c.hosts[name].addr }

// outsideAt is where programs outside reach a host of the cluster that 'up' runs: the
// site, and what its operators see.
var outsideAt = map[string]struct{ host, port string }{
	site:             {"balancer", "8080"},
	"127.0.0.1:8404": {"balancer", "8404"},
	"127.0.0.1:8081": {"node-a", "9090"}, "127.0.0.1:8082": {"node-b", "9090"}, "127.0.0.1:8083": {"node-c", "9090"},
	"127.0.0.1:8084": {"db-a", "8008"}, "127.0.0.1:8085": {"db-b", "8008"}, "127.0.0.1:8086": {"db-c", "8008"},
}

// open lets them.
func (c *cluster) open(ctx context.Context) error {
	var failed []error
	for from, to := range outsideAt {
		failed = append(failed, c.hosts["balancer"].relay(ctx, from, addresses[to.host]+":"+to.port))
	}
	fmt.Printf("The site is at http://%s, HAProxy's view of it at http://127.0.0.1:8404, the nodes'\nadministration at http://127.0.0.1:8081 to 8083, Patroni at http://127.0.0.1:8084 to 8086.\nWhat hosts print is in %s/*/log. End it with 'make cluster-stop'.\n", site, c.dir)
	return errors.Join(failed...)
}

// status prints what nodes and databases of the cluster that 'up' runs say of themselves.
func status() error {
	if _, alive := runningAt(state()); !alive {
		return errors.New("no cluster runs: start one with 'make cluster'")
	}
	c := &cluster{http: &http.Client{Timeout: 2 * time.Second}}
	for _, from := range slices.Sorted(maps.Keys(outsideAt)) {
		to := outsideAt[from]
		var says struct {
			Ready       *bool
			Role, State string
		}
		path := map[string]string{"9090": "/readyz?verbose", "8008": "/patroni"}[to.port]
		if path == "" {
			continue
		}
		err := c.ask(context.Background(), "http://"+from+path, &says)
		switch {
		case err != nil:
			fmt.Printf("%s: %v\n", to.host, err)
		case says.Ready != nil:
			fmt.Printf("%s: ready: %v\n", to.host, *says.Ready)
		default:
			fmt.Printf("%s: %s, %s\n", to.host, says.Role, says.State)
		}
	}
	return nil
}
