// The limit of an API key, which all instances of a site count together.
//
// An instance counts the requests that it admits itself, and those that the log says the others have admitted; each notifies the others
// by ApiKeyUsed. It does so once a minute, and before it admits the next request as soon as it has admitted 25 or a quarter of
// what is left; then it reads the log up to there. So all instances together admit at most 25 each more than the limit. A bulk
// that would be more is recorded before it is carried out, at the revision that was counted: of two concurrent ones the second counts
// again.

package limit

import (
	"context"
	"errors"
	"slices"
	"time"

	"candor/commands"
	"candor/commands/rooms"
	"candor/events"
	"candor/projections/access"
)

const (
	KeyRequests = 1000      // requests that an API key has in any KeySpan; a bulk counts one for each item
	KeySpan     = time.Hour // of KeyRequests
	BulkRepeats = 60        // bulks that an API key may send again in any KeySpan, at no cost

	maxUnreportedKey = 25 // requests of a key that an instance admits before it notifies the others
	bulkAttempts     = 6
)

// Keys counts the requests of API keys.
type Keys struct {
	commands *rooms.Handlers
	access   *access.Reader
	clock    func() time.Time
	limiter  *Limiter[events.KeyID]
	locks    locks
}

// NewKeys returns counts that begin with what the log says.
func NewKeys(h *rooms.Handlers, keys *access.Reader, clock func() time.Time) *Keys {
	return &Keys{commands: h, access: keys, clock: clock, limiter: New[events.KeyID](KeyRequests, KeySpan), locks: newLocks()}
}

// Take takes cost from the key's limit, and notifies the other instances when it is time. shown waits until the read model of keys shows a
// position, and reports whether it does.
func (k *Keys) Take(ctx context.Context, id events.KeyID, cost int, shown func(events.Position) bool) Allowance {
	unlock, err := lockOf(ctx, &k.locks, id) // nothing is admitted while the others are being notified
	if err != nil {
		return Allowance{Wait: time.Second}
	}
	defer unlock()
	if cost+k.commands.Access.Untold(id) > maxUnreportedKey {
		return k.takeRecorded(ctx, id, cost, shown)
	}
	others, _ := k.elsewhere(id)
	a := k.limiter.Take(k.clock(), id, cost, others...)
	if !a.OK {
		return a
	}
	if unreported := k.commands.Access.UseKey(id, cost); unreported > 0 && unreported >= min(maxUnreportedKey, max(1, a.Remaining/4)) {
		if recorded, err := k.commands.Access.TellUse(ctx, id, 0, nil); err == nil {
			shown(recorded.Shown())
		}
	}
	return a
}

// takeRecorded takes the cost of a bulk, recorded in the log first. While the log is away only this process counts it, and the bulk can't
// be carried out.
func (k *Keys) takeRecorded(ctx context.Context, id events.KeyID, cost int, shown func(events.Position) bool) (a Allowance) {
	for range bulkAttempts {
		others, revision := k.elsewhere(id)
		if a = k.limiter.Take(k.clock(), id, cost, others...); !a.OK {
			return a
		}
		recorded, err := k.commands.Access.TellUse(ctx, id, cost, &revision)
		if commands.KindOf(err) != commands.Conflict {
			shown(recorded.Shown())
			return a
		}
		k.limiter.Refund(id, cost)
		var newer *commands.Error
		if !errors.As(err, &newer) || !shown(newer.Seen) {
			break
		}
	}
	return Allowance{Remaining: a.Remaining, Wait: time.Second} // other requests came first each time
}

// Left returns what is left of a key's limit.
func (k *Keys) Left(id events.KeyID) int {
	others, _ := k.elsewhere(id)
	return k.limiter.Take(k.clock(), id, 0, others...).Remaining
}

// elsewhere returns the uses of a key that the log holds and this process has not counted itself, and up to which revision of the key's
// stream.
func (k *Keys) elsewhere(id events.KeyID) ([]Use, uint64) {
	recorded, revision := k.access.KeyUses(int64(id), k.clock().Add(-KeySpan))
	recorded = slices.DeleteFunc(recorded, func(u access.KeyUse) bool { return k.commands.Access.OwnUse(u.ID) })
	others := make([]Use, len(recorded))
	for i, u := range recorded {
		others[i] = Use{u.At, u.Cost}
	}
	return others, revision
}
