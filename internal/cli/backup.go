// candor backup and candor restore: the log, copied into one file and back.

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

// backupCommand copies the log of the running server, or of the folder, into one file.
type backupCommand struct {
	File  string `arg:"" help:"File to write; - is standard output."`
	Force bool   `help:"Replace the file if it exists."`
}

// ErrRemoteLog says that the log is another program's, which has tools of its own.
var ErrRemoteLog = errors.New("the log is on an EventStoreDB (--eventstore): back it up and restore it with its own tools, " +
	"such as file snapshots (https://docs.kurrent.io/server/v23.10/operations.html#backup-and-restore); candor replay -o FILE exports its events as NDJSON")

func (b backupCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if line.EventStore != "" {
		return ErrRemoteLog
	}
	if b.File == "-" {
		if isTerminal(c.stdout) {
			return errors.New("a backup is not text: redirect standard output to a file or another program")
		}
		return line.copyLog(ctx, c, c.stdout, "standard output")
	}
	if _, err := os.Lstat(b.File); err == nil && !b.Force {
		return fmt.Errorf("%s already exists: choose another name, or use --force to replace it", b.File)
	}
	// The file gets its name only when it is complete.
	file, err := os.CreateTemp(filepath.Dir(b.File), "."+filepath.Base(b.File)+".*") // readable by its owner only
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
	if err := os.Link(file.Name(), b.File); errors.Is(err, fs.ErrExist) { // it was created meanwhile
		return err
	} else if err != nil { // a file system without links
		return os.Rename(file.Name(), b.File)
	}
	return nil
}

// copyLog writes a backup of the folder's log to out, and checks it while it is written.
func (line *Globals) copyLog(ctx context.Context, c *console, out io.Writer, name string) (err error) {
	source, err := line.openBackup(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	copied, err := embedded.CheckBackup(io.TeeReader(source, out), c.throttledProgress("backup"))
	c.progressEnd()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, embedded.ErrDamagedBackup) {
		return fmt.Errorf("copying was interrupted, and no backup was made: %w", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "%s: %d events up to position %d, checked. It contains everything in the log, including the hashes of the password and the keys: keep it safe.\n", name, copied.Events, copied.Position)
	return nil
}

// openBackup begins a backup of the log: by the server that runs on the folder or, without one, in this process.
func (line *Globals) openBackup(ctx context.Context, c *console) (io.ReadCloser, error) {
	folder := datadir.Folder(line.Data)
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		response, err := server.Ask(ctx, "/api/control/backup", struct{}{})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && response.StatusCode == http.StatusOK:
			return response.Body, nil
		case err == nil:
			text, _ := io.ReadAll(io.LimitReader(response.Body, 4<<10))
			_ = response.Body.Close()
			return nil, fmt.Errorf("the server answered %s: %s", response.Status, text)
		}
		// The run file is that of a server that was killed.
	}
	if _, err := os.Stat(folder.LogFile()); err != nil {
		return nil, fmt.Errorf("there is no log to back up: %w", err)
	}
	d, err := openlog.OpenFolder(folder, c.logger)
	if errors.Is(err, embedded.ErrLocked) {
		return nil, fmt.Errorf("%w: candor node is running on this data folder; stop it to take a backup, or have candor serve run the log", err)
	}
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	go func() {
		_, err := d.Node.Backup(ctx, w)
		_ = w.CloseWithError(err) // io.EOF without one
	}()
	return &ownBackup{PipeReader: r, log: d}, nil
}

// ownBackup is a backup made by this process, which closes the log at its end.
type ownBackup struct {
	*io.PipeReader
	log *openlog.Handle
}

func (b *ownBackup) Close() error { return errors.Join(b.PipeReader.Close(), b.log.Close()) }

// throttledProgress returns a progress bar that may be updated at any rate.
func (c *console) throttledProgress(name string) func(at, head uint64) {
	var drawn time.Time
	return func(at, head uint64) {
		if now := time.Now(); at >= head || now.Sub(drawn) > 100*time.Millisecond {
			drawn = now
			c.progress(name, at, head)
		}
	}
}

// restoreCommand restores the log of a data folder from a backup.
type restoreCommand struct {
	File string `arg:"" help:"Backup to read; - is standard input."`
}

func (r restoreCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if line.EventStore != "" {
		return ErrRemoteLog
	}
	folder := datadir.Folder(line.Data)
	// Read models of another log would answer with its content.
	for _, path := range []string{folder.LogFile(), folder.Models()} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(fmt.Errorf("a backup is restored into an empty data folder, but %s exists: choose another folder with --data, or move it away", path), err)
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
