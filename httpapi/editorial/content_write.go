// What the admin and bots write of a content kind.

package editorial

import (
	"net/http"
	"slices"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/editorial"
	"candor/httpapi"
	"candor/projections/answers"
)

// adminAnswer looks up one for the admin, or for a bot that writes.
func (k *contentKind) adminAnswer(c *httpapi.Call) httpapi.Lookup {
	if c.Key != nil && !slices.Contains(c.Key.Permissions, access.PermitUnpublished) {
		return k.items(c.Models.Content).KeyOne
	}
	return k.items(c.Models.Content).AdminOne
}

// input reads what is to be written, and who writes it.
func (k *contentKind) input(c *httpapi.Call) (in editorial.Parsed, by commands.Caller, err error) {
	body, err := c.Body()
	if err != nil {
		return in, by, err
	}
	if in, err = k.commands(c.Commands).Parse(body); err != nil {
		return in, by, err
	}
	by, err = c.Caller(body)
	return in, by, err
}

// create returns what answers POST /api/reviews and the same call of bots, which get another status.
func (k *contentKind) create(status int) httpapi.Handler {
	return func(c *httpapi.Call) error {
		in, by, err := k.input(c)
		if err != nil {
			return err
		}
		result, err := in.Create(c.Request.Context(), by)
		if err != nil {
			return err
		}
		return c.Wrote(status, result, k.adminAnswer(c), c.ContentModels(in.Uploads())...)
	}
}

// update answers PATCH /api/reviews/{id}.
func (k *contentKind) update(c *httpapi.Call) error { return k.updateOne(c, k.adminAnswer(c)) }

// updateOwn answers PATCH /api/bot/reviews/{id}: a key changes what it has created itself.
func (k *contentKind) updateOwn(c *httpapi.Call) error {
	return k.updateOne(c, func(id int64) (*answers.Answer, error) {
		return k.items(c.Models.Content).CreatedBy(c.Key.ID, id)
	})
}

// updateOne changes an item that the caller may change: one that look finds.
func (k *contentKind) updateOne(c *httpapi.Call, look httpapi.Lookup) error {
	id, ifMatch, err := c.Existing(k.Noun, look)
	if err != nil {
		return err
	}
	in, by, err := k.input(c)
	if err != nil {
		return err
	}
	result, err := in.Update(c.Request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, k.adminAnswer(c), c.ContentModels(in.Uploads())...)
}

// delete answers DELETE /api/reviews/{id}.
func (k *contentKind) delete(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := k.commands(c.Commands).Delete(c.Request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), append(c.ContentModels(false), c.Models.Drafts)...)
	return c.NoContent()
}

// restore answers POST /api/admin/reviews/{id}/restore: a deleted one as it was.
func (k *contentKind) restore(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := k.commands(c.Commands).Restore(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, k.adminAnswer(c), c.ContentModels(false)...)
}
