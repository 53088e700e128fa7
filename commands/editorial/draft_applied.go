// An item as its draft would make it, for previews.

package editorial

import (
	"context"
	"encoding/json"

	"candor/commands/input"
	"candor/events"
)

// WithDraft makes of the content of an item of a kind, as of events.NewContent, what the fields of its draft say. Fields that break the
// rules are applied as far as they can be shown: texts and lists are, numbers aren't.
func (h *Handler) WithDraft(ctx context.Context, kind string, content any, fields map[string]json.RawMessage) {
	h.contentOf(kind).withDraft(ctx, content, fields)
}

func (c collection[C, Ch]) withDraft(ctx context.Context, content any, fields map[string]json.RawMessage) {
	changes, _, errs, err := c.kind.parse(input.Encode(fields))
	if err != nil {
		return
	}
	var typed map[string]json.RawMessage
	if json.Unmarshal(input.Encode(changes), &typed) != nil {
		return
	}
	for _, e := range errs {
		if value := typed[e.Field]; len(value) > 0 && value[0] != '"' && value[0] != '[' {
			delete(typed, e.Field)
		}
	}
	var shown Ch
	if json.Unmarshal(input.Encode(typed), &shown) != nil {
		return
	}
	if c.kind.check != nil {
		// It completes the changes; what it finds wrong is shown as it is.
		_, _ = c.kind.check(ctx, c.h, func() (C, error) { return *content.(*C), nil }, &shown)
	}
	events.Apply(content.(*C), shown)
}
