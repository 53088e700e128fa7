// ReadKeys: the keys of a log, for commands without read models of their own.

package access

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"time"

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
	p, err := projector.Open(projector.Config{Dir: dir, Log: log, Clock: time.Now, Logger: zerolog.Nop()}, Definition)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := p.WaitCaughtUp(ctx); err != nil {
		return nil, err
	}
	a, err := projector.NewView[*access](p).Model()
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
