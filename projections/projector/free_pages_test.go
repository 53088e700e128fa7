package projector_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"go.etcd.io/bbolt"

	"candor/events"
	"candor/internal/eventually"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

// bbolt believes its list of free pages: a wrong one would have it overwrite rows with others. So a damaged list must be found
// before anything is written.
func TestADamagedListOfFreePagesLosesNoRows(t *testing.T) {
	log, dir := newsroom(t), modeltest.MemDir(t)
	made(t, dir, log)
	damages := map[string]func(free []uint64, used []uint64, pages uint64) []uint64{
		"a page in use": func(free, used []uint64, _ uint64) []uint64 { return append(free, used[len(used)-1]) },
		"pages in use":  func(free, used []uint64, _ uint64) []uint64 { return append(free, used...) },
		"a free page is missing": func(free, _ []uint64, _ uint64) []uint64 {
			return free[:len(free)-1]
		},
		"a page beyond the end": func(free, _ []uint64, pages uint64) []uint64 { return append(free, pages+10) },
		"a meta page":           func(free, _ []uint64, _ uint64) []uint64 { return append(free, 1) },
		"noise": func(free, _ []uint64, _ uint64) []uint64 {
			for i := range free {
				free[i] = uint64(i+1) * 0x9e3779b97f4a7c15
			}
			return free
		},
	}
	for _, name := range modeltest.SortedKeys(damages) {
		t.Run(name, func(t *testing.T) {
			hurt := modeltest.MemDir(t)
			modeltest.CopyFiles(t, dir, hurt)
			damageFreePages(t, filepath.Join(hurt, "content.db"), damages[name])
			log := log.Without(func(events.Recorded) bool { return false }) // a copy
			var logged strings.Builder
			c := modeltest.Config(hurt, log)
			c.Logger = zerolog.New(zerolog.SyncWriter(&logged))
			m, err := projections.Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			for id := 100; id < 140; id++ {
				modeltest.Seen(t, log.Append(t, fmt.Sprint("review-", id), modeltest.Review(id, "Later"), modeltest.Published(id)), m.Content)
			}
			modeltest.CaughtUp(t, m)
			got, err := m.Dump("content")
			if err != nil || got != modeltest.Replay(t, log)["content"] {
				t.Errorf("the read model differs from a replay (%v)", err)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
			if !strings.Contains(logged.String(), "list of free pages") {
				t.Errorf("the damage was not found before a write: %s", &logged)
			}
		})
	}
}

// damageFreePages changes the list of free pages of a bbolt file: a header of 16 bytes with the number of entries at 10, and the entries.
func damageFreePages(t *testing.T, path string, damage func(free, used []uint64, pages uint64) []uint64) {
	t.Helper()
	var free, used []uint64
	var list, pages, pageSize int64
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.View(func(tx *bbolt.Tx) error {
		pageSize = int64(db.Info().PageSize)
		pages = tx.Size() / pageSize
		for id := range pages {
			p, err := tx.Page(int(id))
			if err != nil {
				return err
			}
			switch p.Type {
			case "free":
				free = append(free, uint64(id))
			case "freelist":
				list = id
			case "leaf", "branch":
				used = append(used, uint64(id))
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if len(free) == 0 || len(used) == 0 || list == 0 {
		t.Fatalf("%d free pages, %d in use, their list in page %d", len(free), len(used), list)
	}
	free = damage(free, used, uint64(pages))
	slices.Sort(free)
	entries := binary.LittleEndian.AppendUint16(nil, uint16(len(free)))
	entries = append(entries, 0, 0, 0, 0)
	for _, id := range free {
		entries = binary.LittleEndian.AppendUint64(entries, id)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(entries, list*pageSize+10); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file that is too large to be checked before it serves is checked while it serves.
func TestALargeDamagedFileIsRebuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: the file must be large")
	}
	log, dir := modeltest.NewLog(), modeltest.MemDir(t)
	for id := 1; id <= 2500; id++ {
		r := modeltest.Review(id, fmt.Sprint("Review ", id))
		r.Content = strings.Repeat("A long and honest look at it. ", 150)
		log.Append(t, r.ReviewID.Stream(), r)
	}
	m := modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	want, err := m.Dump("content")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "content.db")
	if info, err := os.Stat(path); err != nil || info.Size() <= 8<<20 {
		t.Fatalf("the file is too small: %v, %v", info, err)
	}
	damages := map[string]func(t *testing.T, path string){
		"a row": func(t *testing.T, path string) {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			at := bytes.LastIndex(content, []byte("honest"))
			content[at] ^= 1
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"the list of free pages": func(t *testing.T, path string) {
			damageFreePages(t, path, func(free, used []uint64, _ uint64) []uint64 { return append(free, used[len(used)-1]) })
		},
	}
	for _, name := range modeltest.SortedKeys(damages) {
		t.Run(name, func(t *testing.T) {
			hurt := modeltest.MemDir(t)
			modeltest.CopyFiles(t, dir, hurt)
			file := filepath.Join(hurt, "content.db")
			damages[name](t, file)
			before, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			m := modeltest.Open(t, hurt, log)
			eventually.Holds(t, func() error {
				after, err := os.Stat(file)
				if err == nil && os.SameFile(before, after) {
					return errors.New("the damaged file is still in its place")
				}
				return err
			})
			modeltest.CaughtUp(t, m)
			if got, err := m.Dump("content"); err != nil || got != want {
				t.Errorf("the read model differs from a replay (%v)", err)
			}
		})
	}
}
