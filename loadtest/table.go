// The tables: what stages measured, as Markdown.

package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// table writes the stages as a Markdown table.
func (l *load) table(title string, all []*result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, %d cores for server and generator together:\n\n", title, runtime.NumCPU())
	b.WriteString("| stage | requests/s | answered | refused | gave up | reads p50 | p90 | p99 | p99.9 | max | pages p50 | p99 | views p99 | writes p99 | generator late p99 | cores, server + generator | RssAnon, heap | goroutines | descriptors | lag |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range all {
		everything, reads := r.sum(groupNames...), r.sum(apiReads...)
		fmt.Fprintf(&b, "| %s | %.0f | %.1f %% | %.1f %% | %.1f %% |", r.name, float64(r.offered)/r.lasted.Seconds(),
			r.percent(everything.answered()), r.percent(everything.refused()), r.percent(everything.gaveUp))
		for _, q := range []float64{50, 90, 99, 99.9, 100} {
			fmt.Fprintf(&b, " %s |", at(reads.latency, q))
		}
		pages := r.groups[readPages].latency
		fmt.Fprintf(&b, " %s | %s | %s | %s | %s | %.2f + %.2f | %.0f, %.0f MiB | %d | %d | %.1f s |\n", at(pages, 50), at(pages, 99),
			at(r.groups[trackViews].latency, 99), at(r.groups[botWrites].latency, 99), at(r.late, 99),
			r.cores(), r.own.Seconds()/r.lasted.Seconds(), r.peak.RSSAnon, r.peak.Heap, r.peak.Goroutines, r.peak.FDs, r.peak.LagSeconds)
	}
	b.WriteString("\n" + caution + "\n")
	_, err := fmt.Fprint(l.out, b.String())
	return err
}

// caution says what the figures can't tell.
const caution = "Reads are items and lists of the API. A latency counts from the moment at which its request was due, so that it holds the generator's own lateness, too: both share the processors, and which of them was waited for can't be told apart. Where the generator was late by more than a few milliseconds, read latencies as upper bounds."

func (r *result) percent(n int) float64 { return 100 * float64(n) / float64(max(1, r.offered)) }

// at is a percentile in milliseconds; 100 is the longest.
func at(h *hdrhistogram.Histogram, q float64) string {
	if h.TotalCount() == 0 {
		return "–"
	}
	us := h.ValueAtQuantile(q)
	if q == 100 {
		us = h.Max()
	}
	return milliseconds(time.Duration(us) * time.Microsecond)
}

func milliseconds(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}

// String is a stage in a few lines, for who watches.
func (r *result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %.0f/s for %v: offered %d, found no connection free %d, generator late p99 %s, cores %.2f + %.2f, RssAnon %.0f MiB, %d goroutines, %d descriptors, lag %.1f s\n", r.name, r.rate,
		r.lasted.Round(time.Second), r.offered, r.crowded, at(r.late, 99), r.cores(), r.own.Seconds()/r.lasted.Seconds(),
		r.peak.RSSAnon, r.peak.Goroutines, r.peak.FDs, r.peak.LagSeconds)
	for _, name := range groupNames {
		g := r.groups[name]
		if g.latency.TotalCount()+g.refusal.TotalCount() == 0 {
			continue
		}
		statuses := make([]int, 0, len(g.statuses))
		for status := range g.statuses {
			statuses = append(statuses, status)
		}
		slices.Sort(statuses)
		fmt.Fprintf(&b, "  %-6s p50 %8s  p99 %8s  max %8s  gave up %d;", name, at(g.latency, 50),
			at(g.latency, 99), at(g.latency, 100), g.gaveUp)
		for _, status := range statuses {
			fmt.Fprintf(&b, " %d: %d", status, g.statuses[status])
		}
		if g.refused() > 0 {
			fmt.Fprintf(&b, "; refused within p99 %s, %d without Retry-After", at(g.refusal, 99), g.withoutRetryAfter)
		}
		b.WriteByte('\n')
	}
	for what, n := range r.failures {
		fmt.Fprintf(&b, "  %d times: %s\n", n, what)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
