// Reading what to undo.

package editorial

import (
	"math"
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/commands/input"
	"candor/events"
)

// maxUndo is the most items in one request.
const maxUndo = 5000

// UndoInput is what a request to undo says.
type UndoInput struct {
	Since      time.Time // zero: from the beginning
	Request    string    // whose changes, where it is a request's
	Items      []history.UndoItem
	Deactivate bool // the API key, too
}

// ParseKeyUndo reads {"since": "2026-11-21T09:00:00Z", "items": [{"kind": "review", "id": 1, "revision": 3}], "deactivate": true};
// since and deactivate may be missing. Errors as for [Content].Parse.
func ParseKeyUndo(body []byte) (UndoInput, error) {
	return parseUndo(body, func(o *input.Object, in *UndoInput) {
		if text := o.Plain("since"); text != "" {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				o.Fail("since", "Since must be a time such as 2026-11-21T09:00:00Z")
			}
			in.Since = at.UTC()
		}
		in.Deactivate = input.IsTrue(o.Flag("deactivate"))
	})
}

// ParseRequestUndo reads {"requestId": "…", "items": […]}. Errors as for [Content].Parse.
func ParseRequestUndo(body []byte) (UndoInput, error) {
	return parseUndo(body, func(o *input.Object, in *UndoInput) {
		if in.Request = o.Plain("requestId"); in.Request == "" && len(o.Errs) == 0 {
			o.Fail("requestId", "Request id is required")
		}
	})
}

func parseUndo(body []byte, whose func(*input.Object, *UndoInput)) (UndoInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return UndoInput{}, err
	}
	var in UndoInput
	whose(o, &in)
	raw := o.Raw("items")
	switch {
	case raw == nil || input.IsNull(raw):
		o.Fail("items", "Items is required")
	case raw[0] != '[':
		o.Fail("items", "Items must be an array")
	default:
		if in.Items = readUndoItems(o, raw); len(in.Items) == 0 && !in.Deactivate && len(o.Errs) == 0 {
			o.Fail("items", "Items must have at least one item")
		}
	}
	if errs := o.Done(body); len(errs) > 0 {
		return UndoInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

// readUndoItems reads an array of items; repeated items are skipped.
func readUndoItems(o *input.Object, raw []byte) []history.UndoItem {
	items := []history.UndoItem{}
	seen := map[history.Item]bool{}
	for value := range input.ElementsOf(raw) {
		item, ok := undoItem(value)
		if !ok {
			o.Fail("items", `Items must be objects such as {"kind": "review", "id": 1, "revision": 3}`)
			return nil
		}
		if !seen[item.Item] {
			seen[item.Item] = true
			items = append(items, item)
		}
		if len(items) > maxUndo {
			o.Fail("items", "Items can have at most %d items", maxUndo)
			return nil
		}
	}
	return items
}

func undoItem(raw []byte) (history.UndoItem, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return history.UndoItem{}, false
	}
	o, err := input.ReadObject(raw)
	if err != nil {
		return history.UndoItem{}, false
	}
	item := history.UndoItem{Item: history.Item{Kind: o.Plain("kind")}}
	known := events.Item(item.Item).IsContent() || item.Kind == events.AuthorKind
	var numbered bool
	item.ID, numbered = wholeNumber(o.Raw("id"))
	revision, _ := o.Number("revision")
	if !known || !numbered || len(o.Errs) > 0 || revision == nil || *revision < 0 ||
		*revision != math.Trunc(*revision) || *revision > 1<<53 {
		return history.UndoItem{}, false
	}
	item.Revision = uint64(*revision)
	return item, true
}
