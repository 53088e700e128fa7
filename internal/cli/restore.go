// candor restore: an empty log, made from a backup.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"candor/events/datadir"
	"candor/events/embedded"
	"candor/events/restore"
)

// restoreCommand restores the log of a data folder, or another program's log, from a backup.
type restoreCommand struct {
	File string `arg:"" help:"Backup to read; - is standard input."`
}

func (r restoreCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if line.EventStore != "" {
		return r.intoEventStore(ctx, line, c)
	}
	folder := datadir.Folder(line.Data)
	// Read models of another log would answer with its content.
	for _, path := range []string{folder.LogFile(), folder.Models()} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(fmt.Errorf(
				"a backup is restored into an empty data folder, but %s exists: choose another folder with --data, or move it away", path), err)
		}
	}
	in := c.stdin
	if r.File != "-" {
		file, err := os.Open(r.File)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	if err := folder.Make(); err != nil {
		return err
	}
	restored, err := embedded.Restore(ctx, in, folder.LogFile(), c.throttledProgress("restore"))
	c.progressEnd()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	fmt.Fprintf(c.stderr, "Restored %d events up to position %d from the backup of %s.\nStart the site with: candor serve --data %s\n",
		restored.Events, restored.Position, restored.Created.Format(time.RFC3339), line.Data)
	return nil
}

// intoEventStore restores another program's log.
func (r restoreCommand) intoEventStore(ctx context.Context, line *Globals, c *console) (err error) {
	path := r.File
	if path == "-" { // it is read several times
		var remove func()
		if path, remove, err = spool(c.stdin); err != nil {
			return err
		}
		defer remove()
	}
	log, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	shown, draw := "", func(uint64, uint64) {}
	result, err := restore.Into(ctx, log, func() (io.ReadCloser, error) { return os.Open(path) }, func(what string, at, head uint64) {
		if what != shown {
			if shown != "" {
				c.progressEnd()
			}
			shown, draw = what, c.throttledProgress(what)
		}
		draw(at, head)
	})
	if shown != "" {
		c.progressEnd()
	}
	switch {
	case errors.Is(err, restore.ErrNotEmpty):
		return fmt.Errorf("nothing was restored: a backup is restored into an empty log: %w", err)
	case err != nil && result.Found+result.Written > 0 && !errors.Is(err, restore.ErrDiffers):
		return fmt.Errorf("the restore is not complete; the same command continues it: %w", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(c.stderr,
		"Restored %d events from the backup of %s (%d of them earlier), and compared all of them.\nStart the site on a new data folder with the same --eventstore, and with the signing key of the old one.\n", result.Found+result.Written, result.Created.Format(time.RFC3339), result.Found)
	return nil
}

// spool copies a backup from standard input into a file, for as long as it is needed.
func spool(in io.Reader) (path string, remove func(), err error) {
	file, err := os.CreateTemp("", "candor-restore-*") // readable by its owner only
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.Remove(file.Name()) }
	_, err = io.Copy(file, in)
	if err = errors.Join(err, file.Close()); err != nil {
		remove()
	}
	return file.Name(), remove, err
}
