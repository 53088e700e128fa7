// Whether the log is the one that the files of a set were made from.

package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"candor/events"
)

// LogKnown returns nil while every read model follows the log that it was made from; otherwise ErrOtherLog, or an error
// because that is unknown while the log is away. Nothing should be written then. It reads memory only.
func (s *Set) LogKnown() error {
	return s.logKnown(func(g *generation) bool { return g.known.Load() })
}

// LogRefused is LogKnown for callers that can wait as long as [Set.AwaitLogKnown] does: its error is ErrOtherLog, or says that
// the log has been unknown for longer than that.
func (s *Set) LogRefused() error {
	return s.logKnown(func(g *generation) bool {
		_, _, failure := g.at()
		return g.known.Load() || !errors.Is(failure, ErrOtherLog) && time.Since(time.Unix(0, g.asked.Load())) < events.RetryTimeout
	})
}

// AwaitLogKnown returns nil once every read model has found, since the call or before, that the log is its own. Its error is
// LogRefused's, or ctx's with that of LogKnown.
func (s *Set) AwaitLogKnown(ctx context.Context) error {
	if s.LogKnown() == nil {
		return nil
	}
	began := time.Now().UnixNano()
	for {
		err := s.logKnown(func(g *generation) bool { return g.known.Load() || g.seen.Load() > began })
		if err == nil {
			return nil
		}
		if refused := s.LogRefused(); refused != nil {
			return refused
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", err, ctx.Err())
		case <-time.After(logPause / 20):
		}
	}
}

func (s *Set) logKnown(known func(g *generation) bool) error {
	for _, p := range s.Projectors() {
		g := p.current.Load()
		if known(g) {
			continue
		}
		if _, _, failure := g.at(); failure != nil {
			return fmt.Errorf("read model %s: %w: %w", p.definition.Name, events.ErrUnavailable, failure)
		}
		return fmt.Errorf("read model %s: %w: it is being compared with the log", p.definition.Name, events.ErrUnavailable)
	}
	return nil
}

// WaitLogKnown returns when LogKnown returns nil, or with its error when that is ErrOtherLog or ctx ends.
func (s *Set) WaitLogKnown(ctx context.Context) error {
	for {
		err := s.LogKnown()
		if err == nil || errors.Is(err, ErrOtherLog) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(logPause / 20):
		}
	}
}
