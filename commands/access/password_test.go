// Passwords: which stored hashes are accepted, and how many are made at a time.

package access

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/alexedwards/argon2id"

	"candor/commands"
)

func TestStoredHashes(t *testing.T) {
	const stored = "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$69I7qCjDTsQwhQqFvpQJiqEI0lGQvxC84fXE0Ktxca4"
	if !matches("correct horse battery", stored) {
		t.Error("a hash of an earlier version is refused")
	}
	if matches("correct horse batterz", stored) {
		t.Error("another password matches")
	}
	made, err := hashPassword("correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(made, "$argon2id$v=19$m=19456,t=2,p=1$") || !matches("correct horse battery", made) {
		t.Errorf("a new hash: %s", made)
	}
	if p, _, _, err := argon2id.DecodeHash(dummyHash); err != nil || *p != *hashParams {
		t.Errorf("checking the dummy hash does not cost what a real one does: %+v, %v", p, err)
	}
	for name, bad := range map[string]string{
		"empty":           "",
		"another format":  "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
		"another variant": strings.Replace(stored, "argon2id", "argon2i", 1),
		"another version": strings.Replace(stored, "v=19", "v=16", 1),
		"no passes":       strings.Replace(stored, "t=2", "t=0", 1),
		"many passes":     strings.Replace(stored, "t=2", "t=65", 1),
		"no lanes":        strings.Replace(stored, "p=1", "p=0", 1),
		"much memory":     strings.Replace(stored, "m=19456", "m=1048577", 1),
		"a short key":     stored[:len(stored)-43] + "AAAA",
		"a long key":      stored[:len(stored)-43] + strings.Repeat("A", 87),
	} {
		if checkHash(bad) == nil || matches("correct horse battery", bad) {
			t.Errorf("%s: %q is accepted", name, bad)
		}
	}
}

func TestTwoPasswordsAreHashedAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher()
		var running, refused atomic.Int32
		finish := make(chan struct{})
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				err := h.do(context.Background(), func() error {
					running.Add(1)
					<-finish
					return nil
				})
				if commands.KindOf(err) == commands.Unavailable {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if running.Load() != 2 || refused.Load() != 100-2-32 {
			t.Errorf("of 100 passwords %d are hashed at once, and %d refused", running.Load(), refused.Load())
		}
		close(finish)
		group.Wait()
		if running.Load() != 2+32 {
			t.Errorf("%d passwords were hashed, and 32 waited", running.Load())
		}
	})
}
