// Reading what to undo.

package commands

import (
	"candor/events"
	"math"
	"time"
)

// maxUndo is the most items in one request.
const maxUndo = 5000

// UndoInput is what a request to undo says.
type UndoInput struct {
	Since      time.Time // zero: from the beginning
	Request    string    // whose changes, where it is a request's
	Items      []UndoItem
	Deactivate bool // the API key, too
}

// ParseKeyUndo reads {"since": "2026-11-21T09:00:00Z", "items": [{"kind": "review", "id": 1, "revision": 3}], "deactivate": true};
// since and deactivate may be missing. Errors as for [Content].Parse.
func ParseKeyUndo(body []byte) (UndoInput, error) {
	return parseUndo(body, func(o *object, in *UndoInput) {
		if text := o.plain("since"); text != "" {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				o.fail("since", "Since must be a time such as 2026-11-21T09:00:00Z")
			}
			in.Since = at.UTC()
		}
		in.Deactivate = isTrue(o.flag("deactivate"))
	})
}

// ParseRequestUndo reads {"requestId": "…", "items": […]}. Errors as for [Content].Parse.
func ParseRequestUndo(body []byte) (UndoInput, error) {
	return parseUndo(body, func(o *object, in *UndoInput) {
		if in.Request = o.plain("requestId"); in.Request == "" && len(o.errs) == 0 {
			o.fail("requestId", "Request id is required")
		}
	})
}

func parseUndo(body []byte, whose func(*object, *UndoInput)) (UndoInput, error) {
	o, err := readObject(body)
	if err != nil {
		return UndoInput{}, err
	}
	var in UndoInput
	whose(o, &in)
	raw := o.raw("items")
	switch {
	case raw == nil || isNull(raw):
		o.fail("items", "Items is required")
	case raw[0] != '[':
		o.fail("items", "Items must be an array")
	default:
		if in.Items = o.undoItems(raw); len(in.Items) == 0 && !in.Deactivate && len(o.errs) == 0 {
			o.fail("items", "Items must have at least one item")
		}
	}
	if errs := o.done(body); len(errs) > 0 {
		return UndoInput{}, invalid(errs...)
	}
	return in, nil
}

// undoItems reads an array of items; repeated items are skipped.
func (o *object) undoItems(raw []byte) []UndoItem {
	items := []UndoItem{}
	seen := map[Item]bool{}
	for value := range elementsOf(raw) {
		item, ok := undoItem(value)
		if !ok {
			o.fail("items", `Items must be objects such as {"kind": "review", "id": 1, "revision": 3}`)
			return nil
		}
		if !seen[item.Item] {
			seen[item.Item] = true
			items = append(items, item)
		}
		if len(items) > maxUndo {
			o.fail("items", "Items can have at most %d items", maxUndo)
			return nil
		}
	}
	return items
}

func undoItem(raw []byte) (UndoItem, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return UndoItem{}, false
	}
	o, err := readObject(raw)
	if err != nil {
		return UndoItem{}, false
	}
	item := UndoItem{Item: Item{Kind: o.plain("kind")}}
	known := events.Item(item.Item).IsContent() || item.Kind == events.AuthorKind
	var numbered bool
	item.ID, numbered = wholeNumber(o.raw("id"))
	revision, _ := o.number("revision")
	if !known || !numbered || len(o.errs) > 0 || revision == nil || *revision < 0 || *revision != math.Trunc(*revision) || *revision > 1<<53 {
		return UndoItem{}, false
	}
	item.Revision = uint64(*revision)
	return item, true
}
