// Package server starts the parts of a site's server in order, and stops them in the reverse order.
package server

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"candor/internal/logwriter"
)

// StopTime is how long a server may take to finish what it has begun.
const StopTime = 10 * time.Second

// Server serves a site: today's, or as it was at a past moment.
type Server struct{ config Config }

// New returns a server of the site that c describes. It opens nothing. Its errors name the setting that is wrong.
func New(c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return &Server{c}, nil
}

// Run serves until ctx ends, and then finishes what it has begun, within [StopTime].
func (s *Server) Run(ctx context.Context) (err error) {
	var opened closers
	defer func() { err = opened.closeAll(err) }()
	at, err := listen(&s.config) // first: a port that is taken should cost nothing
	if err != nil {
		return err
	}
	opened.add(at.Close)
	output := logwriter.New(s.config.Stdout)
	opened.add(output.Close)
	logger := zerolog.New(output).Level(s.config.LogLevel).With().Timestamp().Logger()
	if !s.config.AsOf.IsZero() {
		return s.serveAsOf(ctx, &opened, at, logger)
	}
	return s.serveSite(ctx, &opened, at, output, logger)
}
