// Writes: what every call that changes something has in common.

package httpapi

import (
	"errors"

	"candor/commands"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Lookup returns one entity as the read model has it.
type Lookup func(id int64) (*answers.Answer, error)

// Existing begins an update or a delete: the id of something that is there, and the revision that
// If-Match asks for. What is not there never reaches the log.
func (c *Call) Existing(noun string, look Lookup) (id int64, ifMatch *uint64, err error) {
	if id, err = c.Number(noun); err != nil {
		return 0, nil, err
	}
	if _, err := look(id); err != nil {
		return 0, nil, Named(err, noun)
	}
	ifMatch, err = c.IfMatch()
	return id, ifMatch, err
}

// Wrote answers a write with what it made, once the read models show it.
func (c *Call) Wrote(status int, result commands.Result, look Lookup, models ...ReadModel) error {
	if !c.Settled(result.Shown(), models...) {
		return c.Accepted(result.ID, result.Revision)
	}
	a, err := look(result.ID)
	if err != nil { // somebody has deleted it since, or the read model is away: the write stands
		return c.Accepted(result.ID, result.Revision)
	}
	return c.Answer(status, a, NoStore)
}

// ContentModels returns the read models that a change of content touches. With pictures that were sent along media is one of them, so that
// they are there before their addresses are given out. The public history and search are among them unless they are being built for the
// first time.
func (c *Call) ContentModels(pictures bool) []ReadModel {
	touched := []ReadModel{c.Models.Content, c.Models.History}
	if pictures {
		touched = append(touched, c.Models.Media)
	}
	if c.Models.Versions.Ready() == nil {
		touched = append(touched, c.Models.Versions)
	}
	if c.Models.Search.Ready() == nil {
		touched = append(touched, c.Models.Search)
	}
	return touched
}

// Named says of what kind the thing is that was not found.
func Named(err error, noun string) error {
	if errors.Is(err, projector.ErrNotFound) {
		return NotFound(noun)
	}
	return err
}
