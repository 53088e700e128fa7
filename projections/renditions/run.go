// Making what is missing, and deleting what isn't needed any more.

package renditions

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"candor/projections/projector"
)

const (
	readyTime = time.Second            // between two looks at pictures that can't be read yet
	minRetry  = 15 * time.Second       // after copies couldn't be written, at first; each time twice as long
	maxRetry  = 8 * time.Minute        // at most
	busyTime  = 100 * time.Millisecond // how long pictures that nobody waits for are put off while requests come in
	mostBusy  = 5 * time.Second        // and at most

	// maxTries is how often work on a picture may begin that the process doesn't survive. The first time something else may have ended it.
	maxTries = 2
)

// died is why there are no copies of a picture over which the process died.
const died = "The server stopped while it was resizing it."

// Run makes copies until ctx ends. It is called once.
func (s *Store) Run(ctx context.Context) {
	if err := s.find(); err != nil {
		s.tellOnce(err)
	}
	var sweeping sync.WaitGroup
	sweeping.Go(func() { s.follow(ctx) })
	s.makeMissing(ctx)
	sweeping.Wait()
}

// follow deletes the copies of pictures that are gone, now and whenever one goes, and lets those of the others be made: first of those that
// have come.
func (s *Store) follow(ctx context.Context) {
	var before []string
	for ctx.Err() == nil {
		changed := s.config.Media.Changed()
		stored, err := s.config.Media.Stored()
		if err != nil { // it isn't ready
			await(ctx, readyTime, changed)
			continue
		}
		var retry time.Duration
		if err := s.sweep(stored); err != nil {
			s.tellOnce(err)
			retry = minRetry
		}
		s.queue(before, stored)
		before = stored
		await(ctx, retry, changed)
	}
}

// sweep deletes what is kept of pictures that aren't stored.
func (s *Store) sweep(stored []string) (err error) {
	s.mu.Lock()
	var gone []string
	for _, sha256 := range slices.Concat(slices.Collect(maps.Keys(s.known)), slices.Collect(maps.Keys(s.tried))) {
		if _, found := slices.BinarySearch(stored, sha256); !found {
			gone = append(gone, sha256)
		}
	}
	s.mu.Unlock()
	for _, sha256 := range gone {
		err = errors.Join(err, s.remove(sha256))
	}
	return err
}

// queue lets the copies of stored pictures be made. Those that weren't stored before come first, unless none were; those over which the
// process died, last.
func (s *Store) queue(before, stored []string) {
	s.mu.Lock()
	s.others = slices.DeleteFunc(slices.Clone(stored), func(sha256 string) bool { return s.known[sha256].complete })
	slices.SortStableFunc(s.others, func(a, b string) int { return s.tried[a] - s.tried[b] })
	others := s.others
	s.mu.Unlock()
	if before != nil {
		for _, sha256 := range others {
			if _, found := slices.BinarySearch(before, sha256); !found {
				s.Want(sha256)
			}
		}
	}
	s.wake()
}

// makeMissing makes the copies of all pictures that have none.
func (s *Store) makeMissing(ctx context.Context) {
	retry := minRetry
	for ctx.Err() == nil {
		sha256, waitedFor := s.next()
		if sha256 == "" {
			await(ctx, 0, s.woken)
			continue
		}
		began := time.Now()
		err := s.make(ctx, sha256, waitedFor)
		switch {
		case errors.Is(err, projector.ErrNotReady):
			s.putOff(sha256)
			await(ctx, readyTime, nil)
		case ctx.Err() != nil: // that may be why
		case err != nil:
			s.tellOnce(err)
			s.putOff(sha256)
			await(ctx, retry, nil)
			retry = min(2*retry, maxRetry)
		default:
			retry = minRetry
			if !waitedFor {
				await(ctx, max(1, time.Since(began)), s.woken) // half of one processor
			}
		}
	}
}

// next returns the picture to make: one that somebody waits for, or else any that may have no copies; "" without any.
func (s *Store) next() (sha256 string, waitedFor bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for queue := range 2 {
		list := []*[]string{&s.asked, &s.others}[queue]
		for len(*list) > 0 {
			sha256, *list = (*list)[0], (*list)[1:]
			if !s.known[sha256].complete {
				return sha256, queue == 0
			}
		}
		*list = nil
	}
	return "", false
}

// putOff lets a picture be made after all others.
func (s *Store) putOff(sha256 string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others = append(s.others, sha256)
}

// make makes a picture's copies, if it is stored and they aren't there. Its error says why they can't be kept, or not be made now.
func (s *Store) make(ctx context.Context, sha256 string, waitedFor bool) error {
	shape, contentType, _, err := s.config.Media.Shape(sha256)
	if isGone(err) {
		return s.remove(sha256)
	}
	if err != nil {
		return err
	}
	widths := shape.Renditions()
	if s.complete(sha256, widths) {
		of := s.measure(sha256)
		of.complete = true
		s.note(sha256, of)
		return s.end(sha256)
	}
	if files, found := s.allShipped(sha256, widths); found {
		return s.kept(sha256, widths, files, "")
	}
	if !waitedFor {
		s.letRequestsPass(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	err = s.makeAnew(ctx, sha256, contentType, widths)
	if isGone(err) {
		return s.remove(sha256)
	}
	if err != nil {
		return err
	}
	if _, _, _, err := s.config.Media.Shape(sha256); isGone(err) { // it went meanwhile, and was swept before there was anything
		return s.remove(sha256)
	}
	return nil
}

// makeAnew makes and keeps a picture's copies. The picture is marked while it is worked on.
func (s *Store) makeAnew(ctx context.Context, sha256, contentType string, widths []int) error {
	if s.triesOf(sha256) >= maxTries {
		return s.giveUp(sha256, widths, died)
	}
	_, file, err := s.config.Media.FileOnce(sha256)
	if err != nil {
		return err
	}
	if err := s.begin(sha256); err != nil {
		return err
	}
	files, err := s.config.Copies(ctx, contentType, file, widths)
	if err != nil {
		if why := s.config.Reason(err); why != "" {
			return s.giveUp(sha256, widths, why)
		}
		return errors.Join(err, s.end(sha256))
	}
	return s.kept(sha256, widths, files, "")
}

// giveUp keeps why a picture has no copies.
func (s *Store) giveUp(sha256 string, widths []int, why string) error {
	s.config.Logger.Warn().Str("picture", sha256).Str("reason", why).Msg("a picture can't be made smaller: readers get the original")
	return s.kept(sha256, widths, make([][]byte, len(widths)), why)
}

// kept is keep, after which the picture isn't worked on any more.
func (s *Store) kept(sha256 string, widths []int, files [][]byte, why string) error {
	of, err := s.keep(sha256, widths, files, why)
	if err == nil {
		s.mu.Lock()
		s.known[sha256], s.told = of, false
		s.mu.Unlock()
	}
	return errors.Join(err, s.end(sha256))
}

func isGone(err error) bool {
	return errors.Is(err, projector.ErrNotFound) || errors.Is(err, projector.ErrRemoved)
}

// letRequestsPass waits while requests come in, for a while.
func (s *Store) letRequestsPass(ctx context.Context) {
	for waited := time.Duration(0); waited < mostBusy && s.config.Busy() && ctx.Err() == nil; waited += busyTime {
		await(ctx, busyTime, nil)
	}
}

// await waits for a time, unless it is 0, for a signal, or for the end of ctx.
func await(ctx context.Context, atMost time.Duration, signal <-chan struct{}) {
	var late <-chan time.Time
	if atMost > 0 {
		timer := time.NewTimer(atMost)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-ctx.Done():
	case <-signal:
	case <-late:
	}
}
