// The file: recognised by its content, converted to UTF-8, and read in bounded pieces.

package importer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// ErrUnknownFile says that a file is none that can be imported.
var ErrUnknownFile = errors.New("this is not a WordPress export (WXR), a Ghost export (JSON) or a Candor export (NDJSON written by candor replay)")

// format is a kind of file.
type format string

const (
	wordpress format = "WordPress"
	ghost     format = "Ghost"
	candor    format = "Candor"
)

// sniffed is how much of a file is read to recognise it.
const sniffed = 64 << 10

// detect recognises a file by its beginning.
func detect(file io.ReadSeeker) (format, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return detectText(file)
}

// detectText recognises an export by its beginning.
func detectText(file io.Reader) (format, error) {
	text, err := clean(file)
	if err != nil {
		return "", err
	}
	start, err := io.ReadAll(io.LimitReader(text, sniffed))
	if err != nil {
		return "", err
	}
	start = bytes.TrimSpace(start)
	switch line, _, _ := bytes.Cut(start, []byte("\n")); {
	case wordpressStart.Match(start):
		return wordpress, nil
	case bytes.HasPrefix(start, []byte("{")) && bytes.Contains(line, []byte(`"specversion"`)):
		return candor, nil
	case ghostStart.Match(start):
		return ghost, nil
	}
	return "", ErrUnknownFile
}

// wordpressStart is how WordPress's files begin, perhaps behind a warning of PHP's.
var wordpressStart = regexp.MustCompile(`(?s)<rss\b.*wordpress\.org/export/`)

// ghostStart is how Ghost's files begin, in all their versions.
var ghostStart = regexp.MustCompile(`^\{\s*"(db"\s*:\s*\[|meta"\s*:\s*\{|data"\s*:\s*\{)`)

// xmlEncoding finds what an XML file says of its encoding.
var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// clean returns the file as UTF-8 that an XML or JSON decoder accepts: decoded as its byte order mark or its first line says, without
// control characters and ill-formed bytes, which exports contain because databases do.
func clean(file io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(file, sniffed)
	start, err := in.Peek(1024)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	decoder := unicode.UTF8.NewDecoder().Transformer
	if m := xmlEncoding.FindSubmatch(start); m != nil {
		name := string(m[1])
		e, _ := charset.Lookup(name)
		if e == nil {
			return nil, fmt.Errorf("its encoding %q is unknown", name)
		}
		if !strings.EqualFold(name, "utf-8") && !bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) &&
			!strings.HasPrefix(strings.ToLower(name), "utf-16") {
			decoder = e.NewDecoder().Transformer
		}
	}
	return transform.NewReader(in, transform.Chain(unicode.BOMOverride(decoder), runes.ReplaceIllFormed(), runes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}))), nil
}

// maxPiece is the most bytes that one item of a file may have.
const maxPiece = 64 << 20

// pieces limits how much is read for one item, so that a file cannot fill the memory, and counts.
type pieces struct {
	r    io.Reader
	left int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.left <= 0 {
		return 0, fmt.Errorf("an item is larger than %d MiB", maxPiece>>20)
	}
	n, err := p.r.Read(b[:min(len(b), p.left)])
	p.left -= n
	return n, err
}

// next allows another item.
func (p *pieces) next() { p.left = maxPiece }

// counted counts the bytes that are read of a file.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}
