package projector_test

import (
	"fmt"
	"testing"
	"time"

	"candor/events"
	"candor/internal/eventually"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// waiting is a model whose Apply waits.
type waiting struct {
	projector.RowsOnly
	applying, goOn chan struct{}
}

func (w *waiting) Apply(*projector.Tx, *projector.Event) bool {
	w.applying <- struct{}{}
	<-w.goOn
	return true
}

// While a read model that has caught up is busy with an event, it lags by it.
func TestAnEventThatIsBeingAppliedCountsAsLag(t *testing.T) {
	log := modeltest.NewLog()
	w := &waiting{applying: make(chan struct{}), goOn: make(chan struct{})}
	conf := modeltest.Config(t.TempDir(), log)
	s, err := projector.OpenSet(t.Context(), projector.Config{Dir: conf.Dir, Log: log, Logger: conf.Logger},
		[]projector.ReadModel{{Definition: projector.Definition{
			Name: "waiting", Version: 1, Prefixes: []string{events.ReviewPrefix}, New: func() projector.Model { return w },
		}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.WaitCaughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := modeltest.Review(1, "A review")
	before := s.Status()[0].Position
	position := log.Append(t, r.ReviewID.Stream(), r)
	<-w.applying
	if got := s.Status()[0]; !got.CaughtUp || got.Position != before || got.Lag != position-before {
		t.Errorf("while the event is applied, the status is %+v, want a lag of %d", got, position-before)
	}
	close(w.goOn)
	modeltest.Seen(t, position, s)
	if got := s.Status()[0]; got.Lag != 0 {
		t.Errorf("afterwards, the lag is %d", got.Lag)
	}
}

// So does one that waits for its commit, as page views do for some seconds.
func TestAnEventThatWaitsForItsCommitCountsAsLag(t *testing.T) {
	log := modeltest.NewLog()
	conf := modeltest.Config(t.TempDir(), log)
	s, err := projector.OpenSet(t.Context(), projector.Config{Dir: conf.Dir, Log: log, Logger: conf.Logger},
		[]projector.ReadModel{{Definition: projector.Definition{
			Name: "delayed", Version: 1, Prefixes: []string{events.ReviewPrefix}, CommitDelay: time.Hour,
			New: func() projector.Model { return &delayed{} },
		}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.WaitCaughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := s.Status()[0].Position
	var position events.Position
	for id := range 3 {
		r := modeltest.Review(id+1, "A review")
		position = log.Append(t, r.ReviewID.Stream(), r)
	}
	eventually.Holds(t, func() error {
		if got := s.Status()[0]; !got.CaughtUp || got.Position != before || got.Lag != position-before {
			return fmt.Errorf("while events wait, the status is %+v, want a lag of %d", got, position-before)
		}
		return nil
	})
	modeltest.Seen(t, position, s) // which commits them
	if got := s.Status()[0]; got.Lag != 0 {
		t.Errorf("afterwards, the lag is %d", got.Lag)
	}
}

// delayed keeps nothing.
type delayed struct{ projector.RowsOnly }

func (*delayed) Apply(*projector.Tx, *projector.Event) bool { return true }
