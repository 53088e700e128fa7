// candor admin: the admin's account.

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"candor/commands"
	"candor/commands/rooms"
)

// adminCommand manages the admin's account.
type adminCommand struct {
	SetPassword setPasswordCommand `cmd:"" name:"set-password" help:"Set the admin's password, read from standard input, and end all sessions."`
}

type setPasswordCommand struct{}

func (setPasswordCommand) Run(ctx context.Context, line *Globals, c *console) error {
	password, err := bufio.NewReader(io.LimitReader(c.stdin, 4<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the password from standard input: %w", err)
	}
	return line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		return h.Access.SetPassword(ctx, by, strings.TrimRight(password, "\r\n"))
	})
}
