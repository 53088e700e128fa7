// What the admin and bots write of a content kind.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/commands/editorial"
	"candor/projections/answers"
)

// adminAnswer looks up one for the admin.
func (k *contentKind) adminAnswer(c *request) lookup {
	return k.shows(c.Models.Content).AdminOne
}

// input reads what is to be written, and who writes it.
func (k *contentKind) input(c *request) (in editorial.Parsed, by commands.Caller, err error) {
	body, err := c.body()
	if err != nil {
		return in, by, err
	}
	if in, err = k.does(c.Commands).Parse(body); err != nil {
		return in, by, err
	}
	by, err = c.caller(body)
	return in, by, err
}

// create returns what answers POST /api/reviews and the same call of bots, which get another status.
func (k *contentKind) create(status int) handler {
	return func(c *request) error {
		in, by, err := k.input(c)
		if err != nil {
			return err
		}
		result, err := in.Create(c.request.Context(), by)
		if err != nil {
			return err
		}
		return c.wrote(status, result, k.adminAnswer(c), c.contentModels(in.Uploads())...)
	}
}

// update answers PATCH /api/reviews/{id}.
func (k *contentKind) update(c *request) error { return k.updateOne(c, k.adminAnswer(c)) }

// updateOwn answers PATCH /api/bot/reviews/{id}: a key changes what it has created itself.
func (k *contentKind) updateOwn(c *request) error {
	return k.updateOne(c, func(id int64) (*answers.Answer, error) {
		return k.shows(c.Models.Content).CreatedBy(c.key.ID, id)
	})
}

// updateOne changes an item that the caller may change: one that look finds.
func (k *contentKind) updateOne(c *request, look lookup) error {
	id, ifMatch, err := c.existing(k.Noun, look)
	if err != nil {
		return err
	}
	in, by, err := k.input(c)
	if err != nil {
		return err
	}
	result, err := in.Update(c.request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, k.adminAnswer(c), c.contentModels(in.Uploads())...)
}

// delete answers DELETE /api/reviews/{id}.
func (k *contentKind) delete(c *request) error {
	id, ifMatch, err := c.existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := k.does(c.Commands).Delete(c.request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), append(c.contentModels(false), c.Models.Drafts)...)
	return c.noContent()
}

// restore answers POST /api/admin/reviews/{id}/restore: a deleted one as it was.
func (k *contentKind) restore(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := k.does(c.Commands).Restore(c.request.Context(), by, id)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, k.adminAnswer(c), c.contentModels(false)...)
}
