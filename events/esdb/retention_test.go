package esdb_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/events/esdb"
)

// metadata is what the stream's metadata says, and how often it was written; "" for none.
func metadata(t *testing.T, log *esdb.Log, stream string) (string, uint64) {
	t.Helper()
	last, err := log.Last(testContext(t), "$$"+stream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return "", 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(last.Data), last.Revision + 1
}

func TestSetMaxAgeLeavesTheRestOfTheMetadata(t *testing.T) {
	log := newLog(t, newNode(t))
	const stream = "pageviews-2026-11-21"
	set := func(age time.Duration, writes bool, want string) {
		t.Helper()
		at, err := log.SetMaxAge(testContext(t), stream, age)
		if err != nil || (at > 0) != writes {
			t.Errorf("%v: position %d, %v", age, at, err)
		}
		if got, _ := metadata(t, log, stream); got != want {
			t.Errorf("%v: %s, want %s", age, got, want)
		}
	}
	set(0, false, "")
	set(48*time.Hour, true, `{"$maxAge":172800}`)
	set(48*time.Hour, false, `{"$maxAge":172800}`)
	foreign := events.Proposed{ID: uuid.New(), Type: "$metadata", Data: []byte(`{"$acl":{"$r":"ada"},"$maxAge":5,"$maxCount":10,"by":[1,2]}`)}
	if _, err := log.Append(testContext(t), "$$"+stream, events.Any, foreign); err != nil {
		t.Fatal(err)
	}
	set(time.Hour, true, `{"$acl":{"$r":"ada"},"$maxAge":3600,"$maxCount":10,"by":[1,2]}`)
	set(0, true, `{"$acl":{"$r":"ada"},"$maxCount":10,"by":[1,2]}`)
	set(0, false, `{"$acl":{"$r":"ada"},"$maxCount":10,"by":[1,2]}`)
}

func TestSetMaxAgeWritesOnceHoweverManyTry(t *testing.T) {
	log := newLog(t, newNode(t))
	var tries sync.WaitGroup
	for range 8 {
		tries.Go(func() {
			if _, err := log.SetMaxAge(testContext(t), "visitor-1", time.Hour); err != nil {
				t.Error(err)
			}
		})
	}
	tries.Wait()
	if got, writes := metadata(t, log, "visitor-1"); got != `{"$maxAge":3600}` || writes != 1 {
		t.Errorf("%s, written %d times", got, writes)
	}
}

func TestSetMaxAgeDoesNotReviveADeletedStream(t *testing.T) {
	log := newLog(t, newNode(t))
	mustAppend(t, log, "visitor-1", events.ReviewPublished{ReviewID: 1, At: at})
	if err := log.DeleteStream(testContext(t), "visitor-1", events.Any); err != nil {
		t.Fatal(err)
	}
	if at, err := log.SetMaxAge(testContext(t), "visitor-1", time.Hour); err != nil || at != 0 {
		t.Errorf("position %d, %v", at, err)
	}
	if _, err := log.Last(testContext(t), "visitor-1"); !errors.Is(err, events.ErrStreamNotFound) {
		t.Errorf("it is back: %v", err)
	}
}
