// The demo site's log: it is made before the server runs on it, with times of its own.

package server

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"

	"candor/commands/demo"
	"candor/events/datadir"
	"candor/events/embedded"
)

// makeDemoLog makes the log of a new data folder out of the demo site, whose times lead through the weeks before, and reports whether it
// did. It leaves a folder that has a log alone; if a crash cuts it short, the first start adds the rest at its true time. No server runs on
// the log meanwhile, so nothing else gets an invented time, and no checkpoint is signed at one.
func makeDemoLog(ctx context.Context, folder datadir.Folder, logger zerolog.Logger) (made bool, err error) {
	if _, err := os.Stat(folder.LogFile()); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	content, err := demo.Load()
	if err != nil {
		return false, err
	}
	logger.Info().Msg("making the demo site")
	clock := new(demo.Clock)
	node, err := embedded.Open(embedded.Config{Path: folder.LogFile(), Clock: clock.Now, Logger: zerolog.Nop()})
	if err != nil {
		return false, err
	}
	err = errors.Join(content.Make(ctx, node.Log(), clock, time.Now()), node.Close())
	debug.FreeOSMemory() // it has taken more than a small site's server needs, and would keep it for minutes
	return true, err
}
