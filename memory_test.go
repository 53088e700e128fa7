package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestProcessStaysSmall runs itself as a process of its own: what else the tests of this package hold would count.
func TestProcessStaysSmall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		live        int // MiB that live while 400 MiB of garbage are made
		stacks      int // MiB of stacks
		most        int // MiB of heap, nine tenths of the time (a collection may be late); Go alone takes 49, 125 and 90
		collections int // at most
	}{
		{"what lives is small", 20, 0, 48, 80},
		{"what lives is more than the first limit", 60, 0, 110, 80},
		{"many goroutines", 20, 48, 44, 80},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			command := exec.Command(os.Args[0], "-test.run=^TestMakeGarbage$")
			command.Env = append(os.Environ(), fmt.Sprintf("CANDOR_TEST_LIVE=%d %d", c.live, c.stacks))
			output, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			var heap, collections int
			_, figures, _ := strings.Cut(string(output), "figures: ")
			if _, err := fmt.Sscanf(figures, "%d MiB, %d collections", &heap, &collections); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			if heap > c.most || collections > c.collections {
				t.Errorf("with %d MiB alive: %d MiB of heap and %d collections, want at most %d and %d", c.live, heap, collections, c.most, c.collections)
			}
		})
	}
}

// A site whose pages and lists fill the caches: what the runtime needs besides is not taken from garbage's room, or collections follow each other
// while a read model is written. A small site stays small, as long as some is left for garbage.
func TestGarbageHasItsRoom(t *testing.T) {
	const mib = 1 << 20
	for _, own := range []uint64{8, 12, 18, 24} {
		if left := limitFor(60*mib, 2*mib, own*mib) - int64(60+own)*mib; left < 44*mib {
			t.Errorf("with 60 MiB alive and %d of the runtime's own there are %d for garbage", own, left/mib)
		}
		limit := limitFor(18*mib, 2*mib, own*mib)
		if own <= 12 && limit != 36*mib || limit > 48*mib {
			t.Errorf("with 18 MiB alive and %d of the runtime's own the limit is at %d", own, limit/mib)
		}
		if left := limit - int64(18+own)*mib; left < 4*mib {
			t.Errorf("with 18 MiB alive and %d of the runtime's own there are %d for garbage", own, left/mib)
		}
	}
}

// TestMakeGarbage is the other process.
func TestMakeGarbage(t *testing.T) {
	var live, stacks int
	if _, err := fmt.Sscan(os.Getenv("CANDOR_TEST_LIVE"), &live, &stacks); err != nil {
		t.Skip("TestProcessStaysSmall runs this")
	}
	keepSmall()
	parked := make(chan struct{})
	defer close(parked)
	for range stacks << 20 / (16 << 10) {
		go deep(parked)
	}
	const piece = 64 << 10
	kept := make([][]byte, live<<20/piece)
	for i := range kept {
		kept[i] = make([]byte, piece)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, heaps := m.NumGC, []uint64{}
	for i := range 400 << 20 / piece {
		kept[i%len(kept)] = make([]byte, piece)
		if i%8 == 0 {
			runtime.ReadMemStats(&m)
			heaps = append(heaps, m.HeapInuse)
		}
	}
	slices.Sort(heaps)
	fmt.Printf("figures: %d MiB, %d collections\n", heaps[len(heaps)*9/10]>>20, m.NumGC-before)
	runtime.KeepAlive(kept)
}

// deep needs a stack of 16 KiB until parked is closed.
//
//go:noinline
func deep(parked <-chan struct{}) byte {
	var frame [10 << 10]byte
	frame[cap(parked)] = 1
	<-parked
	return frame[len(parked)]
}
