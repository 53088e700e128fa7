// Exports in archives: a zip or gz is opened, of others the user is told to unpack them.

package importer

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// MaxUnpacked is the most bytes that an export in an archive may have.
const MaxUnpacked = 8 << 30

// ErrArchive says that a file is an archive that isn't opened. Errors that wrap it say why.
var ErrArchive = errors.New("unpack the archive and import the export in it")

// Export is a file to import. If it was in an archive, File is a temporary file, and Pictures are the archive's.
type Export struct {
	File     *os.File
	Pictures []fs.FS
	close    func() error
}

// Close closes the file, and removes a temporary one.
func (e *Export) Close() error { return e.close() }

// Open returns the export in a file: the one export in a zip, or what a gz holds, if it has at most limit bytes; any other file is itself.
// done is called when the export is closed, or if Open fails. Errors: [ErrArchive], and of reading and writing.
func Open(file *os.File, limit int64, done func() error) (export *Export, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, done())
		}
	}()
	kind, err := archiveKind(file)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "":
		return &Export{File: file, close: done}, nil
	case "zip":
		return openZip(file, limit, done)
	case "gz":
		in, err := gzip.NewReader(file)
		if err != nil {
			return nil, fmt.Errorf("the gz can't be read: %w", err)
		}
		export, err := unpack(in, limit, done)
		if err != nil {
			return nil, err
		}
		if kind, err = archiveKind(export.File); err == nil && kind != "" {
			err = fmt.Errorf("the gz holds a %s: %w", kind, ErrArchive)
		}
		if err != nil {
			return nil, errors.Join(err, removeTemporary(export.File))
		}
		return export, nil
	}
	return nil, fmt.Errorf("this is a %s: %w", kind, ErrArchive)
}

// archives are the beginnings of archives, by their kinds.
var archives = []struct {
	kind, begins string
	at           int
}{
	{"zip", "PK\x03\x04", 0}, {"zip", "PK\x05\x06", 0}, {"gz", "\x1f\x8b", 0}, {"bz2", "BZh", 0}, {"xz", "\xfd7zXZ\x00", 0}, {"zst",
		"\x28\xb5\x2f\xfd", 0},
	{"7z", "7z\xbc\xaf\x27\x1c", 0}, {"rar", "Rar!\x1a\x07", 0}, {"tar", "ustar", 257},
}

// archiveKind recognises an archive by its beginning; "" for another file.
func archiveKind(file io.ReaderAt) (string, error) {
	start := make([]byte, 512)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	for _, a := range archives {
		if n >= a.at+len(a.begins) && bytes.HasPrefix(start[a.at:n], []byte(a.begins)) {
			return a.kind, nil
		}
	}
	return "", nil
}

// unpack writes an export to a temporary file.
func unpack(in io.Reader, limit int64, done func() error) (*Export, error) {
	file, err := os.CreateTemp("", "candor-import-*")
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(file, io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		err = fmt.Errorf("the archive can't be read: %w", err)
	case n > limit:
		err = fmt.Errorf("the export in it has more than %d bytes: %w", limit, ErrArchive)
	default:
		return &Export{File: file, close: func() error { return errors.Join(removeTemporary(file), done()) }}, nil
	}
	return nil, errors.Join(err, removeTemporary(file))
}

func removeTemporary(file *os.File) error { return errors.Join(file.Close(), os.Remove(file.Name())) }

// openZip returns the one export in a zip.
func openZip(file *os.File, limit int64, done func() error) (*Export, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(file, info.Size())
	if err != nil {
		return nil, fmt.Errorf("the zip can't be read: %w", err)
	}
	found, err := exportsIn(z)
	if err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("the zip holds no export: %w", ErrUnknownFile)
	case 1:
	default:
		return nil, fmt.Errorf("the zip holds several exports, %s and %s: import one after the other; %w", found[0].Name, found[1].Name,
			ErrArchive)
	}
	in, err := found[0].Open()
	if err != nil {
		return nil, err
	}
	export, err := unpack(in, limit, done)
	if err = errors.Join(err, in.Close()); err != nil {
		return nil, err
	}
	for _, folder := range []string{path.Dir(found[0].Name), "."} {
		if pictures, err := fs.Sub(z, folder); err == nil {
			export.Pictures = append(export.Pictures, pictures)
		}
	}
	return export, nil
}

// exportsIn returns the exports in a zip, up to two.
func exportsIn(z *zip.Reader) (found []*zip.File, err error) {
	for _, f := range z.File {
		switch strings.ToLower(path.Ext(f.Name)) {
		case ".xml", ".wxr", ".json", ".ndjson", ".jsonl", ".txt", "":
		default:
			continue
		}
		if !f.Mode().IsRegular() || strings.HasPrefix(f.Name, "__MACOSX/") || strings.HasPrefix(path.Base(f.Name), ".") {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, fmt.Errorf("the zip is encrypted: %w", ErrArchive)
		}
		in, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s in the zip can't be read: %w", f.Name, err)
		}
		_, err = detectText(in)
		if failed := in.Close(); err == nil && failed == nil {
			if found = append(found, f); len(found) == 2 {
				return found, nil
			}
		}
	}
	return found, nil
}
