package server

// What tests may change that nobody else can.

import "candor/events/embedded/internal/storage"

// WithStorage returns c with other limits or files under the log.
func (c Config) WithStorage(o storage.Options) Config {
	c.Storage = o
	return c
}
