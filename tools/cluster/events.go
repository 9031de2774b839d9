//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"holidaymaker/tools/cluster/wire"
)

// event is something that happens to a cluster. do returns when what it broke is whole.
type event struct {
	name     string
	do       func(ctx context.Context, c *cluster) error
	short    bool // part of make test
	upgrades bool // needs the next release
}

var events = []event{
	{name: "kill-node", do: killNode, short: true},
	{name: eventRestart, do: restartNodes},
	{name: "kill-primary", do: killPrimary},
	{name: "switchover", do: switchOver, short: true},
	{name: "freeze-primary", do: freezePrimary},
	{name: "cut-node", do: cutNode},
	{name: "cut-standbys", do: cutStandbys},
	{name: eventSlow, do: slowLossy},
	{name: "stop-etcd", do: stopEtcd},
	// An upgrade, in this order. After the last one there is no way back.
	{name: eventUpgrade, do: upgrade, upgrades: true},
	{name: eventGoBack, do: goBack, upgrades: true},
	{name: eventContract, do: contract, upgrades: true},
}

// chosen returns the events of a list of names, or those of the short form, or all.
func chosen(names string, short bool) []event {
	return slices.DeleteFunc(slices.Clone(events), func(e event) bool {
		return short && !e.short || names != "" && !slices.Contains(strings.Split(names, ","), e.name)
	})
}

// Around each event visitors book undisturbed for a while; after it the cluster has a
// while to heal.
const (
	undisturbed = 8 * time.Second
	healing     = 90 * time.Second
)

// test lets visitors book while events happen, writes the history to a folder, and
// examines it.
func (c *cluster) test(ctx context.Context, dir string, seed uint64, happen []event, short bool) error {
	h, err := newHistory(dir)
	if err != nil {
		return err
	}
	v, err := c.newCrowd(ctx, h, seed)
	if err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	c.watchWrites(watching, h)
	v.start(ctx)
	for _, e := range happen {
		if err := c.happen(ctx, h, e); err != nil {
			return err
		}
	}
	v.end()
	stop()
	end, err := c.books(ctx, v, short)
	if err != nil {
		return err
	}
	text, err := json.Marshal(end)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "books.json"), text, 0o644)
	}
	if err := errors.Join(err, h.close()); err != nil {
		return fmt.Errorf("write the history: %w", err)
	}
	return checkFolder([]string{dir})
}

// happen lets one event happen, and waits until the cluster is whole again.
func (c *cluster) happen(ctx context.Context, h *history, e event) error {
	note := func(what, text string) {
		h.moment(moment{T: time.Now().UnixMilli(), Event: e.name, What: what, Note: text})
	}
	note(eventBegins, "")
	fmt.Printf("%s %s\n", time.Now().Format(time.TimeOnly), e.name)
	pause(ctx, undisturbed/2)
	if err := e.do(ctx, c); err != nil {
		return fmt.Errorf("%s: %w", e.name, err)
	}
	note(eventEnds, "")
	waiting, cancel := context.WithTimeout(ctx, healing)
	defer cancel()
	if err := c.await(waiting, "the cluster to heal", c.healthy); err != nil {
		note(notHealed, err.Error())
	}
	pause(ctx, undisturbed/2)
	return ctx.Err()
}

// killNode kills a node's processes. Its host stays, and refuses connections.
func killNode(ctx context.Context, c *cluster) error {
	if err := c.hosts["node-b"].signal(syscall.SIGKILL); err != nil {
		return err
	}
	pause(ctx, 5*time.Second)
	return c.start("node-b")
}

// restartNodes restarts the nodes one by one.
func restartNodes(ctx context.Context, c *cluster) error {
	for _, name := range nodes {
		if err := c.restart(ctx, name, c.releases[name]); err != nil {
			return err
		}
	}
	return nil
}

// killPrimary takes the power from the primary's host: nothing answers there any more.
func killPrimary(ctx context.Context, c *cluster) error {
	primary, err := c.leader(ctx)
	if err != nil {
		return err
	}
	c.wire.Around(c.addr(primary), wire.Rule{Cut: true})
	if err := c.hosts[primary].signal(syscall.SIGKILL); err != nil {
		return err
	}
	pause(ctx, 45*time.Second)
	c.wire.Heal()
	return c.start(primary)
}

// switchOver asks Patroni for another primary.
func switchOver(ctx context.Context, c *cluster) error {
	primary, err := c.leader(ctx)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addresses[primary]+":8008/switchover", strings.NewReader(`{"leader":"`+primary+`"}`))
	if err != nil {
		return err
	}
	client := *c.http
	client.Timeout = time.Minute
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("patroni answers %d", response.StatusCode)
	}
	return nil
}

// freezePrimary stops the primary's host for a minute, as a hypervisor does; then it goes
// on where it was.
func freezePrimary(ctx context.Context, c *cluster) error {
	primary, err := c.leader(ctx)
	if err != nil {
		return err
	}
	c.wire.Around(c.addr(primary), wire.Rule{Cut: true})
	if err := c.hosts[primary].signal(syscall.SIGSTOP); err != nil {
		return err
	}
	pause(ctx, time.Minute)
	c.wire.Heal()
	return c.hosts[primary].signal(syscall.SIGCONT)
}

// cutNode keeps a node from the databases. Visitors still reach it.
func cutNode(ctx context.Context, c *cluster) error {
	for _, name := range databases {
		c.wire.Between(c.addr("node-b"), c.addr(name), wire.Rule{Cut: true})
	}
	pause(ctx, 35*time.Second)
	c.wire.Heal()
	return nil
}

// cutStandbys keeps the primary from the other databases. Nodes and etcd still reach it.
func cutStandbys(ctx context.Context, c *cluster) error {
	primary, err := c.leader(ctx)
	if err != nil {
		return err
	}
	for _, name := range databases {
		if name != primary {
			c.wire.Between(c.addr(primary), c.addr(name), wire.Rule{Cut: true})
		}
	}
	pause(ctx, 30*time.Second)
	c.wire.Heal()
	return nil
}

// slowLossy adds 200 ms to each round trip to the primary's host, and loses 5 % of its
// packets.
func slowLossy(ctx context.Context, c *cluster) error {
	primary, err := c.leader(ctx)
	if err != nil {
		return err
	}
	c.wire.Around(c.addr(primary), wire.Rule{Delay: 100 * time.Millisecond, Loss: 0.05})
	pause(ctx, 40*time.Second)
	c.wire.Heal()
	return nil
}

// stopEtcd stops all members of etcd: nobody can become primary.
func stopEtcd(ctx context.Context, c *cluster) error {
	for _, name := range stores {
		if err := c.hosts[name].signal(syscall.SIGKILL); err != nil {
			return err
		}
	}
	pause(ctx, time.Minute)
	for _, name := range stores {
		if err := c.start(name); err != nil {
			return err
		}
	}
	return nil
}
