package main

import (
	"os"
	"syscall"
)

// memoryFS is the file system in memory that Linux has.
const memoryFS = "/dev/shm"

// memoryLeast is how much of it must be free, in bytes: the databases, servers and
// browsers of the tests together need less than 2 GB.
const memoryLeast = 6 << 30

// useMemory makes the steps keep their temporary files in memory where there is
// room. The tests' databases wait for the disk at every commit, which is more than
// half of their time. It returns what removes the files.
func useMemory() (remove func()) {
	none := func() {}
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memoryFS, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < memoryLeast {
		return none
	}
	dir, err := os.MkdirTemp(memoryFS, "holidaymaker-tests-")
	if err != nil {
		return none
	}
	remove = func() { _ = os.RemoveAll(dir) }
	// PostgreSQL runs as a user of its own.
	if os.Chmod(dir, 0o1777) != nil || os.Setenv("TMPDIR", dir) != nil {
		remove()
		return none
	}
	return remove
}
