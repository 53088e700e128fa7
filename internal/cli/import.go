// candor import: items from other programs' exports.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"candor/commands"
	"candor/commands/importer"
)

// importCommand imports an export.
type importCommand struct {
	File     string `arg:"" help:"A WordPress export (WXR), a Ghost export (JSON), or another Candor's NDJSON; the format is detected. - is standard input."`
	DryRun   bool   `name:"dry-run" help:"Report what would be imported, without changing anything."`
	BaseURL  string `name:"base-url" help:"Address of the old site. Needed for Ghost, whose exports don't contain it." placeholder:"URL"`
	Pictures string `help:"Folder with the old site's pictures, such as wp-content or content/images. Default: the folder of FILE." type:"existingdir" placeholder:"FOLDER"`
	Report   string `help:"Also write the report to this file, as JSON." placeholder:"FILE"`
}

func (i importCommand) Run(ctx context.Context, line *Globals, c *console) (err error) {
	file, done, err := i.open(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	pictures, err := i.pictures()
	if err != nil {
		return err
	}
	if pictures != nil {
		defer func() { err = errors.Join(err, pictures.Close()) }()
	}
	var report *importer.Report
	err = line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (commands.Result, error) {
		var err error
		report, err = importer.Run(ctx, file, importer.Config{Handler: h, By: by, DryRun: i.DryRun, BaseURL: i.BaseURL, Pictures: pictures, Progress: c.byteProgress("import")})
		c.progressEnd()
		return commands.Result{Position: report.After}, err
	})
	if report == nil { // there was no log to import into
		return err
	}
	if report.Format != "" {
		err = errors.Join(err, report.Write(c.stdout))
	}
	if i.Report != "" {
		text, failed := json.MarshalIndent(report, "", "  ")
		if failed == nil {
			failed = os.WriteFile(i.Report, append(text, '\n'), 0o600)
		}
		err = errors.Join(err, failed)
	}
	if err != nil && report.Format != "" && !i.DryRun {
		err = fmt.Errorf("%w\nThe items listed as new have been imported; run the same command again to continue", err)
	}
	return err
}

// open opens the file, which is read twice. Standard input is copied into a temporary file, which done removes.
func (i importCommand) open(c *console) (file *os.File, done func() error, err error) {
	if i.File != "-" {
		if file, err = os.Open(i.File); err != nil {
			return nil, nil, err
		}
		return file, file.Close, nil
	}
	if file, err = os.CreateTemp("", "candor-import-*"); err != nil {
		return nil, nil, err
	}
	done = func() error { return errors.Join(file.Close(), os.Remove(file.Name())) }
	if _, err = io.Copy(file, c.stdin); err != nil {
		return nil, nil, errors.Join(err, done())
	}
	return file, done, nil
}

// pictures opens the folder in which the old site's pictures may lie; nil for standard input without one.
func (i importCommand) pictures() (*os.Root, error) {
	switch {
	case i.Pictures != "":
		return os.OpenRoot(i.Pictures)
	case i.File == "-":
		return nil, nil
	}
	return os.OpenRoot(filepath.Dir(i.File))
}

// byteProgress is throttledProgress for a command that counts bytes.
func (c *console) byteProgress(name string) func(done, total int64) {
	draw := c.throttledProgress(name)
	return func(done, total int64) { draw(uint64(done), uint64(total)) }
}
