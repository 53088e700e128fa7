// Changes of the descriptions of tags and brands, with the texts before and after.

package audit

import (
	"encoding/json"

	"candor/events"
	"candor/projections/projector"
)

// noteName fills in what a change of a name's description changed. It does nothing for other events.
func (e *Entry) noteName(t *projector.Tx, event events.Event) {
	described, ok := event.(events.NameDescribed)
	if !ok || described.Changes.Description == nil {
		return
	}
	stored, stream := t.Bucket("name"), []byte(e.Stream)
	before, now := string(stored.Get(stream)), *described.Changes.Description
	stored.Put(stream, []byte(now))
	encoded := func(text string) json.RawMessage { return orNull(projector.Encode(text)) }
	e.Changes = append(e.Changes, FieldChange{"description", encoded(before), encoded(now)})
}
