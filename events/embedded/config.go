package embedded

// A node's configuration.

import (
	"errors"
	"time"

	"github.com/rs/zerolog"
)

// Config says where a node keeps its events.
type Config struct {
	// Path is the log's file. It is created, with its folder, if it is missing.
	Path string
	// Forget selects the streams whose names must not stay, either: of a deleted one a scavenge leaves neither a tombstone nor its
	// metadata, as if the name had never been used. EventStoreDB has nothing like it. Nil is none.
	Forget func(stream string) bool
	// Logger logs the node's lifecycle, never events.
	Logger zerolog.Logger
	// Clock returns the time, for the creation of events and for $maxAge. Nil is time.Now.
	Clock func() time.Time
}

// check sets defaults and refuses invalid values.
func (c *Config) check() error {
	if c.Path == "" {
		return errors.New("embedded: Path must not be empty")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return nil
}
