// candor backup: the log, copied into one file.

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

	"candor/commands"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/datadir"
	"candor/events/embedded"
	"candor/internal/openlog"
)

// backupCommand copies the log of the running server, or of the folder, into one file.
type backupCommand struct {
	File  string `arg:"" help:"File to write; - is standard output."`
	Force bool   `help:"Replace the file if it exists."`
}

func (b backupCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if b.File == "-" {
		if isTerminal(c.stdout) {
			return errors.New("a backup is not text: redirect standard output to a file or another program")
		}
		_, err := line.copyLog(ctx, c, c.stdout, "standard output")
		return err // what becomes of it isn't known, so nothing is recorded
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
	copied, err := line.copyLog(ctx, c, file, b.File)
	if err == nil {
		err = file.Sync()
	}
	size, sizeErr := file.Seek(0, io.SeekEnd)
	if err = errors.Join(err, sizeErr, file.Close()); err != nil {
		return err
	}
	if err := b.name(file.Name()); err != nil {
		return err
	}
	return line.recordBackup(ctx, c, events.Position(copied.Position), size)
}

// name gives the complete file its name.
func (b backupCommand) name(file string) error {
	if b.Force {
		return os.Rename(file, b.File)
	}
	if err := os.Link(file, b.File); errors.Is(err, fs.ErrExist) { // it was created meanwhile
		return err
	} else if err != nil { // a file system without links
		return os.Rename(file, b.File)
	}
	return nil
}

// recordBackup records in the log that it was backed up. The backup is good without that, so a log that takes no writes is no error.
func (line *Globals) recordBackup(ctx context.Context, c *console, upTo events.Position, size int64) error {
	err := line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		return h.Operations.RecordBackup(ctx, by, upTo, size)
	})
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(c.stderr, "The log could not be told of the backup: %v\n", err)
	}
	return ctx.Err()
}

// copyLog writes a backup of the log to out, and checks it while it is written.
func (line *Globals) copyLog(ctx context.Context, c *console, out io.Writer, name string) (copied embedded.Backup, err error) {
	source, err := line.openBackup(ctx, c)
	if err != nil {
		return copied, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	copied, err = embedded.CheckBackup(io.TeeReader(source, out), c.throttledProgress("backup"))
	c.progressEnd()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, embedded.ErrDamagedBackup) {
		return copied, fmt.Errorf("copying was interrupted, and no backup was made: %w", err)
	}
	if err != nil {
		return copied, err
	}
	fmt.Fprintf(c.stderr,
		"%s: %d events up to position %d, checked. It contains everything in the log, including the hashes of the password and the keys: keep it safe.\n", name, copied.Events, copied.Position)
	return copied, nil
}

// openBackup begins a backup of the log: by the server that runs on the folder or, without one and of another program's log, in this
// process.
func (line *Globals) openBackup(ctx context.Context, c *console) (io.ReadCloser, error) {
	if line.EventStore != "" {
		d, err := line.open(c.logger)
		if err != nil {
			return nil, err
		}
		return startBackup(d, func(w io.Writer) (embedded.Backup, error) { return embedded.BackupLog(ctx, d, w) }), nil
	}
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
		return nil, fmt.Errorf("%w: candor node is running on this data folder; name it with --eventstore to take a backup, or stop it", err)
	}
	if err != nil {
		return nil, err
	}
	return startBackup(d, func(w io.Writer) (embedded.Backup, error) { return d.Node.Backup(ctx, w) }), nil
}

// startBackup returns the output of a backup.
func startBackup(d *openlog.Handle, write func(io.Writer) (embedded.Backup, error)) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := write(w)
		_ = w.CloseWithError(err) // io.EOF without one
	}()
	return &ownBackup{PipeReader: r, log: d}
}

// ownBackup is a backup made by this process, which closes the log at its end.
type ownBackup struct {
	*io.PipeReader
	log *openlog.Handle
}

func (b *ownBackup) Close() error { return errors.Join(b.PipeReader.Close(), b.log.Close()) }
