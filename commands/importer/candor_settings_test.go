package importer_test

import (
	"context"
	"strings"
	"testing"

	"candor/commands/importer"
	"candor/commands/settings"
	"candor/events"
)

// set changes a section of the settings.
func (s *site) set(section, body string) {
	s.t.Helper()
	in, err := settings.Parse(section, []byte(body), func(string) (bool, error) { return true, nil })
	if err == nil {
		_, err = s.handler.Settings.Change(context.Background(), admin, in, nil, func(_, _ events.Settings) error { return nil })
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// values returns what the owner has set in a section; nil: nothing.
func (s *site) values(section string) (values any) {
	s.t.Helper()
	err := s.log.Load(context.Background(), events.SettingsStream(section), 0, func(r events.Recorded) error {
		e, err := r.Decode()
		_, values, _ = events.SettingsOf(e)
		return err
	})
	if err != nil && !strings.Contains(err.Error(), "not found") {
		s.t.Fatal(err)
	}
	return values
}

func TestSettingsComeOnlyToASiteWithoutItsOwn(t *testing.T) {
	from := newSite(t)
	from.set("site", `{"name":"First"}`)
	from.set("site", `{"name":"Noisy Kitchen","logo":"`+pixel+`"}`)
	from.set("navigation", `{"social":[]}`)
	from.set("privacy", `{"messageDays":30}`)
	file := from.export()

	to := newSite(t)
	to.set("navigation", `{"footer":[]}`)
	planned := to.imports(file, dry)
	report := to.imports(file)
	for _, got := range []*importer.Report{planned, report} {
		if got.Count(importer.Present) != 1 {
			t.Errorf("the site's own navigation isn't already there: %s", said(t, got))
		}
	}
	site, _ := to.values("site").(events.SiteValues)
	if site.Name == nil || *site.Name != "Noisy Kitchen" || site.Logo == nil || events.PictureIn(*site.Logo) == "" {
		t.Errorf("the site is set to %+v: %s", site, said(t, report))
	}
	if mine, _ := to.values("navigation").(events.NavigationValues); mine.Social != nil {
		t.Errorf("the navigation was replaced: %+v", mine)
	}
	if to.values("privacy") != nil || !strings.Contains(said(t, report), "it keeps data for less time than this site does") {
		t.Errorf("messages would be deleted: %s", said(t, report))
	}
	if again := to.imports(file); again.Count(importer.Added) != 0 {
		t.Errorf("imported twice: %s", said(t, again))
	}
}
