// How far an import is.

package importer

import (
	"context"
	"io"
)

// Progress says how far an import is. A file is read once or twice before its items are imported, which takes longer.
type Progress struct {
	Importing   bool  // otherwise the file is only read
	Done, Total int64 // bytes of the file
	Items, Of   int   // imported, of how many posts there are; 0 for another Candor's file, whose events are counted nowhere
}

// readings opens a file again and again, and tells how far it is read.
type readings struct {
	ctx      context.Context
	file     io.ReadSeeker
	tell     func(Progress) // nil: progress isn't shown
	progress Progress
}

// open begins another reading.
func (r *readings) open() (io.Reader, error) {
	_, err := r.file.Seek(0, io.SeekStart)
	return &watched{counted{r: r.file}, r}, err
}

// importing says that what is read from now on is imported: so many posts.
func (r *readings) importing(posts int) { r.progress.Importing, r.progress.Of = true, posts }

// imported counts a post.
func (r *readings) imported() { r.progress.Items++ }

// watched is one reading. It ends when the import is cancelled.
type watched struct {
	counted
	of *readings
}

func (w *watched) Read(b []byte) (int, error) {
	if err := w.of.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.counted.Read(b)
	if w.of.tell != nil {
		w.of.progress.Done = w.n
		w.of.tell(w.of.progress)
	}
	return n, err
}
