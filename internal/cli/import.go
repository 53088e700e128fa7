// candor import: items from other programs' exports.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/importer"
	"candor/commands/rooms"
)

// importCommand imports an export.
type importCommand struct {
	File     string `arg:"" help:"A WordPress export (WXR), a Ghost export (JSON), or another Candor's NDJSON; the format is detected. It may be in a zip or gz. - is standard input."`
	DryRun   bool   `name:"dry-run" help:"Report what would be imported, without changing anything."`
	BaseURL  string `name:"base-url" help:"Address of the old site. Needed for Ghost, whose exports don't contain it." placeholder:"URL"`
	Pictures string `help:"Folder with the old site's pictures, such as wp-content or content/images. Default: the folder of FILE." type:"existingdir" placeholder:"FOLDER"`
	Report   string `help:"Also write the report to this file, as JSON, or as NDJSON if its name ends in .ndjson." placeholder:"FILE"`
}

func (i importCommand) Run(ctx context.Context, line *Globals, c *console) (err error) {
	if _, err := importer.ParseBaseURL(i.BaseURL); err != nil {
		return err
	}
	export, err := i.open(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, export.Close()) }()
	pictures, err := i.pictures()
	if err != nil {
		return err
	}
	config := importer.Config{DryRun: i.DryRun, BaseURL: i.BaseURL, Pictures: export.Pictures}
	if pictures != nil {
		defer func() { err = errors.Join(err, pictures.Close()) }()
		config.Pictures = append([]fs.FS{pictures.FS()}, config.Pictures...)
	}
	bar := &importBar{console: c}
	config.Progress = bar.draw
	var report *importer.Report
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		var err error
		config.Handler, config.By = h, by
		report, err = importer.Run(ctx, export.File, config)
		c.progressEnd()
		return commands.Result{Position: report.After}, err
	})
	if report == nil { // there was no log to import into
		return err
	}
	if report.Format != "" {
		err = errors.Join(err, report.Write(c.stdout), bar.rate(c.stdout, len(report.Items)))
	}
	if i.Report != "" {
		err = errors.Join(err, writeReport(i.Report, report))
	}
	if err != nil && report.Count(importer.Added) > 0 && !i.DryRun {
		err = fmt.Errorf("%w\nThe items listed as new have been imported; run the same command again to continue", err)
	}
	if n := report.Count(importer.Refused); err == nil && n > 0 {
		return fmt.Errorf("%d of %d items %w: the report says why", n, len(report.Items), errRefused)
	}
	return err
}

// writeReport writes a report into a file, in the format that its name asks for.
func writeReport(name string, report *importer.Report) (err error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if strings.EqualFold(filepath.Ext(name), ".ndjson") {
		return report.WriteNDJSON(file)
	}
	return report.WriteJSON(file)
}

// open opens the export, which is read several times. What can be read only once, such as standard input, is copied into a temporary file,
// and what is in an archive is unpacked into one; closing the export removes them.
func (i importCommand) open(c *console) (*importer.Export, error) {
	if i.File == "-" {
		return openCopy(c.stdin)
	}
	file, err := os.Open(i.File)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice|fs.ModeSocket) != 0 {
		export, err := openCopy(file)
		return export, errors.Join(err, file.Close())
	}
	return importer.Open(file, importer.MaxUnpacked, file.Close)
}

// openCopy opens a copy of what is read.
func openCopy(from io.Reader) (*importer.Export, error) {
	file, err := os.CreateTemp("", "candor-import-*")
	if err != nil {
		return nil, err
	}
	done := func() error { return errors.Join(file.Close(), os.Remove(file.Name())) }
	if _, err = io.Copy(file, from); err != nil {
		return nil, errors.Join(err, done())
	}
	return importer.Open(file, importer.MaxUnpacked, done)
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

// importBar draws how far an import is and what is left.
type importBar struct {
	*console
	drawn, began time.Time // of the last time it was drawn; when the items began to be imported
	before       int64     // bytes that were read by then
}

// minRated is the fewest items whose rate says something.
const minRated = 300

func (b *importBar) draw(p importer.Progress) {
	now := time.Now()
	if p.Importing && b.began.IsZero() {
		b.began, b.before = now, p.Done
	}
	if p.Done < p.Total && now.Sub(b.drawn) < 100*time.Millisecond {
		return
	}
	b.drawn = now
	if !p.Importing {
		b.progress("read", uint64(p.Done), uint64(p.Total))
		return
	}
	b.progress("import", uint64(p.Done), uint64(p.Total))
	fmt.Fprintf(b.stderr, "%-40s", b.left(now, p)) // over what was there before
}

// left returns what is left to do.
func (b *importBar) left(now time.Time, p importer.Progress) string {
	var parts []string
	items := p.Of - p.Items
	if p.Done == p.Total { // what was read last is as good as imported
		items = 0
	}
	switch {
	case items == 1:
		parts = append(parts, "1 item")
	case items > 1:
		parts = append(parts, fmt.Sprintf("%d items", items))
	}
	if spent := now.Sub(b.began); spent > 2*time.Second && p.Done > b.before && p.Done < p.Total {
		left := time.Duration(float64(spent) * float64(p.Total-p.Done) / float64(p.Done-b.before))
		parts = append(parts, "about "+left.Round(time.Second).String())
	}
	if len(parts) == 0 {
		return ""
	}
	return ", " + strings.Join(parts, ", ") + " left"
}

// rate writes how many items were imported a second, if there were enough of them.
func (b *importBar) rate(w io.Writer, items int) error {
	if items < minRated || b.began.IsZero() {
		return nil
	}
	spent := max(time.Since(b.began), time.Millisecond)
	_, err := fmt.Fprintf(w, "%d items in %s, %.0f a second.\n", items, spent.Round(100*time.Millisecond), float64(items)/spent.Seconds())
	return err
}
