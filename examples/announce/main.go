// Announce is a worker that reacts to new reviews, with nothing but the official EventStoreDB client: it prints a line for each review
// that is published from its first start on. Where it prints is where a worker of yours posts, mails or rebuilds something.
//
//	go run ./examples/announce 'esdb://admin:PASSWORD@127.0.0.1:2113?tlsCaFile=data/eventstore-ca.crt'
//
// It is a consumer of a persistent subscription, so it keeps no position of its own and any number of it can run: the log remembers how far the
// group has come, and gives each event to one of them. What a killed worker did not acknowledge goes to another, so a worker must bear to see
// an event twice. What none of them can deal with is parked, and comes again when somebody asks for it (Client.ReplayParkedMessagesToAll).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const group = "announce"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: announce CONNECTION-STRING")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := work(ctx, os.Args[1]); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func work(ctx context.Context, connection string) error {
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
	settings := esdb.SubscriptionSettingsDefault()
	settings.CheckpointLowerBound = 1 // reviews are rare: remember each within two seconds
	err = client.CreatePersistentSubscriptionToAll(ctx, group, esdb.PersistentAllSubscriptionOptions{
		Settings: &settings, StartFrom: esdb.End{},
		Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"ReviewPublished"}},
	})
	var known *esdb.Error
	if err != nil && !(errors.As(err, &known) && known.Code() == esdb.ErrorCodeResourceAlreadyExists) {
		return err
	}
	events, err := client.SubscribeToPersistentSubscriptionToAll(ctx, group, esdb.SubscribeToPersistentSubscriptionOptions{})
	if err != nil {
		return err
	}
	defer events.Close()
	fmt.Println("waiting")
	for {
		got := events.Recv()
		if got.SubscriptionDropped != nil {
			return got.SubscriptionDropped.Error // start it again: it goes on with what is not done
		}
		event := got.EventAppeared.Event
		answer := func() error { return events.Ack(event) }
		if failed := announce(event.Event); failed != nil {
			answer = func() error { return events.Nack(failed.Error(), esdb.NackActionPark, event) }
		}
		if err := answer(); err != nil {
			return err
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
