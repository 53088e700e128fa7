// What an editor sends of a draft. Its fields may break the rules for them: they count only once the draft is published.

package editorial

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// maxDraft is how many bytes a stored draft may have. With its metadata it fits into an append (events.ErrTooLarge).
const maxDraft = 1_000_000

// DraftInput holds the fields that an editor has changed, valid or not.
type DraftInput struct {
	Base   *uint64                    // the item's revision that the edit began from; nil for a new item
	Fields map[string]json.RawMessage // the changed fields
	Was    map[string]json.RawMessage // the same fields at Base
}

// ParseDraft reads the draft of an item that exists from JSON. Its error is an *Error of kind Invalid.
func ParseDraft(body []byte) (DraftInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return DraftInput{}, err
	}
	in := readDraft(o)
	in.Base = readRevision(o, "base")
	return in, readInvalid(o, body)
}

// NewDraft is the draft of an item that doesn't exist yet.
type NewDraft struct {
	DraftInput
	ID   string // "": one is made
	Kind string
}

// DraftID returns the draft's id: the one that was sent, or one that a repetition of the request has again.
func (in NewDraft) DraftID(by commands.Caller) events.DraftID {
	if in.ID != "" {
		return events.DraftID(in.ID)
	}
	id := by.EventID("draft", "", 0)
	if id == uuid.Nil {
		id = uuid.New()
	}
	return events.DraftOfNew(id)
}

// ParseDraftID reads the id of the draft of an item that doesn't exist yet: a UUID, written as we write it.
func ParseDraftID(text string) (events.DraftID, bool) {
	id, err := uuid.Parse(text)
	return events.DraftOfNew(id), err == nil && id.String() == text
}

// ParseNewDraft reads the draft of an item that doesn't exist yet from JSON. Its error is an *Error of kind Invalid.
func ParseNewDraft(body []byte) (NewDraft, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return NewDraft{}, err
	}
	in := NewDraft{DraftInput: readDraft(o), ID: o.Plain("id"), Kind: o.Plain("kind")}
	if in.ID != "" {
		if _, ok := ParseDraftID(in.ID); !ok {
			o.Fail("id", "ID must be a UUID in lower case")
		}
	}
	if !events.IsKind(in.Kind) {
		o.Fail("kind", "Kind must be one of %s", strings.Join(events.KindNames(), ", "))
	}
	return in, readInvalid(o, body)
}

// ParseNewDraftChange reads what a draft of an item that doesn't exist yet says from now on. Its error is an *Error of kind Invalid.
func ParseNewDraftChange(body []byte) (DraftInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return DraftInput{}, err
	}
	return readDraft(o), readInvalid(o, body)
}

// readDraft reads the fields of a draft and what they were.
func readDraft(o *input.Object) DraftInput {
	in := DraftInput{Fields: readMembers(o, "fields"), Was: readMembers(o, "was")}
	if len(in.Fields) == 0 && len(o.Errs) == 0 {
		o.Fail("fields", "Fields must be an object with the changed fields")
	}
	return in
}

// readMembers reads a field that is an object; none if it is absent or null.
func readMembers(o *input.Object, field string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	raw := o.Raw(field)
	if raw == nil || input.IsNull(raw) {
		return members
	}
	if json.Unmarshal(raw, &members) != nil {
		o.Fail(field, "%s must be an object", input.Label(field))
	}
	return members
}

// readRevision reads the revision of a stream; it is required.
func readRevision(o *input.Object, field string) *uint64 {
	n, none := o.Number(field)
	switch {
	case n == nil || none:
		o.Fail(field, "%s is required", input.Label(field))
		return nil
	case *n < 0 || *n != math.Trunc(*n) || *n > 1<<53:
		o.Fail(field, "%s must be a revision of the item", input.Label(field))
		return nil
	}
	revision := uint64(*n)
	return &revision
}

// readInvalid returns the errors as one, nil without any.
func readInvalid(o *input.Object, body []byte) error {
	if errs := o.Done(body); len(errs) > 0 {
		return commands.Refuse(errs...)
	}
	return nil
}

// takeDraftPictures replaces the data strings in the picture fields of a draft by the addresses that their pictures will have.
func (k *kind[C, Ch]) takeDraftPictures(ctx context.Context, fields map[string]json.RawMessage) (uploads []pictures.Picture,
	errs []commands.FieldError, err error) {
	for _, field := range k.fields.PicturesOf(new(Ch)) {
		raw, ok := fields[field.Name]
		if !ok {
			continue
		}
		before := len(uploads)
		if value := bytes.TrimSpace(raw); len(value) > 0 && value[0] == '[' {
			var list []any
			_ = json.Unmarshal(value, &list) // it is valid JSON
			for i, one := range list {
				if text, ok := one.(string); ok {
					if errs, err = pictures.TakePicture(ctx, &uploads, errs, field.Name, &text); err != nil {
						return nil, nil, err
					}
					list[i] = text
				}
			}
			fields[field.Name] = asJSON(list)
		} else if text, ok := input.Unquote(value); ok && strings.Contains(text, input.DataPrefix) {
			addresses := input.SplitAddresses(text)
			for i := range addresses {
				if errs, err = pictures.TakePicture(ctx, &uploads, errs, field.Name, &addresses[i]); err != nil {
					return nil, nil, err
				}
			}
			fields[field.Name] = asJSON(strings.Join(addresses, "\n"))
		}
		if len(uploads) == before { // there were none: what was typed stays as it is
			fields[field.Name] = raw
		}
	}
	return uploads, errs, nil
}

// asJSON returns a text or a list as JSON.
func asJSON(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts and lists always encode
	}
	return raw
}

// event returns the fact that the draft says this from now on.
func (in DraftInput) event(id events.DraftID, kind string) events.DraftSaved {
	e := events.DraftSaved{DraftID: id, Kind: kind, Base: in.Base, Fields: in.Fields, Was: in.Was}
	if item, ok := id.Item(); ok {
		e.ItemID = item.ID
	}
	return e
}
