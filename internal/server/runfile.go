// The run file, server.json, by which commands on a data folder find its server.

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

// runFileRetry is how long to wait for space on a full disk before the run file is tried again.
const runFileRetry = 2 * time.Second

// writeRunFile writes s into the folder. A full disk doesn't keep a server from its readers: it is logged, and the file is tried again in
// the background until there is space or ctx ends. Other errors are returned. remove stops that and removes the file.
func writeRunFile(ctx context.Context, folder datadir.Folder, s datadir.Server, logger zerolog.Logger) (remove func() error, _ error) {
	written, err := folder.WriteRunFile(s)
	if err == nil {
		return func() error { return removeRunFile(written) }, nil
	}
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return nil, err
	}
	logger.Error().Err(err).
		Msg("THE DISK IS FULL: readers are served, but nothing can be written, and commands can't find this server. Free some space and restart it")
	ctx, stop := context.WithCancel(ctx)
	var retrying sync.WaitGroup
	retrying.Go(func() {
		for err != nil { // only this goroutine uses err until it has ended
			select {
			case <-ctx.Done():
				return
			case <-time.After(runFileRetry):
				written, err = folder.WriteRunFile(s)
			}
		}
		logger.Warn().Msg("the disk has space again: commands can find this server")
	})
	return func() error {
		stop()
		if retrying.Wait(); err != nil {
			return nil // it was never written
		}
		return removeRunFile(written)
	}, nil
}

// removeRunFile removes a run file, which may be gone already.
func removeRunFile(remove func() error) error {
	if err := remove(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
