package proof_test

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"candor/events"
	"candor/events/proof"
)

// chained is a review's history as a log would give it, and a page view, which nobody proves.
func chained(t *testing.T, title string) []events.Recorded {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, 0, 123456700, time.UTC)
	encoded, err := events.Chain("",
		events.Envelope{ID: [16]byte{1}, Event: events.ReviewCreated{ReviewID: 1, ReviewContent: events.ReviewContent{Title: title}, At: at},
			Metadata: events.Metadata{At: at}},
		events.Envelope{ID: [16]byte{2}, Event: events.ReviewPublished{ReviewID: 1, At: at}, Metadata: events.Metadata{At: at}},
		events.Envelope{ID: [16]byte{3}, Event: events.ReviewUnpublished{ReviewID: 1, At: at}, Metadata: events.Metadata{At: at}})
	if err != nil {
		t.Fatal(err)
	}
	var all []events.Recorded
	for i, p := range encoded {
		all = append(all, events.Recorded{ID: p.ID, Stream: "review-1", Revision: uint64(i), Position: events.Position(10 + i), Created: at,
			Type: p.Type, Data: p.Data, Meta: p.Meta})
	}
	return append(all, events.Recorded{Stream: "pageviews-2026-11-21", Position: 20, Created: at, Type: "PageViewed", Data: []byte(`{}`),
		Meta: []byte(`{}`)})
}

// Checkpoints that people hold count the sign-ins of their time; later ones are no leaves, and only sign-ins can say so of themselves.
func TestSignInsAreNoLeavesUnlessTheyWereOnce(t *testing.T) {
	at := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	written, err := events.Chain("",
		events.Envelope{Event: events.AdminPasswordSet{PasswordHash: "$argon2id$", At: at}},
		events.Envelope{Event: events.AdminLoggedIn{SessionID: "ab", Username: "admin", At: at}},
		events.Envelope{Event: events.AdminLoginFailed{At: at}},
		events.Envelope{Event: events.AdminLoggedOut{SessionID: "ab", At: at}})
	if err != nil {
		t.Fatal(err)
	}
	var v events.Verifier
	for i, p := range written {
		r := events.Recorded{ID: p.ID, Stream: events.AdminStream, Revision: uint64(i), Created: at, Type: p.Type, Data: p.Data, Meta: p.Meta}
		if err := v.Check(r); err != nil {
			t.Errorf("%s is not chained: %v", p.Type, err)
		}
		if _, leaf := proof.Leaf(r); leaf != (p.Type == "AdminPasswordSet") {
			t.Errorf("%s: leaf %v", p.Type, leaf)
		}
		r.Meta = []byte(strings.Replace(string(p.Meta), `"unproved":true,`, "", 1)) // as it was stored before
		if _, leaf := proof.Leaf(r); !leaf {
			t.Errorf("%s of an older version is no leaf", p.Type)
		}
	}
	forged := chained(t, "It breaks")[0]
	forged.Meta = []byte(strings.Replace(string(forged.Meta), `"schema"`, `"unproved":true,"schema"`, 1))
	if _, leaf := proof.Leaf(forged); !leaf || !strings.Contains(string(forged.Meta), "unproved") {
		t.Error("a review's event hides itself from the proof")
	}
}

func treeOf(all []events.Recorded) proof.Tree {
	var tree proof.Tree
	for _, r := range all {
		if leaf, ok := proof.Leaf(r); ok {
			tree.Add(leaf)
		}
	}
	return tree
}

// A forger who changes an event and writes the chain of its stream anew is not found by the chain, but by the root.
func TestTheRootFindsAForgeryThatTheChainDoesNot(t *testing.T) {
	history, forged := chained(t, "It breaks"), chained(t, "It holds")
	var v events.Verifier
	for _, r := range forged {
		if err := v.Check(r); err != nil && !strings.Contains(err.Error(), "PageViewed") {
			t.Fatalf("the forger's chain does not hold: %v", err)
		}
	}
	before, same, after := treeOf(history), treeOf(chained(t, "It breaks")), treeOf(forged)
	if before.Size() != 3 || before.Root() != same.Root() {
		t.Errorf("the same history has sizes %d and %d, roots %v and %v", before.Size(), same.Size(), before.Root(), same.Root())
	}
	if before.Root() == after.Root() {
		t.Error("another history has the same root")
	}
	for name, change := range map[string]func(*events.Recorded){
		"stream":   func(r *events.Recorded) { r.Stream = "review-2" },
		"revision": func(r *events.Recorded) { r.Revision++ },
		"time": func(r *events.Recorded) {
			r.Meta = []byte(strings.Replace(string(r.Meta), "09:00:00.123Z", "09:00:00.124Z", 1))
		},
		"type":     func(r *events.Recorded) { r.Type = "ReviewFeatured" },
		"metadata": func(r *events.Recorded) { r.Meta = []byte(`{}`) },
	} {
		changed := chained(t, "It breaks")
		change(&changed[1])
		if after := treeOf(changed); before.Root() == after.Root() {
			t.Errorf("a changed %s has the same root", name)
		}
	}
	history[0].Position++ // a copy of the log may have other positions
	history[0].Created = history[0].Created.AddDate(1, 0, 0)
	if moved := treeOf(history); moved.Root() != before.Root() {
		t.Error("the root is another one when the log was copied")
	}
}

// Reading once from the beginning makes the same tree as keeping all its hashes.
func TestTreeIsTheOneOfRFC6962(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var tree proof.Tree
		var hashes []tlog.Hash
		reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			read := make([]tlog.Hash, len(indexes))
			for i, index := range indexes {
				read[i] = hashes[index]
			}
			return read, nil
		})
		for n, data := range rapid.SliceOfN(rapid.SliceOf(rapid.Byte()), 0, 70).Draw(rt, "records") {
			more, err := tlog.StoredHashes(int64(n), data, reader)
			if err != nil {
				rt.Fatal(err)
			}
			hashes = append(hashes, more...)
			tree.Add(tlog.RecordHash(data))
		}
		want, err := tlog.TreeHash(tree.Size(), reader)
		if err != nil || tree.Root() != want {
			rt.Errorf("%d leaves: got %v, want %v, %v", tree.Size(), tree.Root(), want, err)
		}
	})
}

func newKey(t *testing.T, site string) *proof.Key {
	t.Helper()
	key, err := (&proof.KeyFile{Path: filepath.Join(t.TempDir(), "signing.key"), SiteURL: site}).Key()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestCheckpointsAreBelievedOnlyAsTheyWereSigned(t *testing.T) {
	key, other := newKey(t, "https://example.com"), newKey(t, "https://example.org")
	tree := treeOf(chained(t, "It breaks"))
	want := proof.Checkpoint{Origin: "example.com", Size: 3, Root: tree.Root(), Position: 12,
		Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	text, err := key.Sign(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, copied := range map[string]string{"as signed": string(text),
		"after a mail program": strings.ReplaceAll(string(text), "\n", "\r\n")} {
		if got, err := proof.Open([]byte(copied), key.Public()+"\n"); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
	foreign, err := other.Sign(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text, key string
		err             error
		says            string
	}{
		{"another size", strings.Replace(string(text), "\n3\n", "\n2\n", 1), key.Public(), proof.ErrTampered, "example.com"},
		{"another time", strings.Replace(string(text), "2026", "2025", 1), key.Public(), proof.ErrTampered, "example.com"},
		{"another origin", strings.Replace(string(text), "example.com\n", "example.org\n", 1), key.Public(), proof.ErrTampered, "example.com"},
		{"another site's", string(foreign), key.Public(), proof.ErrOtherKey, "example.org"},
		{"another site's key", string(text), other.Public(), proof.ErrOtherKey, "example.com"},
		{"a new key of the site", string(text), newKey(t, "https://example.com").Public(), proof.ErrOtherKey, "example.com"},
		{"no signature", strings.SplitAfter(string(text), "\n\n")[0], key.Public(), proof.ErrNoCheckpoint, ""},
		{"nothing", "", key.Public(), proof.ErrNoCheckpoint, ""},
		{"a book", strings.Repeat("book ", proof.MaxCheckpoint), key.Public(), proof.ErrNoCheckpoint, "bytes"},
		{"no key", string(text), "ed25519", nil, "name+hash+key"},
	} {
		_, err := proof.Open([]byte(c.text), c.key)
		if err == nil || (c.err != nil && !errors.Is(err, c.err)) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v that says %q", c.name, err, c.err, c.says)
		}
	}
}

func TestASiteHasOneKeyForItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "signing.key")
	if _, err := (&proof.KeyFile{Path: path}).Existing(); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a key that was never made: %v", err)
	}
	publics := make([]string, 8) // servers that start at once on one folder
	var starting sync.WaitGroup
	for i := range publics {
		starting.Go(func() {
			if key, err := (&proof.KeyFile{Path: path}).Key(); err != nil {
				t.Error(err)
			} else {
				publics[i] = key.Public()
			}
		})
	}
	starting.Wait()
	for _, public := range publics {
		if public != publics[0] || !strings.HasPrefix(public, "candor/") {
			t.Errorf("keys %q and %q", publics[0], public)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info.Mode(), err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("beside the key lies something: %v, %v", left, err)
	}
	for _, broken := range []string{"", "PRIVATE+KEY", "PRIVATE+KEY+a+00000000+" + base64.StdEncoding.EncodeToString(make([]byte, 33))} {
		if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := (&proof.KeyFile{Path: path}).Key(); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("a broken key %q: %v", broken, err)
		}
	}
}
