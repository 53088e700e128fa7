// Work that is done every hour, by every instance.

package commands

import (
	"context"
	"time"

	"github.com/rs/zerolog"
)

const (
	hourlyPass  = time.Hour
	hourlyRetry = time.Minute
)

// Hourly calls pass at once, then every hour and whenever the channel that changed returns is closed, until ctx ends. After an error it
// calls it again in a minute, and logs the message.
func Hourly(ctx context.Context, logger zerolog.Logger, message string, changed func() <-chan struct{}, pass func(context.Context) error) {
	for {
		again, wait := changed(), hourlyPass
		if err := pass(ctx); err != nil && ctx.Err() == nil {
			logger.Warn().Err(err).Msg(message)
			wait = hourlyRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-time.After(wait):
		}
	}
}
