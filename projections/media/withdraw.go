// Events that can't be decoded or applied: files that they remove are not served.

package media

import (
	"strings"

	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*media)(nil)

// Withdraw removes the file of a picture that an event removes, or whose bytes it deletes. Those in the log are not deleted because of it:
// see [Reader.Undeleted]. A picture that is replaced stays for the admin; package content closes it to readers.
func (m *media) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if stream, ok := events.DeletedStream(eventType, event.Stream); ok {
		if sha256, ok := strings.CutPrefix(stream, events.MediaPrefix); ok {
			sha256, _, _ = strings.Cut(sha256, "-")
			m.forget(t, sha256)
		}
		return
	}
	sha256, ok := strings.CutPrefix(event.Stream, events.PicturePrefix)
	if !ok {
		return
	}
	if eventType == (events.MediaRemoved{}).EventType() {
		gone := removedFile{At: event.Created.UTC()}
		if file := fileOf(t, sha256); file != nil {
			gone.ContentType, gone.Size = file.ContentType, file.Size
		}
		m.forget(t, sha256)
		t.Bucket("removed").Put([]byte(sha256), projector.Encode(gone))
	}
	if d := descriptionOf(t, sha256); d != nil {
		d.Revision = event.Revision // which the next description must name
		t.Bucket("description").Put([]byte(sha256), projector.Encode(d))
	}
}
