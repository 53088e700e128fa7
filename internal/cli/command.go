// Commands on the log, in the name of the user who runs the program.

package cli

import (
	"context"
	"errors"
	"os/user"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// command executes one command on the log, in the name of the user who runs the program. It returns when the server running on the data
// folder, if any, shows the result.
func (line *Globals) command(ctx context.Context, c *console,
	do func(*rooms.Handlers, commands.Caller) (commands.Result, error)) (err error) {
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	h, err := rooms.New(rooms.Config{Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	result, err := do(h, commandLineCaller())
	if err := errors.Join(explained(err), h.Close(ctx)); err != nil {
		return err
	}
	if server, err := datadir.Folder(line.Data).Server(); err == nil && d.Node == nil {
		awaitServer(ctx, server, result.Position)
	}
	return nil
}

// commandLineCaller returns the user who runs the program.
func commandLineCaller() commands.Caller {
	by := commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, Name: "command line"}, Via: events.ViaCommandLine,
		RequestID: "cli-" + openlog.RandomText()[:12]}
	if u, err := user.Current(); err == nil {
		by.Actor.ID = u.Username
	}
	return by
}

// awaitServer waits until the server's read models have passed position. Errors don't matter, because the write itself has succeeded.
func awaitServer(ctx context.Context, server datadir.Server, position events.Position) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if response, err := server.Ask(ctx, "/api/control/wait", map[string]any{"position": position}); err == nil {
		_ = response.Body.Close()
	}
}

// explained names the fields that a refusal is about.
func explained(err error) error {
	var refused *commands.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	lines := make([]string, len(refused.Fields))
	for i, f := range refused.Fields {
		lines[i] = f.Field + ": " + f.Message
	}
	return errors.New(strings.Join(lines, "; "))
}
