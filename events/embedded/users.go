package embedded

// The users of a node, and the access lists that a new log begins with.

import (
	"context"
	"crypto/rand"
	"fmt"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/rpc"
	"candor/events/embedded/internal/storage"
)

// callers are the administrator and the other users.
func (c *Config) callers() []rpc.User {
	users := []rpc.User{{Name: c.Username, Password: c.Password, Groups: []string{engine.Admins}}}
	for _, u := range c.Users {
		users = append(users, rpc.User(u))
	}
	return users
}

// begin gives a log without $settings the configured ones. Settings that somebody wrote, or deleted, stay as they are.
func (n *Node) begin(ctx context.Context) error {
	if n.config.Settings == "" {
		return nil
	}
	if last, tombstoned, err := n.engine.Tip(engine.SettingsName); err != nil || last >= 0 || tombstoned {
		return err
	}
	event := storage.Event{Type: []byte(engine.SettingsName), JSON: true, Data: []byte(n.config.Settings)}
	_, _ = rand.Read(event.ID[:]) // never fails
	body := &storage.Body{}
	body.Add(event)
	if res := n.engine.Append(ctx, engine.SettingsName, engine.Expected{Kind: engine.NoStream}, body); res.Err != nil {
		return fmt.Errorf("writing $settings: %w", res.Err)
	}
	return nil
}
