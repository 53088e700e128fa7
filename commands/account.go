// The admin's account in memory: its state, and commands on top of it.

package commands

import (
	"context"

	"golang.org/x/sync/semaphore"

	"candor/events"
)

// account keeps the state of the admin's stream in memory, since every sign-in makes the stream longer: each
// command reads only the newer events. The lock also keeps this process's own commands from racing.
type account struct {
	lock   *semaphore.Weighted
	loaded loaded[admin]
}

// read returns the current state.
func (a *account) read(ctx context.Context, log EventLog) (admin, error) {
	if err := a.lock.Acquire(ctx, 1); err != nil {
		return admin{}, typed(err)
	}
	defer a.lock.Release(1)
	if err := catchUp(ctx, log, events.AdminStream, &a.loaded); err != nil {
		return admin{}, typed(err)
	}
	return a.loaded.state, nil
}

// execute carries out a command on the account.
func (a *account) execute(ctx context.Context, x *executor, by Caller, c decider[admin]) (Result, error) {
	by.IdempotencyKey = "" // its stream isn't read from the start, where a repetition would be found
	if err := a.lock.Acquire(ctx, 1); err != nil {
		return Result{}, typed(err)
	}
	defer a.lock.Release(1)
	return step[admin]{
		stream:  events.AdminStream,
		command: c,
		load: func(ctx context.Context, log EventLog, stream string, l *loaded[admin]) error {
			err := catchUp(ctx, log, stream, &a.loaded)
			*l = a.loaded
			return err
		},
	}.run(ctx, x, by)
}
