// The picture files beside an export, found by their old addresses. Nothing is fetched, and nothing outside of their folder is read.

package importer

import (
	"candor/commands/importer/prose"
	"candor/events"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// pictureFiles are the picture files beside an export.
type pictureFiles struct {
	folders   []fs.FS                // where they may lie
	hosts     map[string]bool        // of the old site, in lower case
	described map[string]prose.Image // by pictureKey: what the export says of a picture apart from where it is shown
	files     map[string]pictureFile // by path
	found     map[string]string      // old address → path of the file that is taken for it, "" for none
}

// oldSite holds what an export says about the site that it comes from.
type oldSite struct {
	addresses []string               // of the site itself and of some of its pictures
	described map[string]prose.Image // by pictureKey
}

// newPictureFiles returns the files beside the export of a site.
func newPictureFiles(folders []fs.FS, site oldSite) pictureFiles {
	b := pictureFiles{folders: folders, hosts: map[string]bool{}, described: site.described, files: map[string]pictureFile{},
		found: map[string]string{}}
	for _, address := range site.addresses {
		if host := strings.TrimPrefix(hostOf(address), "www."); host != "" {
			b.hosts[host], b.hosts["www."+host] = true, true
		}
	}
	return b
}

// pictureFile is the outcome of reading a file: the picture that it was stored as, or why it was not taken.
type pictureFile struct {
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
func (b *pictureFiles) isOurs(u *url.URL) bool {
	switch u.Scheme {
	case "http", "https", "":
		return u.Host == "" || b.hosts[strings.ToLower(u.Hostname())]
	}
	return false
}

// names returns the paths at which the picture with an address may lie, the best first; none for other sites' pictures.
func (b *pictureFiles) names(address string) []string {
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

// has reports whether a picture with an old address lies beside the export.
func (b *pictureFiles) has(address string) bool {
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

// pictureKey names a picture of the old site in all its sizes.
func pictureKey(address string) string {
	if u, err := url.Parse(address); err == nil {
		address = u.Path
	}
	return events.OldPicturePath(address)
}
