// Countviews counts Candor's page views by day, from the beginning and then live, with nothing but the official
// EventStoreDB client: a catch-up subscription to the streams pageviews-2026-11-21, pageviews-2026-11-22 and so on.
//
//	go run ./examples/countviews 'esdb://admin:PASSWORD@127.0.0.1:2113?tlsCaFile=data/eventstore-ca.crt' views.json
//
// What it has counted, and how far in the log it has come, are kept in one small file, which is replaced whole: stopped or killed at
// any moment, it goes on from there and counts nothing twice. It prints all days when it has caught up, and a day
// again whenever its count grows.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// saveEvery is how many events may have to be read again after a crash while catching up.
const saveEvery = 10_000

// progress is what the file holds.
type progress struct {
	Position uint64         `json:"position"` // of the last event that is counted; 0: none
	Views    map[string]int `json:"views"`    // by day, "2026-11-21" (UTC)
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: countviews CONNECTION-STRING FILE")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := count(ctx, os.Args[1], os.Args[2]); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func count(ctx context.Context, connection, file string) error {
	p, err := load(file)
	if err != nil {
		return err
	}
	config, err := esdb.ParseConnectionString(connection)
	if err != nil {
		return err
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		return err
	}
	defer client.Close()
	options := esdb.SubscribeToAllOptions{
		From:   esdb.Start{},
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"pageviews-"}},
	}
	if p.Position > 0 {
		options.From = esdb.Position{Commit: p.Position, Prepare: p.Position}
	}
	events, err := client.SubscribeToAll(ctx, options)
	if err != nil {
		return err
	}
	defer events.Close()

	live := false
	for unsaved := 0; ; {
		switch e := events.Recv(); {
		case e.EventAppeared != nil:
			event := e.EventAppeared.OriginalEvent()
			p.Position = event.Position.Commit
			day := strings.TrimPrefix(event.StreamID, "pageviews-")
			seen := viewed(event)
			if seen {
				p.Views[day]++
			}
			if unsaved++; live || unsaved == saveEvery {
				if unsaved, err = 0, p.save(file); err != nil {
					return err
				}
			}
			if live && seen {
				fmt.Println(day, p.Views[day])
			}
		case e.CaughtUp != nil && !live:
			live = true
			if err := p.save(file); err != nil {
				return err
			}
			for _, day := range slices.Sorted(maps.Keys(p.Views)) {
				fmt.Println(day, p.Views[day])
			}
			fmt.Println("live")
		case e.SubscriptionDropped != nil:
			return e.SubscriptionDropped.Error // start it again: it goes on where it was
		}
	}
}

// viewed tells views from the other things that pages report.
func viewed(e *esdb.RecordedEvent) bool {
	var data struct{ Event string }
	return e.EventType == "PageViewed" && json.Unmarshal(e.Data, &data) == nil && data.Event == "page_view"
}

func load(file string) (progress, error) {
	p := progress{Views: map[string]int{}}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, nil
	case err != nil:
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// save replaces the file whole, so that counts and position always belong together.
func (p progress) save(file string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
