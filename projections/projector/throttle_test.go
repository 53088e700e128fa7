// A rebuild beside requests.

package projector_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

// While requests come in, a rebuild commits small batches, so that none of them waits for a large one, and it makes the same of the log.
func TestARebuildCommitsSmallBatchesWhileRequestsComeIn(t *testing.T) {
	t.Parallel()
	const views = 6000
	log := modeltest.NewLog()
	for range views {
		log.Append(t, events.PageViewStream(modeltest.Day(9)), modeltest.PageView(uuid.New(), "/", modeltest.Day(9)))
	}
	for _, c := range []struct {
		name              string
		busy              bool
		fewest, mostTimes uint64 // transactions
	}{
		{"nobody asks for anything", false, 1, 6},
		{"requests come in", true, views / 200, views},
	} {
		t.Run(c.name, func(t *testing.T) {
			metrics := prometheus.NewRegistry()
			conf := modeltest.Config(t.TempDir(), log)
			conf.Registerer, conf.Only = metrics, []string{"analytics"}
			conf.Busy = func() bool { return c.busy }
			m, err := projections.Open(t.Context(), conf)
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			modeltest.CaughtUp(t, m)
			before := transactions(t, metrics)
			if err := m.Rebuild(t.Context(), "analytics", nil); err != nil {
				t.Fatal(err)
			}
			if n := transactions(t, metrics) - before; n < c.fewest || n > c.mostTimes {
				t.Errorf("%d views were committed in %d transactions, want %d to %d", views, n, c.fewest, c.mostTimes)
			}
			if modeltest.Dumps(t, m)["analytics"] != modeltest.Replay(t, log)["analytics"] {
				t.Error("the rebuilt model is not what a replay makes")
			}
		})
	}
}

// transactions returns how many batches analytics has committed.
func transactions(t *testing.T, metrics *prometheus.Registry) uint64 {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "candor_projection_batch_events" {
			return f.GetMetric()[0].GetHistogram().GetSampleCount()
		}
	}
	t.Fatal("no such metric")
	return 0
}
