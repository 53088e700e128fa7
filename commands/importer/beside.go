// Pictures that lie beside an export: found by their old addresses, read, and stored like uploads. Nothing is fetched, and nothing outside
// of the folder is read.

package importer

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"candor/commands"
	"candor/commands/importer/prose"
	"candor/events"
)

// besideFiles are the picture files beside an export.
type besideFiles struct {
	folders   []fs.FS                // where they may lie
	hosts     map[string]bool        // of the old site, in lower case
	described map[string]prose.Image // by pictureKey: what the export says of a picture apart from where it is shown
	files     map[string]besideFile  // by path
	found     map[string]string      // old address → path of the file that is taken for it, "" for none
}

// oldSite holds what an export says about the site that it comes from.
type oldSite struct {
	addresses []string               // of the site itself and of some of its pictures
	described map[string]prose.Image // by pictureKey
}

// newBesideFiles returns the files beside the export of a site.
func newBesideFiles(folders []fs.FS, site oldSite) besideFiles {
	b := besideFiles{folders: folders, hosts: map[string]bool{}, described: site.described, files: map[string]besideFile{}, found: map[string]string{}}
	for _, address := range site.addresses {
		if host := strings.TrimPrefix(hostOf(address), "www."); host != "" {
			b.hosts[host], b.hosts["www."+host] = true, true
		}
	}
	return b
}

// besideFile is the outcome of reading a file: the picture that it was stored as, or why it was not taken.
type besideFile struct {
	here   string // its address on this site; in a dry run its path, which stands for it
	sha256 string // of the picture that is shown there; "" in a dry run
	why    string // it was not taken
}

// movedPicture is a picture of an item that was taken along.
type movedPicture struct {
	here    string // its address on this site
	caption string // that is shown with it
}

// contentFolders are the folders of pictures on other sites. Any of them, or what is in it, may lie beside the export.
var contentFolders = []string{"wp-content", "uploads", "content", "images"}

var extension = regexp.MustCompile(`\.\w+$`)

// isOurs reports whether an address is one of the old site's.
func (b *besideFiles) isOurs(u *url.URL) bool {
	switch u.Scheme {
	case "http", "https", "":
		return u.Host == "" || b.hosts[strings.ToLower(u.Hostname())]
	}
	return false
}

// names returns the paths at which the picture with an address may lie, the best first; none for other sites' pictures.
func (b *besideFiles) names(address string) []string {
	u, err := url.Parse(address)
	if err != nil || !b.isOurs(u) {
		return nil
	}
	var all []string
	if full := events.FullSize(u.Path); full != u.Path {
		all = slices.Concat(tails(full), tails(extension.ReplaceAllString(full, "-scaled$0")))
	}
	return slices.DeleteFunc(append(all, tails(u.Path)...), func(name string) bool { return name == "." || !fs.ValidPath(name) })
}

// tails returns a path as it is seen from the folders in which it may be.
func tails(name string) []string {
	parts := strings.Split(strings.TrimPrefix(name, "/"), "/")
	var all []string
	for i, part := range parts {
		if i == 0 || slices.Contains(contentFolders, parts[i-1]) || i < len(parts)-1 && slices.Contains(contentFolders, part) {
			all = append(all, strings.Join(parts[i:], "/"))
		}
	}
	return all
}

// beside takes the picture with an old address, if it lies beside the export: the largest copy of it that can be shown. found is false
// if there is none.
func (im *importer) beside(ctx context.Context, address string) (file besideFile, found bool, err error) {
	if len(im.files.folders) == 0 {
		return besideFile{}, false, nil
	}
	if name, known := im.files.found[address]; known {
		return im.files.files[name], name != "", nil
	}
	taken := ""
	for _, name := range im.files.names(address) {
		one, known := im.files.files[name]
		if !known {
			if one, err = im.readBeside(ctx, name); errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				return besideFile{}, false, err
			}
			im.files.files[name] = one
		}
		if taken == "" || one.why == "" {
			taken = name
		}
		if one.why == "" {
			break
		}
	}
	im.files.found[address] = taken
	return im.files.files[taken], taken != "", nil
}

// has reports whether a picture with an old address lies beside the export.
func (b *besideFiles) has(address string) bool {
	for _, name := range b.names(address) {
		for _, folder := range b.folders {
			if info, err := fs.Stat(folder, name); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}

// maxPictureFile is the most bytes that are read of a picture: one more than may be stored.
const maxPictureFile = 5<<20 + 1

// readBeside reads a file and stores it as a picture. Errors: fs.ErrNotExist, and the commands' Unavailable.
func (im *importer) readBeside(ctx context.Context, name string) (besideFile, error) {
	body, err := readPicture(im.files.folders, name)
	if errors.Is(err, fs.ErrNotExist) {
		return besideFile{}, err
	}
	if err != nil {
		return besideFile{why: "it can't be read: " + reason(err)}, nil
	}
	p, err := commands.ParsePicture(ctx, http.DetectContentType(body), body, path.Base(name))
	if why, refused := refusal(err); refused {
		return besideFile{why: why}, nil
	}
	if err != nil || im.DryRun {
		return besideFile{here: "/" + name}, err
	}
	by := im.By
	by.IdempotencyKey = "" // a file is stored once
	stored, err := im.Handler.StorePicture(ctx, by, p)
	if why, refused := refusal(err); refused {
		return besideFile{why: why}, nil
	}
	im.report.After = max(im.report.After, stored.Position)
	return besideFile{here: stored.URL, sha256: stored.SHA256}, err
}

// readPicture reads a regular file of the first folder that has it.
func readPicture(folders []fs.FS, name string) (body []byte, err error) {
	for _, folder := range folders {
		if body, err = readFile(folder, name); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return body, err
}

func readFile(folder fs.FS, name string) (body []byte, err error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	file, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, maxPictureFile))
}

// reason returns what an error of a file says besides the file's name.
func reason(err error) string {
	var named *fs.PathError
	if errors.As(err, &named) {
		return named.Err.Error()
	}
	return err.Error()
}

// takePictures takes the pictures of an item that lie beside the export, with what the export says of them.
func (im *importer) takePictures(ctx context.Context, i *item) error {
	i.moved = map[string]movedPicture{}
	shown := i.body.Images
	if i.picture.Address != "" {
		shown = slices.Concat([]prose.Image{i.picture}, shown)
	}
	for _, one := range shown {
		file, found, err := im.beside(ctx, one.Address)
		switch {
		case err != nil:
			return err
		case !found && len(im.files.names(one.Address)) > 0:
			im.report.Pictures.left.add(one.Address)
			continue
		case !found:
			continue
		case file.why != "":
			i.note("the picture %s was not taken: %s", firstLine(one.Address), file.why)
			im.report.Pictures.refused.add(one.Address)
			continue
		}
		im.report.Pictures.taken.add(file.here)
		i.tookAlong(one.Address, file)
		caption, err := im.describe(ctx, i, file, one)
		if err != nil {
			return err
		}
		if _, known := i.moved[one.Address]; !known || caption != "" {
			i.moved[one.Address] = movedPicture{file.here, caption}
		}
	}
	for _, address := range i.body.Enlarged {
		file, found, err := im.beside(ctx, address)
		if err != nil {
			return err
		}
		if _, known := i.moved[address]; found && file.why == "" && !known {
			im.report.Pictures.taken.add(file.here)
			i.tookAlong(address, file)
			i.moved[address] = movedPicture{here: file.here}
		}
	}
	return nil
}

// The most characters of what is said of a picture.
const (
	longestAlt     = 500
	longestCaption = 1_000
)

// describe gives a picture the alt text and the caption that the export has for it, unless it has others. It returns the caption that
// stands below the picture in the text, if that is now shown with the picture.
func (im *importer) describe(ctx context.Context, i *item, file besideFile, one prose.Image) (caption string, err error) {
	known := im.files.described[pictureKey(one.Address)]
	if one.Linked { // it stays in the text
		one.Caption = ""
	}
	alt, caption := i.shortened("alternative text of a picture", or(one.Alt, known.Alt), longestAlt), or(one.Caption, known.Caption)
	if utf8.RuneCountInString(caption) > longestCaption { // it stays in the text
		caption = ""
	}
	if im.DryRun {
		return one.Caption, nil
	}
	now, err := im.Handler.PictureDescription(ctx, file.sha256)
	if err != nil {
		return "", err
	}
	var missing events.MediaChanges
	if now.Alt == "" && alt != "" {
		missing.Alt = &alt
	}
	if now.Caption == "" && caption != "" {
		missing.Caption = &caption
	}
	if missing != (events.MediaChanges{}) {
		by := im.By
		by.IdempotencyKey = "" // what is there already is not described again
		result, err := im.Handler.DescribePicture(ctx, by, file.sha256, nil, missing)
		if why, refused := refusal(err); refused {
			i.note("the description of %s was not taken: %s", firstLine(one.Address), why)
			return "", nil
		}
		if err != nil {
			return "", err
		}
		im.report.After = max(im.report.After, result.Position)
		missing.ApplyTo(&now)
	}
	if now.Caption != one.Caption {
		return "", nil
	}
	return one.Caption, nil
}

// pictureKey names a picture of the old site in all its sizes.
func pictureKey(address string) string {
	if u, err := url.Parse(address); err == nil {
		address = u.Path
	}
	return events.OldPicturePath(address)
}
