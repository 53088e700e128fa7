// candor keys: API keys.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"candor/commands"
	accesscmd "candor/commands/access"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/characters"
	"candor/projections/access"
)

// keysCommand manages API keys, with or without a running server.
type keysCommand struct {
	Create     keysCreateCommand     `cmd:"" help:"Create a key and print it. It is shown only once."`
	List       keysListCommand       `cmd:"" help:"List keys."`
	Deactivate keysDeactivateCommand `cmd:"" help:"Deactivate a key. Requests with it are refused from now on."`
}

type keysCreateCommand struct {
	Name       string   `required:"" placeholder:"NAME" help:"What the key is for."`
	Permission []string `required:"" help:"create_reviews, create_news, create_categories, read_analytics or read_unpublished. Repeatable."`
	Expires    string   `help:"Last day on which the key is valid (UTC), e.g. 2027-01-31. Default: never expires." placeholder:"DATE"`
}

func (k keysCreateCommand) Run(ctx context.Context, line *Globals, c *console) error {
	body, err := json.Marshal(map[string]any{"name": k.Name, "permissions": k.Permission, "expiresAt": k.Expires})
	if err != nil {
		return err
	}
	in, err := accesscmd.ParseKey(body)
	if err != nil {
		return explained(err)
	}
	var key accesscmd.NewKey
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		key, err = h.Access.CreateKey(ctx, by, in)
		return key.Result, err
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, key.Plain)
	}
	return err
}

type keysListCommand struct{}

func (keysListCommand) Run(ctx context.Context, line *Globals, c *console) (err error) {
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	keys, err := access.ReadKeys(ctx, d)
	if err != nil {
		return err
	}
	var table characters.Table
	table.Row("ID", "NAME", "PERMISSIONS", "STATE", "CREATED", "EXPIRES", "LAST USED")
	for _, k := range keys {
		table.Row(fmt.Sprint(k.ID), k.Name, strings.Join(k.Permissions, ","), keyState(k), day(&k.CreatedAt), day(k.ExpiresAt), day(k.LastUsed))
	}
	_, err = table.WriteTo(c.stdout)
	return err
}

func keyState(k access.Key) string {
	switch {
	case !k.IsActive:
		return "inactive"
	case k.ExpiresAt != nil && !time.Now().Before(*k.ExpiresAt):
		return "expired"
	}
	return "active"
}

func day(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.DateOnly)
}

type keysDeactivateCommand struct {
	ID int64 `arg:"" help:"The key's number, as shown by keys list."`
}

func (k keysDeactivateCommand) Run(ctx context.Context, line *Globals, c *console) error {
	return line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		return h.Access.DeactivateKey(ctx, by, events.KeyID(k.ID))
	})
}
