package storage

// The ids of all events: sorted runs of fingerprints, as in a log-structured merge tree.
//
// An entry a key in a B+tree would cost a page written for each event, because ids are random. A run of
// 16,384 entries is one sequential write instead; sixteen runs are merged into one. Every event ever written can
// be found, for 16 bytes each. A fingerprint only says where to look: the event there decides.
//
// A merged run is stored in parts, by the first bits of the fingerprints: bbolt puts at least two values into a leaf, and adding to
// a leaf of whole runs, of 4 MiB each, would rewrite all of it.

import (
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"sort"

	bolt "go.etcd.io/bbolt"
)

const (
	idEntry   = 16 // bytes: fingerprint, position
	tierSmall = 0  // runs written from the tail
	tierParts = 2  // runs merged from mergeRuns small ones, in parts
	mergeRuns = 16
	partBits  = 6 // of a fingerprint, say which part: of 64 KiB if the run has 4 MiB
	// separators is how many entries without ids lie between the small runs and the merged ones. bbolt splits a leaf
	// only if it has more than four entries, and into parts of at least two: without them, each small run would be written together
	// with one or two merged ones.
	separators = 4
)

// partOf returns the part of a merged run that a fingerprint belongs to.
func partOf(fp uint64) byte { return byte(fp >> (64 - partBits)) }

func streamHash(stream string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(stream))
	return h.Sum64()
}

// fingerprint returns a hash of an event's id and its stream's.
func fingerprint(stream uint64, id ID) uint64 {
	h := stream ^ binary.BigEndian.Uint64(id[:8])
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15 // odd, from the golden ratio: spreads ids that count up
	h ^= binary.BigEndian.Uint64(id[8:])
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

func runFingerprint(run []byte, i int) uint64 { return binary.BigEndian.Uint64(run[i*idEntry:]) }

// searchRun returns the index of the first entry at or after fp.
func searchRun(run []byte, fp uint64) int {
	return sort.Search(len(run)/idEntry, func(i int) bool { return runFingerprint(run, i) >= fp })
}

// putIDs writes a run of the given entries and merges small runs once there are enough of them.
func putIDs(ids *bolt.Bucket, last uint64, entries map[uint64]uint64) error {
	ids.FillPercent = 1
	type pair struct{ fp, position uint64 }
	pairs := make([]pair, 0, len(entries))
	for fp, p := range entries {
		pairs = append(pairs, pair{fp, p})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.fp, b.fp) })
	run := make([]byte, 0, len(pairs)*idEntry)
	for _, p := range pairs {
		run = binary.BigEndian.AppendUint64(run, p.fp)
		run = binary.BigEndian.AppendUint64(run, p.position)
	}
	if err := ids.Put(keyIDs(tierSmall, last), run); err != nil {
		return err
	}
	var keys, runs [][]byte
	c := ids.Cursor()
	for k, v := c.Seek([]byte{tierSmall}); k != nil && k[0] == tierSmall; k, v = c.Next() {
		if len(v) > 0 {
			keys, runs = append(keys, bytes.Clone(k)), append(runs, v)
		}
	}
	if len(runs) < mergeRuns {
		return nil
	}
	merged := mergeSorted(runs)
	for _, k := range keys {
		if err := ids.Delete(k); err != nil {
			return err
		}
	}
	for i := range uint64(separators) {
		if err := ids.Put(keyIDs(tierSmall, math.MaxUint64-i), nil); err != nil {
			return err
		}
	}
	return putParts(ids, keyIDs(tierParts, last), merged)
}

// putParts stores a merged run under key.
func putParts(ids *bolt.Bucket, key, run []byte) error {
	for len(run) > 0 {
		part := partOf(runFingerprint(run, 0))
		end := sort.Search(len(run)/idEntry, func(i int) bool { return partOf(runFingerprint(run, i)) > part }) * idEntry
		if err := ids.Put(keyPart(key, part), run[:end:end]); err != nil {
			return err
		}
		run = run[end:]
	}
	return nil
}

// mergeSorted merges runs into one, in one pass: merging pair by pair would allocate several times as much. Entries
// with the same fingerprint stay in the order of their runs.
func mergeSorted(runs [][]byte) []byte {
	size := 0
	var rest unmerged
	for i, run := range runs {
		size += len(run)
		if len(run) > 0 {
			rest = append(rest, remainder{i, run})
		}
	}
	heap.Init(&rest)
	out := make([]byte, 0, size)
	for len(rest) > 0 {
		next := &rest[0]
		out = append(out, next.entries[:idEntry]...)
		if next.entries = next.entries[idEntry:]; len(next.entries) > 0 {
			heap.Fix(&rest, 0)
		} else {
			heap.Pop(&rest)
		}
	}
	return out
}

// remainder is the rest of a run, which is never empty.
type remainder struct {
	run     int
	entries []byte
}

// unmerged is a heap of runs, the one whose first entry is next on top.
type unmerged []remainder

func (u unmerged) Len() int      { return len(u) }
func (u unmerged) Swap(i, k int) { u[i], u[k] = u[k], u[i] }
func (u *unmerged) Push(any)     { panic("runs are there from the beginning") }

func (u unmerged) Less(i, k int) bool {
	a, b := runFingerprint(u[i].entries, 0), runFingerprint(u[k].entries, 0)
	return a < b || a == b && u[i].run < u[k].run
}

func (u *unmerged) Pop() any {
	last := (*u)[len(*u)-1]
	*u = (*u)[:len(*u)-1]
	return last
}
