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

// What a run of ids costs to write does not depend on how many there are already: the merged ones stay where they are. Only a
// merge writes as much as it merges.
func TestRunsOfIdsAreWrittenByThemselves(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "ids.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const inRun = 1000
	dearest := int64(0)
	for run := range 5*mergeRuns - 1 {
		entries := make(map[uint64]uint64, inRun)
		for i := range inRun {
			entries[rand.Uint64()] = uint64(run*inRun + i)
		}
		tx, err := db.Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := tx.CreateBucketIfNotExists(bucketIDs)
		if err == nil {
			err = putIDs(ids, uint64(run+1)*inRun, entries)
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			t.Fatal(err)
		}
		if stats := tx.Stats(); (run+1)%mergeRuns != 0 {
			dearest = max(dearest, stats.GetPageAlloc())
		}
	}
	if most := int64(6 * inRun * idEntry); dearest > most {
		t.Errorf("writing a run of %d bytes took %d bytes of pages, more than %d", inRun*idEntry, dearest, most)
	}
	_ = db.View(func(tx *bolt.Tx) error {
		merged, small := 0, 0
		c := tx.Bucket(bucketIDs).Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			switch {
			case k[0] == tierLarge && len(v) == mergeRuns*inRun*idEntry:
				merged++
			case k[0] == tierSmall && len(v) == inRun*idEntry:
				small++
			case len(v) > 0:
				t.Errorf("%x has %d bytes", k, len(v))
			}
		}
		if merged != 4 || small != mergeRuns-1 {
			t.Errorf("%d merged runs and %d small ones", merged, small)
		}
		return nil
	})
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
