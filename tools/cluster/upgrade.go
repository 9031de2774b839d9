//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"holidaymaker/tools/nextrelease"
)

// The releases of a test, by the name of their program in the cluster's folder.
const (
	older = "holidaymaker"
	newer = "holidaymaker-next" // its schema has two more migrations: one expands, one contracts
)

// build builds the newer release from the sources here.
func (c *cluster) build(ctx context.Context) error {
	fmt.Println("The next release is built.")
	return nextrelease.Build(ctx, ".", newer, filepath.Join(c.dir, newer))
}

// restart stops a node in order, starts a release on its host, and waits until it is ready.
func (c *cluster) restart(ctx context.Context, name, release string) error {
	if err := c.end(ctx, name, syscall.SIGTERM); err != nil {
		return err
	}
	c.releases[name] = release
	return c.starts(ctx, name)
}

// starts starts a node and waits until it is ready.
func (c *cluster) starts(ctx context.Context, name string) error {
	if err := c.start(name); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healing)
	defer cancel()
	return c.await(ctx, name, func(ctx context.Context) error { return c.ready(ctx, name) })
}

// end sends a signal to a node's processes, and waits until they have ended.
func (c *cluster) end(ctx context.Context, name string, s syscall.Signal) error {
	if err := c.hosts[name].signal(s); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healing)
	defer cancel()
	return c.await(ctx, name+" to end", func(context.Context) error {
		if c.hosts[name].running() > 0 {
			return errors.New("it still runs")
		}
		return nil
	})
}

// beside is how long visitors book on nodes of two releases.
const beside = 10 * time.Second

// upgrade installs the newer release on one node after the other. Meanwhile a node of the
// older one crashes, and starts again on the newer schema.
func upgrade(ctx context.Context, c *cluster) error {
	before, err := c.schema(ctx)
	if err != nil {
		return err
	}
	if err := c.restart(ctx, "node-a", newer); err != nil {
		return err
	}
	if err := c.schemaIs(ctx, before+1); err != nil {
		return err
	}
	if err := c.end(ctx, "node-b", syscall.SIGKILL); err != nil {
		return err
	}
	if err := c.starts(ctx, "node-b"); err != nil {
		return err
	}
	pause(ctx, beside)
	for _, name := range []string{"node-b", "node-c"} {
		if err := c.restart(ctx, name, newer); err != nil {
			return err
		}
	}
	return nil
}

// goBack installs the older release on one node after the other. The schema stays.
func goBack(ctx context.Context, c *cluster) error {
	before, err := c.schema(ctx)
	if err != nil {
		return err
	}
	for i, name := range nodes {
		if err := c.restart(ctx, name, older); err != nil {
			return err
		}
		if i == 0 {
			pause(ctx, beside)
		}
	}
	return c.schemaIs(ctx, before)
}

// contract upgrades all nodes and ends the way back. The older release must then refuse to
// start, and say which one is needed.
func contract(ctx context.Context, c *cluster) error {
	for _, name := range nodes {
		if err := c.restart(ctx, name, newer); err != nil {
			return err
		}
	}
	migrate := c.serving("node-a")
	migrate.args = []string{"migrate", "--wait", "2m"} // the older nodes count for a minute
	if _, err := c.hosts["node-a"].run(ctx, migrate, 0); err != nil {
		return err
	}
	if err := c.end(ctx, "node-c", syscall.SIGTERM); err != nil {
		return err
	}
	c.releases["node-c"] = older
	const refused = 4 // docs/operations.md
	said, err := c.hosts["node-c"].run(ctx, c.serving("node-c"), refused)
	if err == nil && !strings.Contains(said, "use release "+newer) {
		err = fmt.Errorf("the older release does not say which one is needed: %s", said)
	}
	if err != nil {
		return err
	}
	c.releases["node-c"] = newer
	return c.starts(ctx, "node-c")
}

// schemaIs returns nil when the database's schema has a version.
func (c *cluster) schemaIs(ctx context.Context, want int64) error {
	have, err := c.schema(ctx)
	if err == nil && have != want {
		err = fmt.Errorf("the schema has version %d, want %d", have, want)
	}
	return err
}

// schema returns the version of the database's schema.
func (c *cluster) schema(ctx context.Context) (version int64, err error) {
	leader, err := c.leader(ctx)
	if err != nil {
		return 0, err
	}
	conn, err := c.connect(ctx, leader, "holidays")
	if err != nil {
		return 0, fmt.Errorf("connect to read the schema's version: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := conn.QueryRow(ctx, "SELECT max(version_id) FROM goose_db_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return version, nil
}
