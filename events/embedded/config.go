package embedded

// What a node is told.

import (
	"errors"
	"time"

	"github.com/rs/zerolog"

	"candor/events/embedded/internal/storage"
)

// Config says where a node keeps its events.
type Config struct {
	// Path is the log's file. It is created, with its folder, if it is missing.
	Path string
	// Forget tells of which streams the very names must go: a scavenge leaves nothing at all of one that is deleted, neither a
	// tombstone nor its metadata, and the name is as if it had never been used. EventStoreDB has nothing like it. Nil is none.
	Forget func(stream string) bool
	// Logger is told about the node's life, never about events.
	Logger zerolog.Logger
	// Clock tells the time, for when events were created and for $maxAge. Nil is time.Now.
	Clock func() time.Time
	// Storage is for tests: small limits, files that fail.
	Storage storage.Options
}

// check fills in what was left out and refuses what makes no sense.
func (c *Config) check() error {
	if c.Path == "" {
		return errors.New("embedded: Path must not be empty")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return nil
}
