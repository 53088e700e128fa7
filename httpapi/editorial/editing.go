// Editing elsewhere: editors say what they have open, and learn who else has.

package editorial

import "candor/httpapi"

// editedElsewhere answers PUT /api/admin/reviews/{id}/editing {"window":"…"}.
func (k *contentKind) editedElsewhere(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return c.Edits(id)
}

// editsNoLonger answers DELETE /api/admin/reviews/{id}/editing?window=….
func (k *contentKind) editsNoLonger(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return c.EditsNoLonger(id)
}

// PUT /api/admin/drafts/{draftId}/editing
func newEditedElsewhere(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return c.Edits(id)
}

// DELETE /api/admin/drafts/{draftId}/editing?window=…
func newEditsNoLonger(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return c.EditsNoLonger(id)
}
