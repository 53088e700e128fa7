// Giving way to every other process.

package main

import (
	"os"
	"strconv"
	"syscall"
)

// lowest is the lowest priority that a process can have.
const lowest = 19

// giveWayToAll gives this process the lowest priority. Linux keeps it for each thread; new ones begin with that of the
// thread that makes them, which may have been one that the first look missed. Where it isn't allowed, all goes on as it was.
func giveWayToAll() {
	for range 2 {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for _, thread := range threads {
			if id, err := strconv.Atoi(thread.Name()); err == nil {
				_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, lowest)
			}
		}
	}
}
