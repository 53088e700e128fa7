package embedded

// Scavenging: removing hidden events from the file while the node serves.

import (
	"context"
	"errors"
	"time"

	"candor/events/embedded/internal/engine"
)

// Errors of starting a scavenge.
var (
	ErrScavenging = errors.New("a scavenge is under way already")    // another one is under way
	ErrCopying    = errors.New("a backup of the log is being taken") // and would miss removed events
	ErrStopping   = engine.ErrStopping                               // the node is being closed
)

// Scavenged is the result of a scavenge.
type Scavenged struct {
	Removed uint64        // events
	Before  int64         // bytes of the file in use
	After   int64         // the same, now
	Pause   time.Duration // that appends waited for it
}

// Scavenge removes the events that no reader of their stream may see any more: those of deleted streams, and those beyond
// $maxAge, $maxCount and $tb. Positions, revisions, metadata and the events that say that a stream is deleted for ever stay. As in
// EventStoreDB the last event of a stream stays, too, unless the stream is deleted for ever; but it goes when it is older
// than $maxAge.
//
// The remaining events are copied into a new file, which replaces the old one when it is complete and synced, so that the bytes of
// removed events are in no file. Appends and reads continue meanwhile; appends wait once, for Pause. A
// kill at any moment leaves the old file or the new one. progress is called with the position reached and the end of the log, and
// may be nil. Errors: [ErrScavenging], [ErrCopying], [ErrStopping], ctx's, or one of writing the new file, after which the
// log is unchanged.
func (n *Node) Scavenge(ctx context.Context, progress func(at, head uint64)) (Scavenged, error) {
	if err := n.beginScavenge(); err != nil {
		return Scavenged{}, err
	}
	defer n.scavenges.Done()
	defer n.rewriting.Unlock()
	return n.scavenge(ctx, progress)
}

// StartScavenge starts a scavenge in the background. before is called first, and its error is returned; after is called
// when the scavenge has ended, and the node isn't closed before it returns. Errors: [ErrScavenging], [ErrCopying], [ErrStopping].
func (n *Node) StartScavenge(before func() error, after func(Scavenged, error)) error {
	if err := n.beginScavenge(); err != nil {
		return err
	}
	if err := before(); err != nil {
		n.rewriting.Unlock()
		n.scavenges.Done()
		return err
	}
	go func() {
		defer n.scavenges.Done()
		s, err := n.scavenge(context.Background(), nil)
		n.rewriting.Unlock() // first: after may start the next one
		after(s, err)
	}()
	return nil
}

// scavenge scavenges until ctx ends or the node is closed. The caller holds rewriting.
func (n *Node) scavenge(ctx context.Context, progress func(at, head uint64)) (Scavenged, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-n.stop:
			cancel(ErrStopping)
		case <-ctx.Done():
		}
	}()
	began := time.Now()
	s, err := n.engine.Scavenge(ctx, progress)
	if err != nil {
		n.config.Logger.Warn().Err(err).Msg("scavenge ended early")
		return Scavenged(s), err
	}
	n.config.Logger.Info().Uint64("removed", s.Removed).Int64("bytes_before", s.Before).Int64("bytes_after", s.After).
		Dur("pause_ms", s.Pause).Dur("took_ms", time.Since(began)).Msg("event store scavenged")
	return Scavenged(s), nil
}

// beginScavenge registers a scavenge, for which Close waits, and locks rewriting.
func (n *Node) beginScavenge() error {
	n.stopping.Lock()
	defer n.stopping.Unlock()
	select {
	case <-n.stop:
		return ErrStopping
	default:
	}
	if !n.rewriting.TryLock() {
		if n.rewriting.TryRLock() {
			n.rewriting.RUnlock()
			return ErrCopying
		}
		return ErrScavenging
	}
	n.scavenges.Add(1)
	return nil
}
