package server_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// demoData holds, by number of parks, data directories as they are after the first start
// of a demo on the day of the run. To make one takes longer than most tests with it.
var demoData struct {
	mu   sync.Mutex
	dirs map[int]string
}

// fill copies the demo into a new server's data directory, if it is the one that the
// server would write there. What else a server makes at its first start, it makes itself.
func fill(config server.Config) error {
	if !config.Demo || config.DB != "" || config.DemoParks == 0 || date.In(config.Clock().Add(config.ClockOffset)) != date.In(testclock.Now()) {
		return nil
	}
	if entries, err := os.ReadDir(config.Data); err != nil || len(entries) > 0 {
		return err
	}
	demoData.mu.Lock()
	defer demoData.mu.Unlock()
	dir, ok := demoData.dirs[config.DemoParks]
	if !ok {
		var err error
		if dir, err = newDemoData(config.DemoParks); err != nil {
			return err
		}
		if demoData.dirs == nil {
			demoData.dirs = map[int]string{}
		}
		demoData.dirs[config.DemoParks] = dir
	}
	return os.CopyFS(config.Data, os.DirFS(dir))
}

func newDemoData(parks int) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "holidaymaker-demo-"); err != nil {
		return "", err
	}
	ctx := context.Background()
	s, err := store.Open(ctx, dir, testclock.Now)
	if err != nil {
		return "", err
	}
	_, err = demo.New(demo.Seed, parks).Stage(ctx, s, date.In(testclock.Now()))
	if err = errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	provider, err := simulator.New(simulator.Options{Dir: filepath.Join(dir, "simulator"), Clock: testclock.Now})
	if err != nil {
		return "", err
	}
	provider.Close()
	return dir, nil
}

// removeDemoData removes the directories that fill has copied.
func removeDemoData() {
	for _, dir := range demoData.dirs {
		_ = os.RemoveAll(dir)
	}
}
