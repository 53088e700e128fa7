// candor backup and candor restore: the log in one file, and back.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"candor/events/datadir"
	"candor/events/embedded"
	"candor/internal/openlog"
)

// backupCommand copies the log, of the running server or of the folder, into one file.
type backupCommand struct {
	File  string `arg:"" help:"File to write; - is standard output."`
	Force bool   `help:"Replace the file if it is there."`
}

// ErrOtherLog says that the log is another program's, which has better means than ours.
var ErrOtherLog = errors.New("the log is on an EventStoreDB (--eventstore): back up and restore it with its own tools, " +
	"such as file snapshots (https://docs.kurrent.io/server/v23.10/operations.html#backup-and-restore); candor replay -o FILE writes its events as NDJSON")

func (b backupCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if line.EventStore != "" {
		return ErrOtherLog
	}
	if b.File == "-" {
		if isTerminal(c.stdout) {
			return errors.New("a backup is no text: send standard output to a file or another program")
		}
		return line.copyLog(ctx, c, c.stdout, "standard output")
	}
	if _, err := os.Lstat(b.File); err == nil && !b.Force {
		return fmt.Errorf("%s is there already: choose another name, or --force to replace it", b.File)
	}
	// It gets its name when it is whole; until then it is nobody's backup.
	file, err := os.CreateTemp(filepath.Dir(b.File), "."+filepath.Base(b.File)+".*") // for its owner only
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	err = line.copyLog(ctx, c, file, b.File)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if b.Force {
		return os.Rename(file.Name(), b.File)
	}
	if err := os.Link(file.Name(), b.File); errors.Is(err, fs.ErrExist) { // somebody was quicker
		return err
	} else if err != nil { // a file system without links
		return os.Rename(file.Name(), b.File)
	}
	return nil
}

// copyLog writes a backup of the folder's log to out and checks it on its way.
func (line *Globals) copyLog(ctx context.Context, c *console, out io.Writer, name string) (err error) {
	source, err := line.openBackup(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	done, err := embedded.CheckBackup(io.TeeReader(source, out), c.nowAndThen("backup"))
	c.progressEnd()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, embedded.ErrDamagedBackup) {
		return fmt.Errorf("the copying was interrupted, no backup was made: %w", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "%s: %d events up to position %d, checked. It holds everything the log holds, the hashes of password and keys too: keep it safe.\n", name, done.Events, done.Position)
	return nil
}

// openBackup begins a backup of the log: by the server that runs on the folder or, without one, by ourselves.
func (line *Globals) openBackup(ctx context.Context, c *console) (io.ReadCloser, error) {
	folder := datadir.Folder(line.Data)
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		answer, err := server.Ask(ctx, "/api/control/backup", struct{}{})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && answer.StatusCode == http.StatusOK:
			return answer.Body, nil
		case err == nil:
			text, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
			_ = answer.Body.Close()
			return nil, fmt.Errorf("the server answered %s: %s", answer.Status, text)
		}
		// A server that was killed leaves its announcement behind.
	}
	if _, err := os.Stat(folder.LogFile()); err != nil {
		return nil, fmt.Errorf("there is no log to back up: %w", err)
	}
	d, err := openlog.OpenFolder(folder, c.logger)
	if errors.Is(err, embedded.ErrLocked) {
		return nil, fmt.Errorf("%w: candor node runs on this data folder; stop it to take a backup, or let candor serve run the log", err)
	}
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	go func() {
		_, err := d.Node.Backup(ctx, w)
		_ = w.CloseWithError(err) // io.EOF without one
	}()
	return &ownBackup{PipeReader: r, door: d}, nil
}

// ownBackup closes the log after the copy of it.
type ownBackup struct {
	*io.PipeReader
	door *openlog.Handle
}

func (b *ownBackup) Close() error { return errors.Join(b.PipeReader.Close(), b.door.Close()) }

// nowAndThen is a progress bar for work that could say where it is all the time.
func (c *console) nowAndThen(name string) func(at, head uint64) {
	var drawn time.Time
	return func(at, head uint64) {
		if now := time.Now(); at >= head || now.Sub(drawn) > 100*time.Millisecond {
			drawn = now
			c.progress(name, at, head)
		}
	}
}

// restoreCommand makes the log of a data folder from a backup.
type restoreCommand struct {
	File string `arg:"" help:"Backup to read; - is standard input."`
}

func (r restoreCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if line.EventStore != "" {
		return ErrOtherLog
	}
	folder := datadir.Folder(line.Data)
	// Read models of another log would answer with what it held.
	for _, path := range []string{folder.LogFile(), folder.LogJournal(), folder.Models()} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(fmt.Errorf("a backup is restored into an empty data folder, and %s is there: name another folder with --data, or move it away", path), err)
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
	done, err := embedded.Restore(ctx, in, folder.LogFile(), c.nowAndThen("restore"))
	c.progressEnd()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	fmt.Fprintf(c.stderr, "%d events up to position %d are restored, from a backup of %s.\nStart the site with: candor serve --data %s\n",
		done.Events, done.Position, done.Created.Format(time.RFC3339), line.Data)
	return nil
}
