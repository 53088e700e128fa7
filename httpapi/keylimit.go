// The limit of an API key, which all instances of a site count together.
//
// An instance counts the requests it lets in itself, and what the log says the others have; by ApiKeyUsed each tells
// them. It does so once a minute, and, before it lets the next one in, as soon as it has let in keyTold (25) or a quarter of what is left, and
// then looks at the log up to there. Between two looks it lets in at most that many, so that all instances together let in at most
// keyTold more each than the limit. A bulk that would be more is recorded before it is carried out, on top of what was counted: of two at
// once the second is counted again.

package httpapi

import (
	"errors"
	"slices"
	"time"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

// spend takes cost from the key's limit, and tells the other instances where it is time.
func (x *exchange) spend(cost int) allowance {
	id := events.KeyID(x.key.ID)
	turn := &x.keyTurns[uint64(id)%uint64(len(x.keyTurns))]
	turn.Lock() // nobody is let in while the others are told
	defer turn.Unlock()
	if cost+x.Commands.Untold(id) > keyTold {
		return x.spendAtOnce(id, cost)
	}
	others, _ := x.usedElsewhere(id)
	a := x.keyLimit.take(x.Clock(), id, cost, others...)
	if !a.ok {
		return a
	}
	if untold := x.Commands.UseKey(id, cost); untold > 0 && untold >= min(keyTold, max(1, a.remaining/4)) {
		if told, err := x.Commands.TellUse(x.request.Context(), id, 0, nil); err == nil {
			x.passed(told.Shown(), x.Models.Access)
		}
	}
	return a
}

// spendAtOnce takes the cost of a bulk. While the log is away it is counted here alone, and the bulk can't be carried out.
func (x *exchange) spendAtOnce(id events.KeyID, cost int) (a allowance) {
	const attempts = 6
	for range attempts {
		others, revision := x.usedElsewhere(id)
		if a = x.keyLimit.take(x.Clock(), id, cost, others...); !a.ok {
			return a
		}
		told, err := x.Commands.TellUse(x.request.Context(), id, cost, &revision)
		if commands.KindOf(err) != commands.Conflict {
			x.passed(told.Shown(), x.Models.Access)
			return a
		}
		x.keyLimit.giveBack(id, cost)
		var newer *commands.Error
		if !errors.As(err, &newer) || !x.passed(newer.Seen, x.Models.Access) {
			break
		}
	}
	return allowance{remaining: a.remaining, wait: time.Second} // others were quicker each time
}

// keyLeft is what is left of a key's limit.
func (x *exchange) keyLeft(id int64) int {
	others, _ := x.usedElsewhere(events.KeyID(id))
	return x.keyLimit.take(x.Clock(), events.KeyID(id), 0, others...).remaining
}

// usedElsewhere is what the log says of a key that this process has not counted itself, and up to which revision of the key's stream.
func (x *exchange) usedElsewhere(id events.KeyID) ([]use, uint64) {
	recorded, revision := x.Models.Access.KeyUses(int64(id), x.Clock().Add(-keySpan))
	recorded = slices.DeleteFunc(recorded, func(u projections.KeyUse) bool { return x.Commands.OwnUse(u.ID) })
	others := make([]use, len(recorded))
	for i, u := range recorded {
		others[i] = use{u.At, u.Cost}
	}
	return others, revision
}
