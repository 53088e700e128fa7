// Giving way to every other process.

package main

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// lowest is the lowest priority that a process can have.
const lowest = 19

// giveWayToAll has this process run when no other one wants to: SCHED_IDLE (sched(7)). To a thread that becomes ready, Linux counts a processor with
// nothing but such a process on it as free, where one of the lowest priority leaves it in the row before the other processor (reads' p99 beside a
// loop that works and rests in turns: 1.0 times that without, and 1.16 of the lowest priority). Where others take all there is, it gets
// three parts in a thousand, a fifth of what the lowest priority has. Linux keeps the policy for each thread; new ones begin with that of the thread
// that makes them, which may have been one that the first look missed. Where it isn't allowed, the lowest priority stays.
func giveWayToAll() {
	for range 2 {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for _, thread := range threads {
			if id, err := strconv.Atoi(thread.Name()); err == nil {
				_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, lowest)
				_ = unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: lowest}, 0)
			}
		}
	}
}
