// Retention of messages: messages older than the privacy settings allow are deleted, as the admin would delete them. By default none is.

package people

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/traffic"
	"candor/events"
)

const messageBatch = 500 // messages asked of the read model at once

// OldMessages reads from the read model of messages which ones are old.
type OldMessages interface {
	// WaitFor returns when the read model has applied everything up to position.
	WaitFor(ctx context.Context, position events.Position) error
	// MessagesBefore lists up to limit messages that came before a time, the oldest first.
	MessagesBefore(at time.Time, limit int) ([]events.MessageID, error)
}

// MessageRetention deletes old messages. Several instances may do so at once: a message is deleted once.
type MessageRetention struct {
	Handler  *Handler
	Head     func(ctx context.Context) (events.Position, error) // of the log
	Messages OldMessages
	Settings traffic.RetentionSettings
	Logger   zerolog.Logger
}

// Run deletes old messages until ctx ends: at once, when the settings change and every hour.
func (r *MessageRetention) Run(ctx context.Context) {
	commands.Hourly(ctx, r.Logger, "old messages could not be deleted; retrying in a minute", r.Settings.PrivacyChanged, r.Pass)
}

// Pass deletes the messages that are too old now. Errors: the log's, the read models'.
func (r *MessageRetention) Pass(ctx context.Context) error {
	for deleted := 0; ; {
		if err := r.catchUp(ctx); err != nil { // older settings might delete too much
			return err
		}
		s, err := r.Settings.PrivacySettings()
		if err != nil || s.MessageDays == events.Forever {
			return err
		}
		old, err := r.Messages.MessagesBefore(r.Handler.Now().Add(-s.MessageDays.Age()), messageBatch)
		if err != nil {
			return err
		}
		before := deleted
		for _, id := range old {
			switch _, err := r.Handler.DeleteMessage(ctx, commands.SystemCaller("message-retention"), id); {
			case err == nil:
				deleted++
			case commands.KindOf(err) != commands.NotFound: // which another instance has deleted
				return err
			}
		}
		if len(old) < messageBatch || deleted == before {
			if deleted > 0 {
				r.Logger.Info().Int("messages", deleted).Msg("old messages deleted")
			}
			return nil
		}
	}
}

// catchUp waits until the read models show all of the log.
func (r *MessageRetention) catchUp(ctx context.Context) error {
	head, err := r.Head(ctx)
	if err == nil {
		err = r.Settings.WaitFor(ctx, head)
	}
	if err == nil {
		err = r.Messages.WaitFor(ctx, head)
	}
	return err
}
