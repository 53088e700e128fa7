// candor replay as an analyst meets it: files in each format, beside a running server and without one.

package e2e

import (
	"bytes"
	"candor/internal/eventually"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// view is what an analyst asks of a page view's file; the reader checks the columns' types.
type view struct {
	Position      int64     `parquet:"position"`
	Stream        string    `parquet:"stream"`
	Time          time.Time `parquet:"time,timestamp(microsecond)"`
	CorrelationID *string   `parquet:"correlationId"`
	Page          string    `parquet:"page"`
	Country       string    `parquet:"country"`
	Referrer      *string   `parquet:"referrer"`
	At            time.Time `parquet:"at,timestamp(microsecond)"`
}

func track(s *site, page string) {
	s.t.Helper()
	s.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": page, "userAgent": "Mozilla/5.0 Firefox",
		"sessionId": "s", "referrer": "", "metadata": nil})
}

func TestReplayWritesFilesThatAnalystsOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	demo := strings.Count(mustCandor(t, "", "--data", dir, "replay", "--type", "PageViewed"), "\n") // views of the demo site
	for _, page := range []string{"/", "/reviews/1", "/reviews/2"} {
		track(s, page)
	}
	check := func() {
		t.Helper()
		table, err := csv.NewReader(strings.NewReader(mustCandor(t, "", "--data", dir, "replay", "--type", "PageViewed",
			"--format", "csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		header := strings.Join(table[0], ",")
		if want := "position,stream,revision,id,type,time,actorKind,actorId,actorName,correlationId,event,page,"; !strings.HasPrefix(header,
			want) || len(table) != demo+4 {
			t.Errorf("csv has %d rows under %s", len(table), header)
		}
		path := filepath.Join(t.TempDir(), "views.parquet")
		_, said, err := candor(t, "", "--data", dir, "replay", "--type", "PageViewed", "--format", "parquet", "-o", path)
		if err != nil || said != fmt.Sprintf("%d events\n", demo+3) {
			t.Errorf("parquet: %v, said %q", err, said)
		}
		views, err := parquet.ReadFile[view](path)
		if err != nil {
			t.Fatal(err)
		}
		if len(views) != demo+3 {
			t.Fatalf("parquet has %d views", len(views))
		}
		if views = views[demo:]; views[1].Page != "/reviews/1" || views[1].Country != "Local" || views[1].Referrer != nil ||
			time.Since(views[1].Time) > time.Hour ||
			views[1].CorrelationID == nil || views[0].Position >= views[1].Position {
			t.Errorf("parquet has %+v", views)
		}
		out := []byte(mustCandor(t, "", "--data", dir, "replay", "--prefix", "review-", "--format", "parquet"))
		file, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out)))
		if err != nil {
			t.Fatalf("a Parquet file on standard output: %v", err)
		}
		lines := strings.Count(mustCandor(t, "", "--data", dir, "replay", "--prefix", "review-"), "\n")
		if n := file.NumRows(); n == 0 || n != int64(lines) {
			t.Errorf("parquet has %d rows, ndjson %d lines", n, lines)
		}
	}
	check()
	s.stop()
	check()
}

func TestReplayFollowsInCSVAndNotInParquet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	path := filepath.Join(dir, "never.parquet")
	if _, _, err := candor(t, "", "--data", dir, "replay", "--follow", "--format", "parquet", "-o", path); err == nil ||
		!strings.Contains(err.Error(), "Parquet file has an end") {
		t.Errorf("--follow with parquet: %v", err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a refused replay has touched its file: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out := &lockedBuffer{}
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"--data", dir, "replay", "--type", "PageViewed", "--format", "csv", "--follow"},
			strings.NewReader(""), out, io.Discard)
	}()
	await := func(rows int) {
		t.Helper()
		eventually.Holds(t, func() error {
			if text := out.String(); strings.Count(text, "\r\n") < rows {
				return fmt.Errorf("only %q", text)
			}
			return nil
		})
	}
	await(1)
	for i, page := range []string{"/first", "/second"} {
		track(s, page)
		await(2 + i)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("a replay that was told to stop ended with %v", err)
	}
}
