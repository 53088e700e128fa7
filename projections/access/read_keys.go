// ReadKeys: the keys of a log, for commands without read models of their own.

package access

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"

	"github.com/rs/zerolog"

	"candor/projections/projector"
)

// ReadKeys returns all API keys, deactivated ones included, by number. It builds the read model in a
// temporary folder, as a running server has the data folder's own file open.
func ReadKeys(ctx context.Context, log projector.Source) (keys []Key, err error) {
	dir, err := os.MkdirTemp("", "candor-keys-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c := projector.Config{Dir: dir, Log: log, Logger: zerolog.Nop(), Only: []string{"access"}}
	set, err := projector.OpenSet(ctx, c, projector.Registered(c))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	if err := set.WaitCaughtUp(ctx); err != nil {
		return nil, err
	}
	a, err := projector.ReaderOf[*Reader](set).Model()
	if err != nil {
		return nil, err
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	byNumber := slices.Sorted(maps.Keys(a.keys))
	for _, id := range byNumber {
		keys = append(keys, a.keys[id])
	}
	return keys, nil
}
