// The announcement by which commands on a data folder find its server.

package server

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"candor/events/datadir"
)

// announceAgain is how long to wait for room on a full disk before the announcement is tried again.
const announceAgain = 2 * time.Second

// Announce leaves s in the folder. A full disk keeps readers from nothing: it is said loudly, and tried again in the background
// until there is room or ctx ends. Other errors are returned. withdraw waits for that and takes the announcement away.
func Announce(ctx context.Context, folder datadir.Folder, s datadir.Server, logger zerolog.Logger) (withdraw func() error, _ error) {
	take, err := folder.Announce(s)
	if err == nil {
		return func() error { return withdrawn(take) }, nil
	}
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return nil, err
	}
	logger.Error().Err(err).Msg("THE DISK IS FULL: readers are served, nothing can be written, and commands don't find this server. Make room, and start it again")
	ctx, stop := context.WithCancel(ctx)
	var trying sync.WaitGroup
	trying.Go(func() {
		for err != nil { // which is this goroutine's until it has ended
			select {
			case <-ctx.Done():
				return
			case <-time.After(announceAgain):
				take, err = folder.Announce(s)
			}
		}
		logger.Warn().Msg("there is room again: commands find this server")
	})
	return func() error {
		stop()
		if trying.Wait(); err != nil {
			return nil // it was never there
		}
		return withdrawn(take)
	}, nil
}

// withdrawn takes an announcement away that may be gone already.
func withdrawn(take func() error) error {
	if err := take(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
