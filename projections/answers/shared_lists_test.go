// Tests of the answers of lists: one copy for all, and a bound on all copies.

package answers_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"testing"

	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// longReviews opens models with n published reviews of 20 KB that compress to little more than half.
func longReviews(t *testing.T, n int) (*modeltest.Log, *projections.Models) {
	t.Helper()
	log, random := modeltest.NewLog(), rand.New(rand.NewSource(1))
	m, err := projections.Open(t.Context(), modeltest.Config(t.TempDir(), log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	var at events.Position
	for i := range n {
		id, noise := events.ReviewID(i+1), make([]byte, 10_000)
		random.Read(noise)
		log.Append(t, id.Stream(), events.ReviewCreated{ReviewID: id, At: modeltest.Day(i),
			ReviewContent: events.ReviewContent{Title: fmt.Sprint("R", i), Content: hex.EncodeToString(noise), ProductName: "P"}})
		at = log.Append(t, id.Stream(), events.ReviewPublished{ReviewID: id, At: modeltest.Day(i)})
	}
	modeltest.Seen(t, at, m.Content)
	return log, m
}

func TestALargeListIsInMemoryCompressedAlone(t *testing.T) {
	_, m := longReviews(t, 40)
	a, err := m.Content.Reviews().List(content.Query{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	if a.Plain() != nil {
		t.Error("its body is in memory uncompressed, too")
	}
	var body bytes.Buffer
	if n, err := a.WriteTo(&body); err != nil || n != int64(a.Size()) || a.Size() < 800_000 {
		t.Errorf("%d of %d bytes are written: %v", n, a.Size(), err)
	}
	if zipped := bytes.Join(a.Gzip(), nil); !bytes.Equal(unzipped(t, zipped), body.Bytes()) || len(zipped) > a.Size()*2/3 {
		t.Errorf("compressed, %d bytes, it is not the same", len(zipped))
	}
	sum := sha256.Sum256(body.Bytes())
	if want := `"` + hex.EncodeToString(sum[:8]) + `"`; a.ETag != want {
		t.Errorf("ETag %s, want %s", a.ETag, want)
	}
	short, err := m.Content.Reviews().List(content.Query{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer short.Release()
	if short.Plain() == nil {
		t.Error("a short list is not ready as it is")
	}
}

func TestAListIsMadeOnceForAllWhoAskAtTheSameTime(t *testing.T) {
	_, m := longReviews(t, 40)
	all := make([]*answers.Answer, 16)
	var group sync.WaitGroup
	for i := range all {
		group.Go(func() {
			var err error
			if all[i], err = m.Content.Reviews().List(content.Query{}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, a := range all {
		if a != all[0] {
			t.Fatal("there are several copies of one list")
		}
		a.Release()
	}
}

// Whoever asks after a change must not be given what somebody began to read before it.
func TestAListIsNotSharedAcrossAChange(t *testing.T) {
	log, m := longReviews(t, 40)
	stop := make(chan struct{})
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if a, err := m.Content.Reviews().List(content.Query{}); err == nil {
					a.Release()
				}
			}
		})
	}
	defer group.Wait()
	defer close(stop)
	for i := range 20 {
		title := fmt.Sprint("changed ", i)
		modeltest.Seen(t, log.Append(t, "review-7", events.ReviewUpdated{ReviewID: 7, At: modeltest.Day(100 + i),
			Changes: events.ReviewChanges{Title: &title}}), m.Content)
		a, err := m.Content.Reviews().List(content.Query{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(a.Body()), title) {
			t.Fatalf("the list doesn't show change %d", i)
		}
		a.Release()
	}
}

func TestOnlyTheHeadOfALargeListIsMadeWhereNoMoreIsNeeded(t *testing.T) {
	_, m := longReviews(t, 40)
	head, err := m.Content.HeadOnly().Reviews().List(content.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if _, made := head.CompressedSize(); made || head.Plain() != nil {
		t.Error("it has a body")
	}
	whole, err := m.Content.Reviews().List(content.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if head.ETag != whole.ETag || head.Total != 40 || head.Size() != whole.Size() || !head.LastModified.Equal(whole.LastModified) {
		t.Errorf("%s of %d items, %d bytes; the whole one is %s of %d, %d bytes", head.ETag, head.Total, head.Size(), whole.ETag,
			whole.Total, whole.Size())
	}
	head.Release()
	whole.Release()
	if again, err := m.Content.HeadOnly().Reviews().List(content.Query{}); err != nil || again != whole {
		t.Errorf("a cached one is not used: %v", err)
	}
}

// What is being sent counts until it is sent, also when it is no longer cached.
func TestListsAreBoundedWithThoseThatAreStillSent(t *testing.T) {
	restore := answers.BoundLists(3<<20, 2<<20, 1<<20)
	log, m := longReviews(t, 40) // 400 KB and more, compressed
	var sending []*answers.Answer
	ask := func() error {
		a, err := m.Content.Reviews().List(content.Query{})
		if err == nil {
			sending = append(sending, a)
		}
		return err
	}
	change := func(i int) {
		title := fmt.Sprint("changed ", i)
		modeltest.Seen(t, log.Append(t, "review-7", events.ReviewUpdated{ReviewID: 7, At: modeltest.Day(100 + i),
			Changes: events.ReviewChanges{Title: &title}}), m.Content)
	}
	var full error
	for i := range 10 {
		if full = ask(); full != nil {
			break
		}
		change(i)
	}
	if !errors.Is(full, answers.ErrListsFull) || len(sending) != 4 {
		t.Fatalf("after %d copies: %v", len(sending), full)
	}
	if a, err := m.Content.Reviews().List(content.Query{Limit: 5}); err != nil {
		t.Errorf("a short list finds no room beside large ones: %v", err)
	} else {
		a.Release()
	}
	if a, err := m.Content.Reviews().AdminList(content.Query{}, content.Arrangement{Sort: "title"}); !errors.Is(err, answers.ErrListsFull) {
		a.Release()
		t.Errorf("the admin's list, sorted: %v", err)
	}
	sending[0].Release()
	if err := ask(); err != nil {
		t.Errorf("after one was sent: %v", err)
	}
	for _, a := range sending[1:] {
		a.Release()
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if used := restore(); used != 0 {
		t.Errorf("%d bytes still count when nothing is left", used)
	}
}

// Cached answers that nobody uses make room for others, the least recently used first.
func TestCachedListsMakeRoom(t *testing.T) {
	restore := answers.BoundLists(3<<20, 2<<20, 1<<20)
	defer restore()
	_, m := longReviews(t, 40)
	for n := range 20 {
		for _, q := range []content.Query{{Limit: 2}, {Limit: 20, Offset: n % 20}, {Offset: n % 20}} {
			a, err := m.Content.Reviews().List(q)
			if err != nil {
				t.Fatal(err)
			}
			a.Release()
		}
	}
	first, err := m.Content.Reviews().List(content.Query{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Release()
	if a, err := m.Content.Reviews().List(content.Query{Limit: 2}); err != nil || a != first {
		t.Errorf("what is asked for all the time is not cached: %v", err)
	}
}
