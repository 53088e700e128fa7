package traffic_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands/commandstest"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
)

// changing are settings that change; err: they aren't known.
type changing struct {
	now events.PrivacySettings
	err error
}

func (c *changing) PrivacySettings() (events.PrivacySettings, error) { return c.now, c.err }

// everywhere is a Locator for which every address is in Zurich.
type everywhere struct{}

func (everywhere) Locate(netip.Addr) (country, city string) { return "CH", "Zurich" }

func TestCountriesAreNotedOnlyWhileTheSettingsSaySo(t *testing.T) {
	log := commandstest.OpenLog(t)
	settings := &changing{now: events.DefaultSettings().Privacy}
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Settings: settings, Geo: everywhere{},
		Clock: func() time.Time { return noon }})
	zurichs := func() (n int) {
		for _, stream := range append(commandstest.Surviving(t, log, events.VisitorPrefix), today) {
			for _, r := range commandstest.Recorded(t, log, stream) {
				n += strings.Count(string(r.Data), "Zurich")
			}
		}
		return n
	}
	before := 0
	for i, step := range []struct {
		counted bool
		err     error
		noted   int // by a new visitor, who is recorded, and a known one
	}{{true, nil, 4}, {false, nil, 0}, {true, nil, 3}, {true, errors.New("not ready"), 0}} {
		settings.now.CountCountries, settings.err = step.counted, step.err
		for _, address := range []string{fmt.Sprint("203.0.113.", i), "198.51.100.1"} {
			views := []traffic.TrackInput{commandstest.View(uuid.Nil, "/")}
			if err := h.Traffic.Track(t.Context(), commandstest.Guest, views, netip.MustParseAddr(address)); err != nil {
				t.Fatal(err)
			}
		}
		if now := zurichs(); now-before != step.noted {
			t.Errorf("%+v: the city is noted %d times", step, now-before)
		} else {
			before = now
		}
	}
}
