// Scavenging removes the bytes of deleted and expired events from the log's files.

package openlog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"candor/events/nodes"
	"candor/projections"
)

// Scavenge scavenges the node of this process, or each node of another program's cluster. It reports to progress which node it works on and
// how far it is.
func (h *Handle) Scavenge(ctx context.Context, progress func(what string, at, head uint64)) (note string, err error) {
	if h.Node == nil {
		return h.scavengeNodes(ctx, progress)
	}
	s, err := h.Node.Scavenge(ctx, func(at, head uint64) { progress("log", at, head) })
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Removed %d events. The log now takes %.1f MB, down from %.1f MB; appends waited %.1f ms.",
		s.Removed, float64(s.After)/1e6, float64(s.Before)/1e6, float64(s.Pause.Microseconds())/1000), nil
}

// scavengeNodes scavenges each node that the cluster's gossip names. The note lists those that were scavenged, also beside an error.
func (h *Handle) scavengeNodes(ctx context.Context, progress func(what string, at, head uint64)) (note string, err error) {
	cluster, err := nodes.Open(h.connectionString, h.roots)
	if err != nil {
		return "", err
	}
	results, err := cluster.Scavenge(ctx, h, func(p nodes.Progress) {
		what := p.Node + ", " + p.Since.Round(time.Second).String()
		if p.Waiting {
			what += ", waiting for the scavenge that is running there"
		}
		progress(what, uint64(p.Done), uint64(p.Of))
	})
	var lines []string
	for _, s := range results {
		if s.Err == nil {
			lines = append(lines, fmt.Sprintf("Node %s was scavenged in %s and takes %.1f MB less (scavenge %s).", s.Address,
				s.Took.Round(10*time.Millisecond), float64(max(0, s.Saved))/1e6, s.ID))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "If other instances use this log, run candor rebuild "+strings.Join(projections.ErasableNames(),
			" ")+" on the data folder of each.")
	}
	return strings.Join(lines, "\n"), err
}
