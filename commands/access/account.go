// The admin's account in memory: its state, and commands on top of it.

package access

import (
	"context"

	"golang.org/x/sync/semaphore"

	"candor/commands"
	"candor/events"
)

// account keeps the state of the admin's stream in memory, since every sign-in makes the stream longer: each
// command reads only the newer events. The lock also keeps this process's own commands from racing.
type account struct {
	lock   *semaphore.Weighted
	loaded commands.Loaded[admin]
}

// read returns the current state.
func (a *account) read(ctx context.Context, log commands.EventLog) (admin, error) {
	if err := a.lock.Acquire(ctx, 1); err != nil {
		return admin{}, commands.Typed(err)
	}
	defer a.lock.Release(1)
	if err := commands.CatchUp(ctx, log, events.AdminStream, &a.loaded); err != nil {
		return admin{}, commands.Typed(err)
	}
	return a.loaded.State, nil
}

// execute carries out a command on the account.
func (a *account) execute(ctx context.Context, x *commands.Executor, by commands.Caller, c commands.Decider[admin]) (commands.Result,
	error) {
	by.IdempotencyKey = "" // its stream isn't read from the start, where a repetition would be found
	if err := a.lock.Acquire(ctx, 1); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	defer a.lock.Release(1)
	return commands.Step[admin]{
		Stream:  events.AdminStream,
		Command: c,
		Load: func(ctx context.Context, log commands.EventLog, stream string, l *commands.Loaded[admin]) error {
			err := commands.CatchUp(ctx, log, stream, &a.loaded)
			*l = a.loaded
			return err
		},
	}.Run(ctx, x, by)
}
