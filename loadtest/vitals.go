// Vitals of a process: memory, descriptors and processor time from /proc, the rest from its /metrics.

package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// vitals is how a process does at one moment.
type vitals struct {
	RSSAnon    float64 // MiB that the process holds itself, mapped files not counted
	FDs        int
	Threads    int
	CPU        time.Duration // since its start
	Goroutines int           // 0 where there is no /metrics
	Heap       float64       // MiB
	Cached     float64       // MiB of answers that read models keep
	Lag        float64       // positions that the read model furthest behind has to go
	LagSeconds float64
}

// vitalsOf reads the vitals of a process, and of /metrics where url is not "".
func vitalsOf(pid int, url string) (vitals, error) {
	var v vitals
	err := v.proc(pid)
	if err == nil && url != "" {
		err = v.scrape(url)
	}
	return v, err
}

// most makes each figure the larger one of both.
func (v *vitals) most(o vitals) {
	v.RSSAnon, v.Heap, v.FDs = max(v.RSSAnon, o.RSSAnon), max(v.Heap, o.Heap), max(v.FDs, o.FDs)
	v.Goroutines, v.Lag, v.LagSeconds = max(v.Goroutines, o.Goroutines), max(v.Lag, o.Lag), max(v.LagSeconds, o.LagSeconds)
}

func (v *vitals) proc(pid int) error {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			continue
		}
		n, _ := strconv.Atoi(fields[0])
		switch name {
		case "RssAnon":
			v.RSSAnon = float64(n) / 1024
		case "Threads":
			v.Threads = n
		}
	}
	fds, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return err
	}
	v.FDs = len(fds)
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // after the name: state is field 3, utime 14, stime 15 (proc(5))
	fields := strings.Fields(rest)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	v.CPU = time.Duration(user+system) * (time.Second / 100) // USER_HZ
	return nil
}

// scraper asks for /metrics on a connection that no load is on.
var scraper = &http.Client{Timeout: 10 * time.Second}

func (v *vitals) scrape(url string) error {
	answer, err := scraper.Get(url + "/metrics")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("/metrics: %s", answer.Status)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bufio.NewReader(answer.Body))
	if err != nil {
		return err
	}
	most := func(name string) (most float64) {
		for _, m := range families[name].GetMetric() {
			most = max(most, value(m))
		}
		return most
	}
	v.Goroutines = int(most("go_goroutines"))
	v.Heap = most("go_memstats_heap_alloc_bytes") / (1 << 20)
	v.Cached = 0
	for _, m := range families["candor_projection_cache_bytes"].GetMetric() {
		v.Cached += value(m) / (1 << 20)
	}
	v.Lag = most("candor_projection_lag_positions")
	v.LagSeconds = most("candor_projection_lag_seconds")
	return nil
}

func value(m *dto.Metric) float64 {
	if g := m.GetGauge(); g != nil {
		return g.GetValue()
	}
	return m.GetCounter().GetValue()
}

// filesIn counts the files below a folder and their bytes.
func filesIn(dir string) (names []string, bytes int64, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return nil // gone meanwhile
		}
		names = append(names, strings.TrimPrefix(path, dir))
		bytes += info.Size()
		return nil
	})
	return names, bytes, err
}
