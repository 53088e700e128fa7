// The run: from a file's items to commands.

package importer

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/demo"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
	"candor/events"
)

// Config says how a file is imported. Handler is required.
type Config struct {
	Handler  *rooms.Handlers
	By       commands.Caller // who imports; Via is set here
	DryRun   bool            // carry nothing out
	BaseURL  string          // address of the old site, for files that don't say it (Ghost); "": unknown
	Pictures []fs.FS         // where the old site's pictures may lie, by their paths in its addresses; none: they stay where they are
	Now      time.Time       // zero: time.Now()
	Progress func(Progress)
}

// ErrBaseURL says that the address of the old site is none.
var ErrBaseURL = errors.New("the old site's address must be one such as https://old.example")

// ParseBaseURL reads the address of the old site; nil for none. Errors: [ErrBaseURL].
func ParseBaseURL(address string) (*url.URL, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%w: %q", ErrBaseURL, address)
	}
	return u, nil
}

// sameBody stands for the body of every import under a key: an item is the same item though the file was exported anew.
const sameBody = "import"

// importer is one run.
type importer struct {
	Config
	report     *Report
	categories []categories.Known
	seen       map[string][sha256.Size]byte // digests of the items of this run, by their keys
	files      pictureFiles
	kept       map[string]bool // old addresses of lists and pictures of this run
	batch      []prepared      // what is written next
	writing    *batchWrite     // what is being written; nil: nothing
}

// Run imports a file. The report is of use also when there is an error: it says what was imported before. Refused and skipped
// items are no errors. Errors: [ErrUnknownFile], what keeps the file from being read, and the commands' Unavailable.
func Run(ctx context.Context, file io.ReadSeeker, c Config) (*Report, error) {
	report := &Report{DryRun: c.DryRun, Items: []Entry{}, Skipped: []Skip{}}
	if c.Now.IsZero() {
		c.Now = time.Now()
	}
	c.By.Via, c.By.BodyHash = events.ViaImport, sameBody
	im := &importer{Config: c, report: report, seen: map[string][sha256.Size]byte{}, kept: map[string]bool{}}
	err := im.run(ctx, file)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // and not what it did to the reading
	}
	if err != nil {
		report.Error = err.Error()
	}
	return report, err
}

func (im *importer) run(ctx context.Context, file io.ReadSeeker) error {
	base, err := ParseBaseURL(im.BaseURL)
	if err != nil {
		return err
	}
	kind, err := detect(file)
	if err != nil {
		return err
	}
	im.report.Format = string(kind)
	if im.categories, err = im.Handler.Categories.All(ctx); err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	read := &readings{ctx: ctx, file: file, tell: im.Progress, progress: Progress{Total: size}}
	switch kind {
	case wordpress:
		return im.posts(ctx, read, &wordpressFile{})
	case ghost:
		return im.posts(ctx, read, &ghostFile{base: base})
	}
	f := newCandorFile(im)
	first, err := read.open()
	if err != nil {
		return err
	}
	if err := f.survey(first); err != nil {
		return err
	}
	second, err := read.open()
	if err != nil {
		return err
	}
	read.importing(0)
	return f.run(ctx, second)
}

// postsFile is a file of posts.
type postsFile interface {
	survey(open func() (io.Reader, error)) (posts int, err error)
	site() oldSite
	items(r io.Reader, files *pictureFiles, take func(*item) error, report *Report) error
}

// posts imports a file of posts: nothing of a file that cannot be read to its end.
func (im *importer) posts(ctx context.Context, read *readings, f postsFile) error {
	posts, err := f.survey(read.open)
	if err != nil {
		return err
	}
	if err := im.firstCategories(ctx); err != nil {
		return err
	}
	im.files = newPictureFiles(im.Pictures, f.site())
	second, err := read.open()
	if err != nil {
		return err
	}
	read.importing(posts)
	return im.finish(ctx, f.items(second, &im.files, func(i *item) error {
		read.imported()
		return im.take(ctx, i)
	}, im.report))
}

// firstCategories makes the categories that a site starts with, unless there are any: they get the numbers that are theirs in the
// documents, and the file's are found among them. In a dry run they are only assumed.
func (im *importer) firstCategories(ctx context.Context) error {
	if len(im.categories) > 0 {
		return nil
	}
	content, err := demo.Load()
	if err != nil {
		return err
	}
	if im.DryRun {
		for _, c := range content.Categories {
			im.categories = append(im.categories, categories.Known{CategoryContent: events.CategoryContent{Name: c.Name, Slug: c.Slug}})
		}
		return nil
	}
	if err := content.AppendCategories(ctx, im.Handler); err != nil {
		return err
	}
	im.categories, err = im.Handler.Categories.All(ctx)
	return err
}

// take imports one item.
func (im *importer) take(ctx context.Context, i *item) error {
	if i.page != "" {
		return im.takePage(ctx, i)
	}
	if im.repeated(i) {
		im.report.skip("post", "the file contains it twice", i.title)
		return nil
	}
	publishAt := i.schedule(im.Now)
	if i.created.IsZero() {
		i.note("it had no date, so it is dated today")
	}
	entry := Entry{Source: i.ref, Kind: events.ArticleKind, Published: i.published, Outcome: Added}
	if !i.created.IsZero() {
		entry.Created = &i.created
	}
	by := im.By
	by.IdempotencyKey, by.At = i.key, i.created
	present, err := im.Handler.Repeats(ctx, by)
	if err != nil {
		return err
	}
	options := editorial.ItemOptions{IsPublished: &i.published, PublishAt: publishAt, ModifiedAt: i.lastChange(im.Now)}
	if i.rating != nil {
		entry.Kind, options.IsFeatured = events.ReviewKind, &i.featured
	}
	before := i.notes
	i.notes = nil
	changes, title := i.changes()
	noted := i.notes
	i.notes = before
	if present {
		entry.Outcome = Present
	} else if im.Handler.Editorial.Item(changes, options).Check() == nil { // pictures of one that is refused would be shown nowhere
		if err := im.takePictures(ctx, i); err != nil {
			return err
		}
	}
	if len(i.moved) == 0 {
		i.notes = append(i.notes, noted...)
	} else { // it shows others
		changes, title = i.changes()
	}
	entry.Title = title
	in, err := im.parsed(ctx, i, changes, options)
	why, refused := refusal(err)
	switch {
	case refused:
		entry.Outcome, entry.Why = Refused, why
		in = nil
	case err != nil:
		return err
	default:
		entry.Address = i.path
	}
	entry.Notes = i.notes
	if im.DryRun {
		in = nil
	}
	p := prepared{entry: entry, by: by, create: in}
	if in != nil {
		p.addresses = im.newAddresses(i, present)
	}
	return im.add(ctx, p)
}

// repeated reports whether the file has had the same item before. Another one with the same key gets one of its own.
func (im *importer) repeated(i *item) bool {
	for _, key := range []string{i.key, i.key + " " + i.alias, fmt.Sprintf("%s %x", i.key, i.digest[:])} {
		switch before, taken := im.seen[key]; {
		case !taken:
			if key != i.key {
				i.note("another post of the file has the same ID")
			}
			i.key, im.seen[key] = key, i.digest
			return false
		case before == i.digest:
			return true
		}
	}
	return true
}

// parsed returns an item as the commands take it, a review with its category. Its error is one of [commands.Parsed].Check, or of making the
// category.
func (im *importer) parsed(ctx context.Context, i *item, changes any, options editorial.ItemOptions) (editorial.Parsed, error) {
	in := im.Handler.Editorial.Item(changes, options)
	if err := in.Check(); err != nil {
		return nil, err
	}
	review, ok := changes.(events.ReviewChanges)
	if !ok {
		return in, nil
	}
	category, err := im.category(ctx, i)
	if err != nil {
		return nil, err
	}
	review.CategoryID = &category
	return im.Handler.Editorial.Item(review, options), nil
}

// refusal is why a command refused its input; ok is false for other errors, and for none.
func refusal(err error) (why string, ok bool) {
	var e *commands.Error
	if !errors.As(err, &e) || e.Kind != commands.Invalid && e.Kind != commands.TooLarge {
		return "", false
	}
	if len(e.Fields) == 0 {
		return e.Message, true
	}
	lines := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		lines[i] = f.Message
	}
	return strings.Join(lines, "; "), true
}

// category finds the review category of an item by name or slug, or makes it. An item without any gets the first one, as
// spec.md says for reviews that name none.
func (im *importer) category(ctx context.Context, i *item) (events.CategoryID, error) {
	for _, t := range i.terms {
		for _, known := range im.categories {
			if strings.EqualFold(known.Name, t.name) || t.slug != "" && known.Slug == t.newSlug() {
				return known.ID, nil
			}
		}
	}
	for _, t := range i.terms {
		slug := t.newSlug()
		if t.uncategorized() || slug == "" {
			continue
		}
		id, err := im.newCategory(ctx, events.CategoryContent{Name: i.shortened("category", t.name, longestName), Slug: slug}, time.Time{},
			"category "+slug)
		why, refused := refusal(err)
		if !refused {
			return id, err
		}
		i.note("its category %s was refused: %s", t.name, why)
	}
	i.note("it had no category, so it is in the first one")
	if len(im.categories) > 0 {
		return im.categories[0].ID, nil
	}
	return im.newCategory(ctx, events.CategoryContent{Name: "Reviews", Slug: "reviews"}, time.Time{}, "category reviews")
}

// newCategory makes a category. In a dry run its id is 0.
func (im *importer) newCategory(ctx context.Context, c events.CategoryContent, created time.Time, key string) (events.CategoryID, error) {
	entry := Entry{Kind: "category", Source: c.Slug, Title: c.Name, Outcome: Added}
	known := categories.Known{CategoryContent: c}
	if !im.DryRun {
		by := im.By
		by.IdempotencyKey, by.At = key, created
		in := categories.Input{CategoryChanges: events.CategoryChanges{Name: &c.Name, Slug: &c.Slug,
			Description: &c.Description, Icon: &c.Icon,
			Color: &c.Color, Order: &c.Order, Criteria: &c.Criteria, Specifications: &c.Specifications}}
		result, err := im.Handler.Categories.CreateCategory(ctx, by, in)
		if err != nil {
			return 0, err
		}
		im.report.After = max(im.report.After, result.Position)
		known.ID, entry.ID = events.CategoryID(result.ID), result.ID
	}
	im.categories = append(im.categories, known)
	return known.ID, im.add(ctx, prepared{entry: entry})
}
