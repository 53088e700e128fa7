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
