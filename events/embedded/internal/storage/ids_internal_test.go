package storage

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// The cost of writing a run of ids does not depend on how many there are: merged runs are not written again. A merge writes its
// entries once.
func TestRunsOfIdsAreWrittenByThemselves(t *testing.T) {
	const inRun = 4000
	db := newIDs(t)
	largest, largestMerge := int64(0), int64(0)
	for run := range 5*mergeRuns - 1 {
		entries := make(map[uint64]uint64, inRun)
		for i := range inRun {
			entries[rand.Uint64()] = uint64(run*inRun + i)
		}
		wrote := addRun(t, db, uint64(run+1)*inRun, entries)
		if (run+1)%mergeRuns != 0 {
			largest = max(largest, wrote)
		} else {
			largestMerge = max(largestMerge, wrote)
		}
	}
	if limit := int64(6 * inRun * idEntry); largest > limit {
		t.Errorf("writing a run of %d bytes took %d bytes of pages, more than %d", inRun*idEntry, largest, limit)
	}
	if limit := int64(1.5 * mergeRuns * inRun * idEntry); largestMerge > limit {
		t.Errorf("merging %d bytes took %d bytes of pages, more than %d", mergeRuns*inRun*idEntry, largestMerge, limit)
	}
	_ = db.View(func(tx *bolt.Tx) error {
		merged, small := map[string]int{}, 0
		c := tx.Bucket(bucketIDs).Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			switch {
			case k[0] == tierParts:
				merged[string(k[:keyIDsSize])] += len(v)
			case k[0] == tierSmall && len(v) == inRun*idEntry:
				small++
			case len(v) > 0:
				t.Errorf("%x has %d bytes", k, len(v))
			}
		}
		if len(merged) != 4 || small != mergeRuns-1 {
			t.Errorf("%d merged runs and %d small ones", len(merged), small)
		}
		for run, n := range merged {
			if n != mergeRuns*inRun*idEntry {
				t.Errorf("the merged run %x has %d bytes", run, n)
			}
		}
		return nil
	})
}

// Every entry of every run is found where it is looked for: in small runs and in merged ones, also those with few entries.
func TestEntriesAreFoundInEveryKindOfRun(t *testing.T) {
	db := newIDs(t)
	all := map[uint64]uint64{}
	position := uint64(0)
	fill := func(n int) map[uint64]uint64 {
		entries := make(map[uint64]uint64, n)
		for range n {
			position++
			fp := rand.Uint64() >> (rand.IntN(2) * 40) // half of them in the first part
			entries[fp], all[fp] = position, position
		}
		return entries
	}
	for run := range 3*mergeRuns - 2 {
		entries := fill(1 + run%7*10)
		addRun(t, db, position, entries)
	}
	_ = db.View(func(tx *bolt.Tx) error {
		r := &Reader{tx: tx, ids: tx.Bucket(bucketIDs)}
		if _, err := new(verifier).ids(r); err != nil {
			t.Error(err)
		}
		for fp, want := range all {
			found := false
			for run := range r.runs(fp) {
				i := searchRun(run, fp)
				found = found || i < len(run)/idEntry && runFingerprint(run, i) == fp && binary.BigEndian.Uint64(run[i*idEntry+8:]) == want
			}
			if !found {
				t.Fatalf("the entry %x of position %d is not found", fp, want)
			}
		}
		return nil
	})
}

func newIDs(t *testing.T) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "ids.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(bucketIDs)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return db
}

// addRun writes a run of ids, and returns how many bytes of pages it took.
func addRun(t *testing.T, db *bolt.DB, last uint64, entries map[uint64]uint64) int64 {
	t.Helper()
	tx, err := db.Begin(true)
	if err == nil {
		err = putIDs(tx.Bucket(bucketIDs), last, entries)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	stats := tx.Stats()
	return stats.GetPageAlloc()
}

// Merged runs hold every entry, sorted by fingerprint, those of the same one in the order in which they were written.
func TestMergedRunsKeepTheirOrder(t *testing.T) {
	for range 200 {
		var runs [][]byte
		var want [][]byte
		for run := range 1 + rand.IntN(2*mergeRuns) {
			var fingerprints []uint64
			for range rand.IntN(20) {
				fingerprints = append(fingerprints, rand.Uint64N(30))
			}
			slices.Sort(fingerprints)
			var entries []byte
			for i, fp := range fingerprints {
				entries = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(entries, fp), uint64(run*1000+i))
				want = append(want, slices.Clone(entries[len(entries)-idEntry:]))
			}
			runs = append(runs, entries)
		}
		slices.SortStableFunc(want, func(a, b []byte) int { return cmp.Compare(binary.BigEndian.Uint64(a), binary.BigEndian.Uint64(b)) })
		if got := mergeSorted(runs); !bytes.Equal(got, bytes.Join(want, nil)) {
			t.Fatalf("merged %x, want %x", got, want)
		}
	}
}

func BenchmarkMergeSorted(b *testing.B) {
	const inRun = 16384
	runs := make([][]byte, mergeRuns)
	for i := range runs {
		fingerprints := make([]uint64, inRun)
		for k := range fingerprints {
			fingerprints[k] = rand.Uint64()
		}
		slices.Sort(fingerprints)
		for _, fp := range fingerprints {
			runs[i] = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(runs[i], fp), 0)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		mergeSorted(slices.Clone(runs))
	}
}
