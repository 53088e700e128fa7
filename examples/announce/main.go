// Announce is a worker that reacts to new reviews, with nothing but the official EventStoreDB client: it prints a line for each review
// that is published from its first start on. Where it prints is where a worker of yours posts, mails or rebuilds something.
//
//	go run ./examples/announce 'esdb://admin:PASSWORD@127.0.0.1:2113?tlsCaFile=data/eventstore-ca.crt' announced.json
//
// It is a catch-up subscription that keeps its own position: a small file says up to where in the log everything is done, and is replaced
// whole after each review. A worker that is stopped, killed or cut off goes on from there and misses nothing. What it was doing when it
// was killed it does again, so the work must bear to be done twice.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/signal"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// done is what the file holds.
type done struct {
	Position uint64 `json:"position"` // everything up to this position of the log is done
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: announce CONNECTION-STRING FILE")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := work(ctx, os.Args[1], os.Args[2]); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func work(ctx context.Context, connection, file string) error {
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
	position, err := load(ctx, client, file)
	if err != nil {
		return err
	}
	events, err := client.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{
		From:   esdb.Position{Commit: position, Prepare: position},
		Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"ReviewPublished"}},
	})
	if err != nil {
		return err
	}
	defer events.Close()
	for {
		switch e := events.Recv(); {
		case e.EventAppeared != nil:
			event := e.EventAppeared.OriginalEvent()
			if err := announce(event); err != nil {
				return err
			}
			if err := save(file, event.Position.Commit); err != nil {
				return err
			}
		case e.CaughtUp != nil:
			fmt.Println("waiting")
		case e.SubscriptionDropped != nil:
			return e.SubscriptionDropped.Error // start it again: it goes on with what is not done
		}
	}
}

// announce is the work.
func announce(e *esdb.RecordedEvent) error {
	var data struct{ ReviewID int }
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return err
	}
	fmt.Println("published:", data.ReviewID)
	return nil
}

// load returns the position up to which everything is done: at the first start the end of the log.
func load(ctx context.Context, client *esdb.Client, file string) (uint64, error) {
	text, err := os.ReadFile(file)
	if err == nil {
		var d done
		err = json.Unmarshal(text, &d)
		return d.Position, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	last, err := client.ReadAll(ctx, esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1)
	if err != nil {
		return 0, err
	}
	defer last.Close()
	event, err := last.Recv()
	if err != nil {
		return 0, err // io.EOF: a site has events from its first start on
	}
	position := event.OriginalEvent().Position.Commit
	return position, save(file, position)
}

// save replaces the file whole.
func save(file string, position uint64) error {
	text, err := json.Marshal(done{position})
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
