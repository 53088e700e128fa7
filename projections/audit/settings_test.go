package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

func TestTheTrailTellsWhatBecameOfSettings(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	site, privacy := events.SettingsStream(events.SiteSection), events.SettingsStream(events.PrivacySection)
	named := events.SiteValues{Name: modeltest.Ptr("Noisy Kitchen"), Tagline: modeltest.Ptr("")}
	log.Append(t, site, events.SiteSettingsChanged{Values: named, At: modeltest.Day(1)})
	named.Name = nil
	log.Append(t, site, events.SiteSettingsChanged{Values: named, At: modeltest.Day(2)})
	days := events.Forever
	log.Append(t, privacy, events.PrivacySettingsChanged{Values: events.PrivacyValues{PageViewDays: &days}, At: modeltest.Day(3)})
	modeltest.Seen(t, log.Append(t, events.BackupsStream, events.BackupMade{Position: 3, At: modeltest.Day(4)}), m.History)

	page, err := m.History.Entries(audit.Query{Kind: events.SettingsKind}, 0, 50)
	var changes []string
	for _, e := range page.Entries {
		changes = append(changes, fmt.Sprint(e.Title, " ", strings.Join(e.Fields, " "), " ", string(mustJSON(t, e.Changes))))
	}
	want := `privacy pageViewDays [{"field":"pageViewDays","old":400,"new":"forever"}]
site name [{"field":"name","old":"Noisy Kitchen","new":"Candor"}]
site name tagline [{"field":"name","old":"Candor","new":"Noisy Kitchen"},{"field":"tagline","old":"Honest tech reviews","new":null}]`
	if got := strings.Join(changes, "\n"); err != nil || got != want {
		t.Errorf("%v: got\n%s\nwant\n%s", err, got, want)
	}

	var actions []audit.Activity
	a, err := m.History.ActivityAnswer(0, 0)
	if err := errors.Join(err, json.Unmarshal(a.Body(), &actions)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, one := range actions {
		lines = append(lines, one.Action+": "+one.Details)
	}
	want = `MAKE_BACKUP: Made a backup
UPDATE_SETTINGS: Changed the site's settings: page view days
UPDATE_SETTINGS: Changed the site's settings: name
UPDATE_SETTINGS: Changed the site's settings: name, tagline`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if item := actions[1].Item; item == nil || item.Kind != "settings" || item.Title != "privacy" {
		t.Errorf("the action is about %+v", item)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
