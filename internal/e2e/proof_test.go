package e2e

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"go.etcd.io/bbolt"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// forge replaces old by new, of the same length, everywhere in a log's file, with checksums that fit.
func forge(t *testing.T, dir, old, new string) {
	t.Helper()
	db, err := bbolt.Open(datadir.Folder(dir).LogFile(), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = db.Update(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
			changed := map[string][]byte{}
			err := b.ForEach(func(key, value []byte) error {
				if len(key) == 8 && strings.Contains(string(value), old) {
					forged := []byte(strings.ReplaceAll(string(value), old, new))
					binary.BigEndian.PutUint32(forged, crc32.Checksum(append(bytes.Clone(key), forged[4:]...), crc32.MakeTable(crc32.Castagnoli)))
					changed[string(key)] = forged
				}
				return nil
			})
			for key, value := range changed {
				found++
				if err := b.Put([]byte(key), value); err != nil {
					return err
				}
			}
			return err
		})
	})
	if err != nil || found == 0 || len(old) != len(new) {
		t.Fatalf("forge %q: %d found, %v", old, found, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// rechain rewrites the chain of a stream after one of its events was changed, as a thorough forger would.
func rechain(t *testing.T, dir, stream string, before []events.Recorded) {
	t.Helper()
	for i := range before[:len(before)-1] {
		forge(t, dir, before[i].Hash(), recorded(t, dir, stream)[i].Hash())
	}
}

func recorded(t *testing.T, dir, stream string) []events.Recorded {
	t.Helper()
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var all []events.Recorded
	if err := d.Load(t.Context(), stream, 0, func(r events.Recorded) error { all = append(all, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// copied returns a copy of a data folder whose server is stopped.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestACheckpointFindsWhatTheChainsDoNot(t *testing.T) {
	t.Parallel()
	const address = "CANDOR_SITE_URL=http://reviews.example"
	dir, kept := t.TempDir(), t.TempDir()
	first, second := filepath.Join(kept, "first.txt"), filepath.Join(kept, "second.txt")
	s := serve(t, dir, address)
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	checkpoint := func(file string) string {
		t.Helper()
		mustCandor(t, "", address, "--data", dir, "checkpoint", "-o", file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	admin.want(201, "POST", "/api/reviews", map[string]any{
		"productName": "Slate 15", "productBrand": "Tarnholt", "categoryId": 1, "title": "It breaks", "content": "Quiet.", "authorName": "Ada"})
	early := checkpoint(first)
	if !strings.HasPrefix(early, "reviews.example\n") || s.visitor().want(200, "GET", "/api/checkpoint", nil) != early {
		t.Errorf("the checkpoint is\n%s", early)
	}
	s.stop()
	short := copied(t, dir)
	s = serve(t, dir, address)
	admin = s.visitor()
	admin.signIn(adminPassword)
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"verdict": "Wait.", "isPublished": true})
	late := strings.SplitAfter(checkpoint(second), "\n")
	public := mustCandor(t, "", address, "--data", dir, "checkpoint", "--key")
	if public != s.visitor().want(200, "GET", "/api/checkpoint/key", nil) {
		t.Errorf("the key is %s", public)
	}
	verify := func(dir string, args ...string) (string, error) {
		t.Helper()
		said, _, err := candor(t, "", append([]string{"--data", dir, "verify"}, args...)...)
		return said, err
	}
	both := []string{"--checkpoint", second, "--checkpoint", first}
	confirmed := func(when, dir string) {
		t.Helper()
		said, err := verify(dir, both...)
		if err != nil || strings.Count(said, "matches what reviews.example signed on") != 2 ||
			!strings.Contains(said, late[1][:len(late[1])-1]+" events") {
			t.Errorf("%s: verify said %q, %v", when, said, err)
		}
	}
	confirmed("beside the server", dir)
	abroad := append([]string{"--against", s.url + "/", "--key", strings.TrimSpace(public)}, both...)
	if said, err := verify(t.TempDir(), abroad...); err != nil || strings.Count(said, "still has the history") != 2 {
		t.Errorf("without the log: %q, %v", said, err)
	}
	s.stop()
	confirmed("without a server", dir)
	if offline := strings.SplitAfter(checkpoint(filepath.Join(kept, "offline.txt")), "\n"); strings.Join(offline[:4],
		"") != strings.Join(late[:4], "") {
		t.Errorf("without a server the checkpoint is %v, and was %v", offline, late)
	}

	refused := func(what string, err error, says ...string) {
		t.Helper()
		if err == nil {
			t.Errorf("%s was not found", what)
			return
		}
		for _, part := range says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", what, err, part)
			}
		}
	}
	_, err := verify(short, both...)
	refused("a log cut short", err, "cut short", "reviews.example")

	forged := copied(t, dir)
	before := recorded(t, forged, "review-1")
	forge(t, forged, "It breaks", "It holds!")
	_, err = verify(forged, both...)
	refused("an event changed in the file", err, "is not what reviews.example signed", "review-1", "revision 1")
	rechain(t, forged, "review-1", before)
	_, err = verify(forged, both...)
	refused("a rewritten chain", err, "is not what reviews.example signed", "ReviewCreated at revision 0 of review-1")
	if err := os.RemoveAll(datadir.Folder(forged).Models()); err != nil {
		t.Fatal(err)
	}
	if said, err := verify(forged); err != nil {
		t.Errorf("the forgery shows without a checkpoint, so it tells nothing of one: %q, %v", said, err)
	}
	_, err = verify(forged, both...)
	refused("a rewritten chain, without a read model that knows better", err, "is not what reviews.example signed", "every chain is intact")
	other := serve(t, forged, address)
	_, err = verify(t.TempDir(), append([]string{"--against", other.url}, abroad[2:]...)...)
	refused("a forged site", err, other.url, "can't prove")
	other.stop()

	late2 := copied(t, dir)
	before = recorded(t, late2, "review-1")
	forge(t, late2, `"Wait."`, `"Buy!!"`)
	rechain(t, late2, "review-1", before)
	_, err = verify(late2, both...)
	refused("a change after the first checkpoint", err, "the change is after", "ReviewUpdated at revision 1 of review-1")

	tampered := filepath.Join(kept, "tampered.txt")
	if err := os.WriteFile(tampered, []byte(strings.Replace(early, "position ", "position 1", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = verify(dir, "--checkpoint", tampered)
	refused("a tampered checkpoint", err, tampered, "changed after it was signed")
	stranger := t.TempDir()
	_, err = verify(dir, "--checkpoint", first, "--key", mustCandor(t, "", "--data", stranger, "checkpoint", "--key", "--site-url",
		"https://other.example"))
	refused("another site's key", err, "not signed with the given key", "reviews.example", "other.example")
	_, err = verify(t.TempDir(), "--checkpoint", first)
	refused("a folder without a key", err, "--key")
	_, err = verify(dir, "--key", "nonsense")
	refused("no checkpoint", err, "--checkpoint")
	_, err = verify(dir, "--checkpoint", first, "--key", "nonsense")
	refused("no key", err, "nonsense", "name+hash+key")
}
