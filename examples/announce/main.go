// Announce is a worker that reacts to new reviews, with nothing but the official EventStoreDB client: it prints a line for each review
// that is published from its first start on. Where it prints is where a worker of yours posts, mails or rebuilds something.
//
//	go run ./examples/announce 'esdb://analyst:PASSWORD@127.0.0.1:2113?tlsCaFile=data/eventstore-ca.crt' announced.txt
//
// It is a catch-up subscription that keeps its own position, in a small file that is replaced after each event. Stopped or killed at any
// moment, it resumes after the last event in the file. If it is killed between its work and the file, it handles that event again: the work
// must tolerate an event that comes twice.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

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
	position, err := load(file)
	if errors.Is(err, fs.ErrNotExist) { // the first start: ignore the past
		if position, err = last(ctx, client); err == nil {
			err = save(file, position)
		}
	}
	if err != nil {
		return err
	}
	options := esdb.SubscribeToAllOptions{
		From:   esdb.Start{},
		Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"ReviewPublished"}},
	}
	if position > 0 {
		options.From = esdb.Position{Commit: position, Prepare: position}
	}
	events, err := client.SubscribeToAll(ctx, options)
	if err != nil {
		return err
	}
	defer events.Close()
	fmt.Println("waiting")
	for {
		switch got := events.Recv(); {
		case got.EventAppeared != nil:
			event := got.EventAppeared.OriginalEvent()
			if err := announce(event); err != nil {
				log.Printf("skipped %d@%s: %v", event.EventNumber, event.StreamID, err)
			}
			if err := save(file, event.Position.Commit); err != nil {
				return err
			}
		case got.SubscriptionDropped != nil:
			return got.SubscriptionDropped.Error // start it again: it resumes where it was
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

// last returns the position of the log's last event, 0 if there is none.
func last(ctx context.Context, client *esdb.Client) (uint64, error) {
	events, err := client.ReadAll(ctx, esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1)
	if err != nil {
		return 0, err
	}
	defer events.Close()
	event, err := events.Recv()
	if errors.Is(err, io.EOF) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return event.OriginalEvent().Position.Commit, nil
}

func load(file string) (position uint64, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(string(text), 10, 64)
}

// save replaces the file whole, so that it always holds a position.
func save(file string, position uint64) error {
	if err := os.WriteFile(file+".new", strconv.AppendUint(nil, position, 10), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
