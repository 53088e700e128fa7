// What the admin and bots write of a content kind.

package httpapi

import (
	"context"
	"net/http"

	"candor/commands"
	"candor/projections"
)

// adminAnswer looks up one for the admin.
func (k *contentKind[ID, In]) adminAnswer(c *request) lookup {
	return func(id int64) (*projections.Answer, error) { return k.shows.adminOne(c.Models.Content, id) }
}

// input reads what is to be written, and who writes it.
func (k *contentKind[ID, In]) input(c *request) (in In, by commands.Caller, err error) {
	body, err := c.body()
	if err != nil {
		return in, by, err
	}
	if in, err = k.parse(body); err != nil {
		return in, by, err
	}
	by, err = c.caller(body)
	return in, by, err
}

// create returns what answers POST /api/reviews and the same call of bots, which get another status.
func (k *contentKind[ID, In]) create(status int) handler {
	return func(c *request) error {
		in, by, err := k.input(c)
		if err != nil {
			return err
		}
		models := c.contentModels(k.images(in)...) // before the command puts their addresses in the place of pictures
		result, err := k.does.create(c.Commands, c.request.Context(), by, in)
		if err != nil {
			return err
		}
		return c.wrote(status, result, k.adminAnswer(c), models...)
	}
}

// update answers PATCH /api/reviews/{id}.
func (k *contentKind[ID, In]) update(c *request) error {
	id, ifMatch, err := c.existing(k.noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	in, by, err := k.input(c)
	if err != nil {
		return err
	}
	models := c.contentModels(k.images(in)...)
	result, err := k.does.update(c.Commands, c.request.Context(), by, ID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, k.adminAnswer(c), models...)
}

// delete answers DELETE /api/reviews/{id}.
func (k *contentKind[ID, In]) delete(c *request) error {
	id, ifMatch, err := c.existing(k.noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := k.does.remove(c.Commands, c.request.Context(), by, ID(id), ifMatch)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.contentModels()...)
	return c.noContent()
}

// restore answers POST /api/admin/reviews/{id}/restore: a deleted one as it was.
func (k *contentKind[ID, In]) restore(c *request) error {
	id, err := c.number(k.noun)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := k.does.restore(c.Commands, c.request.Context(), by, ID(id))
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, k.adminAnswer(c), c.contentModels()...)
}

// bulk answers POST /api/admin/reviews/bulk {"action":"publish","ids":[1,2]}.
func (k *contentKind[ID, In]) bulk(c *request) error {
	return c.bulk(k.actions, func(ctx context.Context, by commands.Caller, in commands.BulkChange) (commands.BulkOutcome, error) {
		return k.does.change(c.Commands, ctx, by, in)
	})
}
