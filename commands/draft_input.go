// What an editor sends of a draft. Its fields may break the rules for them: they count only once the draft is published.

package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"

	"github.com/google/uuid"

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
	o, err := readObject(body)
	if err != nil {
		return DraftInput{}, err
	}
	in := o.draft()
	in.Base = o.revision("base")
	return in, o.invalid(body)
}

// NewDraft is the draft of an item that doesn't exist yet.
type NewDraft struct {
	DraftInput
	ID   string // "": one is made
	Kind string
}

// DraftID returns the draft's id: the one that was sent, or one that a repetition of the request has again.
func (in NewDraft) DraftID(by Caller) events.DraftID {
	if in.ID != "" {
		return events.DraftID(in.ID)
	}
	id := by.eventID("draft", "", 0)
	if id == uuid.Nil {
		id = uuid.New()
	}
	return events.DraftOfNew(id)
}

// ParseNewDraft reads the draft of an item that doesn't exist yet from JSON. Its error is an *Error of kind Invalid.
func ParseNewDraft(body []byte) (NewDraft, error) {
	o, err := readObject(body)
	if err != nil {
		return NewDraft{}, err
	}
	in := NewDraft{DraftInput: o.draft(), ID: o.plain("id"), Kind: o.plain("kind")}
	if in.ID != "" {
		if _, ok := ParseDraftID(in.ID); !ok {
			o.fail("id", "ID must be a UUID in lower case")
		}
	}
	if !events.HasDrafts(in.Kind) {
		o.fail("kind", "Kind must be review, article or page")
	}
	return in, o.invalid(body)
}

// ParseNewDraftChange reads what a draft of an item that doesn't exist yet says from now on. Its error is an *Error of kind Invalid.
func ParseNewDraftChange(body []byte) (DraftInput, error) {
	o, err := readObject(body)
	if err != nil {
		return DraftInput{}, err
	}
	return o.draft(), o.invalid(body)
}

// draft reads the fields of a draft and what they were.
func (o *object) draft() DraftInput {
	in := DraftInput{Fields: o.members("fields"), Was: o.members("was")}
	if len(in.Fields) == 0 && len(o.errs) == 0 {
		o.fail("fields", "Fields must be an object with the changed fields")
	}
	return in
}

// members reads a field that is an object; none if it is absent or null.
func (o *object) members(field string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	raw := o.raw(field)
	if raw == nil || isNull(raw) {
		return members
	}
	if json.Unmarshal(raw, &members) != nil {
		o.fail(field, "%s must be an object", label(field))
	}
	return members
}

// revision reads the revision of a stream; it is required.
func (o *object) revision(field string) *uint64 {
	n, none := o.number(field)
	switch {
	case n == nil || none:
		o.fail(field, "%s is required", label(field))
		return nil
	case *n < 0 || *n != math.Trunc(*n) || *n > 1<<53:
		o.fail(field, "%s must be a revision of the item", label(field))
		return nil
	}
	revision := uint64(*n)
	return &revision
}

// invalid returns the errors as one, nil without any.
func (o *object) invalid(body []byte) error {
	if errs := o.done(body); len(errs) > 0 {
		return invalid(errs...)
	}
	return nil
}

// takeDraftPictures replaces the data strings in the picture fields of a draft by the addresses that their pictures will have.
func (k *kind[C, Ch]) takeDraftPictures(ctx context.Context, fields map[string]json.RawMessage) (pictures []picture, errs []FieldError, err error) {
	for _, field := range k.fields.picturesOf(new(Ch)) {
		raw, ok := fields[field.name]
		if !ok {
			continue
		}
		before := len(pictures)
		if value := bytes.TrimSpace(raw); len(value) > 0 && value[0] == '[' {
			var list []any
			_ = json.Unmarshal(value, &list) // it is valid JSON
			for i, one := range list {
				if text, ok := one.(string); ok {
					if errs, err = takePicture(ctx, &pictures, errs, field.name, &text); err != nil {
						return nil, nil, err
					}
					list[i] = text
				}
			}
			fields[field.name] = asJSON(list)
		} else if text, ok := unquote(value); ok && strings.Contains(text, dataPrefix) {
			addresses := splitAddresses(text)
			for i := range addresses {
				if errs, err = takePicture(ctx, &pictures, errs, field.name, &addresses[i]); err != nil {
					return nil, nil, err
				}
			}
			fields[field.name] = asJSON(strings.Join(addresses, "\n"))
		}
		if len(pictures) == before { // there were none: what was typed stays as it is
			fields[field.name] = raw
		}
	}
	return pictures, errs, nil
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
