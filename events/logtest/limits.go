package logtest

import (
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

var limits = map[string]func(suite){
	"only the last events are kept":                  maxCount,
	"events are kept for a time":                     maxAge,
	"a limit leaves the rest of the metadata":        limitKeepsTheRest,
	"a limit is written once, however many try":      limitIsWrittenOnce,
	"a limit does not bring a deleted stream back":   limitRevivesNothing,
	"a limit can be there before the stream is used": limitFirst,
}

func maxCount(s suite) {
	stream := s.stream("visitor-1")
	ps, at := s.fill(stream, 5)
	if _, err := s.SetMaxCount(s.ctx(), stream, 2); err != nil {
		s.Fatal(err)
	}
	s.holds(stream, ps[3:]...)
	next := s.published(6)
	if w := s.append(stream, events.Exactly(4), next); w.Revision != 5 {
		s.Errorf("the next append: %+v", w)
	}
	s.holds(stream, ps[4], next)
	if r, found, err := s.At(s.ctx(), at[0]); err != nil || !found || r.Position < at[0] {
		s.Errorf("the log at the first event: %+v, %v, %v", r, found, err)
	}
	if _, err := s.SetMaxCount(s.ctx(), stream, 0); err != nil {
		s.Fatal(err)
	}
	s.holds(stream, append(ps, next)...)
}

func maxAge(s suite) {
	stream := s.stream("visitor-1")
	ps, _ := s.fill(stream, 1)
	if _, err := s.SetMaxAge(s.ctx(), stream, time.Hour); err != nil {
		s.Fatal(err)
	}
	s.holds(stream, ps...)
	if _, err := s.SetMaxAge(s.ctx(), stream, time.Second); err != nil {
		s.Fatal(err)
	}
	s.eventually("the event is hidden", func() bool {
		_, err := s.Last(s.ctx(), stream)
		return errors.Is(err, events.ErrStreamNotFound)
	})
}

func limitKeepsTheRest(s suite) {
	stream := s.stream("pageviews")
	set := func(age time.Duration, writes bool, want string) {
		s.Helper()
		at, err := s.SetMaxAge(s.ctx(), stream, age)
		if err != nil || (at > 0) != writes {
			s.Errorf("%v: position %d, %v", age, at, err)
		}
		if got, _ := s.metadata(stream); got != want {
			s.Errorf("%v: %s, want %s", age, got, want)
		}
	}
	set(0, false, "")
	set(48*time.Hour, true, `{"$maxAge":172800}`)
	set(48*time.Hour, false, `{"$maxAge":172800}`)
	others := events.Proposed{ID: uuid.New(), Type: "$metadata",
		Data: []byte(`{"$acl":{"$r":"ada"},"$maxAge":5,"$maxCount":10,"by":[1,2]}`)}
	s.append(events.MetadataPrefix+stream, events.Any, others)
	set(time.Hour, true, `{"$acl":{"$r":"ada"},"$maxAge":3600,"$maxCount":10,"by":[1,2]}`)
	set(0, true, `{"$acl":{"$r":"ada"},"$maxCount":10,"by":[1,2]}`)
	set(0, false, `{"$acl":{"$r":"ada"},"$maxCount":10,"by":[1,2]}`)
	if at, err := s.SetMaxCount(s.ctx(), stream, 3); err != nil || at == 0 {
		s.Errorf("position %d, %v", at, err)
	}
	if got, _ := s.metadata(stream); got != `{"$acl":{"$r":"ada"},"$maxCount":3,"by":[1,2]}` {
		s.Errorf("after a count: %s", got)
	}
}

func limitIsWrittenOnce(s suite) {
	stream := s.stream("visitor-1")
	var tries sync.WaitGroup
	for range 8 {
		tries.Go(func() {
			if _, err := s.SetMaxAge(s.ctx(), stream, time.Hour); err != nil {
				s.Error(err)
			}
		})
	}
	tries.Wait()
	if got, writes := s.metadata(stream); got != `{"$maxAge":3600}` || writes != 1 {
		s.Errorf("%s, written %d times", got, writes)
	}
}

func limitRevivesNothing(s suite) {
	stream := s.stream("visitor-1")
	s.fill(stream, 1)
	if err := s.DeleteStream(s.ctx(), stream, events.Any); err != nil {
		s.Fatal(err)
	}
	if at, err := s.SetMaxAge(s.ctx(), stream, time.Hour); err != nil || at != 0 {
		s.Errorf("position %d, %v", at, err)
	}
	_, err := s.Last(s.ctx(), stream)
	s.fails(err, events.ErrStreamNotFound, "last")
}

func limitFirst(s suite) {
	stream := s.stream("visitor-1")
	if _, err := s.SetMaxCount(s.ctx(), stream, 1); err != nil {
		s.Fatal(err)
	}
	_, err := s.Last(s.ctx(), stream)
	s.fails(err, events.ErrStreamNotFound, "last, before the first event")
	ps, _ := s.fill(stream, 2)
	s.holds(stream, ps[1])
}
