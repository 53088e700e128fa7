// Writes: what every call that changes something has in common.

package httpapi

import (
	"errors"
	"slices"
	"strings"

	"candor/commands"
	"candor/projections"
)

// lookup returns one entity as the read model has it.
type lookup func(id int64) (*projections.Answer, error)

// existing begins an update or a delete: the id of something that is there, and the revision that
// If-Match asks for. What is not there never reaches the log.
func (c *request) existing(noun string, look lookup) (id int64, ifMatch *uint64, err error) {
	if id, err = c.number(noun); err != nil {
		return 0, nil, err
	}
	if _, err := look(id); err != nil {
		return 0, nil, named(err, noun)
	}
	ifMatch, err = c.ifMatch()
	return id, ifMatch, err
}

// wrote answers a write with what it made, once the read models show it.
func (c *request) wrote(status int, done commands.Result, look lookup, models ...readModel) error {
	if !c.settled(done.Shown(), models...) {
		return c.accepted(done.ID, done.Revision)
	}
	a, err := look(done.ID)
	if err != nil { // somebody has deleted it since, or the read model is away: the write stands
		return c.accepted(done.ID, done.Revision)
	}
	return c.answer(status, a, noStore)
}

// contentModels are the read models that a change of content touches. Pictures that came with
// it as data strings must be there, too, before their addresses are given out.
func (c *request) contentModels(images ...string) []readModel {
	if slices.ContainsFunc(images, func(address string) bool { return strings.HasPrefix(address, "data:") }) {
		return []readModel{c.Models.Content, c.Models.History, c.Models.Media}
	}
	return []readModel{c.Models.Content, c.Models.History}
}

// text is an optional text, "" without one.
func text(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}

// many is an optional list; none is empty.
func many(list *[]string) []string {
	if list == nil {
		return nil
	}
	return *list
}

// named says of what kind the thing is that was not found.
func named(err error, noun string) error {
	if errors.Is(err, projections.ErrNotFound) {
		return notFound(noun)
	}
	return err
}
