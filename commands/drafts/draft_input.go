// What an editor sends of a draft. Its fields may break the rules for them: they count only once the draft is published.

package drafts

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
)

// Input holds the fields that an editor has changed, valid or not.
type Input struct {
	Base   *uint64                    // the revision that the edit began from; nil for a new item
	Fields map[string]json.RawMessage // the changed fields
	Was    map[string]json.RawMessage // the same fields at Base
}

// Parse reads a draft of something that exists from JSON. Its error is an *Error of kind Invalid.
func Parse(body []byte) (Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Input{}, err
	}
	in := Read(o)
	in.Base = readRevision(o, "base")
	return in, Invalid(o, body)
}

// Read reads the fields of a draft and what they were.
func Read(o *input.Object) Input {
	in := Input{Fields: readMembers(o, "fields"), Was: readMembers(o, "was")}
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

// Invalid returns the errors of an object that was read from body as one, nil without any.
func Invalid(o *input.Object, body []byte) error {
	if errs := o.Done(body); len(errs) > 0 {
		return commands.Refuse(errs...)
	}
	return nil
}

// takePictures replaces the data strings in the picture fields of a draft by the addresses that their pictures will have.
func takePictures(ctx context.Context, pictureFields []string, fields map[string]json.RawMessage) (uploads []pictures.Picture,
	errs []commands.FieldError, err error) {
	for _, name := range pictureFields {
		raw, ok := fields[name]
		if !ok {
			continue
		}
		before := len(uploads)
		if value := bytes.TrimSpace(raw); len(value) > 0 && value[0] == '[' {
			var list []any
			_ = json.Unmarshal(value, &list) // it is valid JSON
			for i, one := range list {
				if text, ok := one.(string); ok {
					if errs, err = pictures.TakePicture(ctx, &uploads, errs, name, &text); err != nil {
						return nil, nil, err
					}
					list[i] = text
				}
			}
			fields[name] = input.Encode(list)
		} else if text, ok := input.Unquote(value); ok && strings.Contains(text, input.DataPrefix) {
			addresses := input.SplitAddresses(text)
			for i := range addresses {
				if errs, err = pictures.TakePicture(ctx, &uploads, errs, name, &addresses[i]); err != nil {
					return nil, nil, err
				}
			}
			fields[name] = input.Encode(strings.Join(addresses, "\n"))
		}
		if len(uploads) == before { // there were none: what was typed stays as it is
			fields[name] = raw
		}
	}
	return uploads, errs, nil
}
