// Making what is missing, and deleting what isn't needed any more.

package renditions

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"candor/projections/projector"
)

const (
	readyTime = time.Second            // between two looks at pictures that can't be read yet
	retryTime = 15 * time.Second       // after copies couldn't be written, at first; each time twice as long
	mostRetry = 8 * time.Minute        // at most
	busyTime  = 100 * time.Millisecond // how long pictures that nobody waits for are put off while requests come in
	mostBusy  = 5 * time.Second        // and at most
)

// Run makes copies until ctx ends; it then finishes the copy that it works on. It is called once.
func (s *Store) Run(ctx context.Context) {
	if err := s.find(); err != nil {
		s.tellOnce(err)
	}
	var sweeping sync.WaitGroup
	sweeping.Go(func() { s.follow(ctx) })
	s.makeMissing(ctx)
	s.rest()
	sweeping.Wait()
}

// follow deletes the copies of pictures that are gone, now and whenever one goes, and lets those of the others be made: first of those that have come.
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
			retry = s.config.Retry
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
	for sha256 := range s.known {
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

// queue lets the copies of stored pictures be made. Those that weren't stored before come first, unless none were.
func (s *Store) queue(before, stored []string) {
	s.mu.Lock()
	s.others = slices.DeleteFunc(slices.Clone(stored), func(sha256 string) bool { return s.known[sha256].complete })
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
	retry := s.config.Retry
	for ctx.Err() == nil {
		sha256, waitedFor := s.next()
		if sha256 == "" {
			s.rest()
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
			s.rest()
			await(ctx, retry, nil)
			retry = min(2*retry, mostRetry)
		default:
			retry = s.config.Retry
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
		return nil
	}
	if !waitedFor {
		s.letRequestsPass(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	of, err := s.makeAnew(ctx, sha256, contentType, widths)
	if isGone(err) {
		return s.remove(sha256)
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.known[sha256], s.told = of, false
	s.mu.Unlock()
	if _, _, _, err := s.config.Media.Shape(sha256); isGone(err) { // it went meanwhile, and was swept before there was anything
		return s.remove(sha256)
	}
	return nil
}

// makeAnew makes and keeps a picture's copies.
func (s *Store) makeAnew(ctx context.Context, sha256, contentType string, widths []int) (copies, error) {
	_, file, err := s.config.Media.FileOnce(sha256)
	if err != nil {
		return copies{}, err
	}
	files, err := s.config.Copier.Copies(ctx, contentType, file, widths)
	if err != nil {
		if !slices.ContainsFunc(s.config.Hopeless, func(own error) bool { return errors.Is(err, own) }) {
			return copies{}, err
		}
		s.config.Logger.Warn().Err(err).Str("picture", sha256).Msg("a picture can't be made smaller: readers get the original")
		files = make([][]byte, len(widths))
	}
	return s.keep(sha256, widths, files)
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

// rest gives the encoder's memory back.
func (s *Store) rest() {
	if err := s.config.Copier.Close(); err != nil {
		s.config.Logger.Warn().Err(err).Msg("the encoder of pictures could not be closed")
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
