package embedded

// The node's lifecycle: the file, the engine on it, and their users.

import (
	"context"
	"fmt"
	"sync"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// What can be wrong with the log's file. Errors of [Open] wrap one of these and name the path; the file is then left
// as it was.
var (
	ErrLocked      = storage.ErrLocked      // another process, or another node of this one, has it open
	ErrForeignFile = storage.ErrForeignFile // it is not an event log of a format that this program knows
	ErrOldFormat   = storage.ErrOldFormat   // it is ErrForeignFile, too: a version from before the first release wrote it
	ErrDamaged     = storage.ErrDamaged     // it cannot be read as the event log that it was
)

// Node is an open event store. Use it by [Node.Log]; package server serves it to other programs.
type Node struct {
	config Config
	store  *storage.Store
	engine *engine.Engine
	stop   chan struct{} // closed with the node
	close  func() error

	stopping  sync.Mutex // orders the closing of stop and the counting of scavenges
	scavenges sync.WaitGroup
	rewriting sync.RWMutex // held by a scavenge, and by backups
}

// Open opens the file. Errors wrap [ErrLocked], [ErrForeignFile] or [ErrDamaged] when the file is the reason.
func Open(c Config) (*Node, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	began := time.Now()
	store, err := storage.Open(c.Path)
	if err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	n := &Node{config: c, store: store, stop: make(chan struct{})}
	n.engine = engine.New(store, c.Clock, func(err error) {
		c.Logger.Error().Err(err).Msg("event store takes no more writes")
	})
	n.close = sync.OnceValue(n.shut)
	c.Logger.Info().Str("path", c.Path).Uint64("position", n.engine.Last()).Dur("took_ms", time.Since(began)).Msg("event store is open")
	return n, nil
}

// Engine returns the engine, for package server.
func (n *Node) Engine() *engine.Engine { return n.engine }

// Stats are a node's figures.
type Stats struct {
	Position     uint64 // of the last event
	Bytes        int64  // of the file
	Commits      uint64 // groups of appends since the start, each made durable by one sync
	Appends      uint64 // appends, deletes and tombstones that wrote something since the start
	LargestGroup uint64 // most of these in one commit
	Failed       error  // why the node acknowledges nothing any more; nil while all is well
}

// Stats returns the current figures.
func (n *Node) Stats() Stats {
	e := n.engine.Stats()
	return Stats{
		Position:     n.engine.Last(),
		Bytes:        n.store.Size(),
		Commits:      e.Commits,
		Appends:      e.Appends,
		LargestGroup: e.Biggest,
		Failed:       e.Failed,
	}
}

// Close ends the subscriptions of its logs, lets appends under way finish, and closes the file. No goroutine is left. Closing twice is
// the same as once.
func (n *Node) Close() error { return n.close() }

func (n *Node) shut() error {
	n.stopping.Lock()
	close(n.stop)
	n.stopping.Unlock()
	n.scavenges.Wait() // they end when stop is closed
	n.engine.Close()
	err := n.store.Close()
	n.config.Logger.Info().Uint64("position", n.engine.Last()).AnErr("error", err).Msg("event store is closed")
	return err
}

// Verify reads the whole log and returns the first damage that it finds, wrapping [ErrDamaged]. The node keeps
// serving meanwhile.
func (n *Node) Verify(ctx context.Context) error { return n.store.Verify(ctx) }
