package importer_test

import (
	"context"
	"testing"

	describing "candor/commands/editorial/names"
	"candor/commands/importer"
	"candor/events"
)

// describe describes a tag or a brand.
func (s *site) describe(kind, name, text string) {
	s.t.Helper()
	in := describing.Input{NameChanges: events.NameChanges{Description: &text}}
	if _, err := s.handler.Names.Describe(context.Background(), admin, kind, name, in, nil); err != nil {
		s.t.Fatal(err)
	}
}

// description returns the description of a tag or a brand.
func (s *site) description(kind, name string) (text string) {
	s.t.Helper()
	err := s.log.Load(context.Background(), events.NameStream(kind, name), 0, func(r events.Recorded) error {
		e, err := r.Decode()
		if described, ok := e.(events.NameDescribed); ok {
			text = *described.Changes.Description
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

func TestDescriptionsComeToTagsAndBrandsThatHaveNone(t *testing.T) {
	from := newSite(t)
	from.describe(events.TagKind, "Wi-Fi 7", "First.")
	from.describe(events.TagKind, "wi-fi 7", "Routers.")
	from.describe(events.BrandKind, "Pellaq", "Theirs.")
	file := from.export()

	to := newSite(t)
	to.describe(events.BrandKind, "PELLAQ", "Ours.")
	planned := to.imports(file, dry)
	report := to.imports(file)
	for _, got := range []*importer.Report{planned, report} {
		if got.Count(importer.Added) != 1 || got.Count(importer.Present) != 1 {
			t.Errorf("not one added and one present: %s", said(t, got))
		}
	}
	if got := to.description(events.TagKind, "WI-FI 7"); got != "Routers." {
		t.Errorf("the tag is described as %q", got)
	}
	if got := to.description(events.BrandKind, "Pellaq"); got != "Ours." {
		t.Errorf("the site's own brand is described as %q", got)
	}
	if again := to.imports(file); again.Count(importer.Added) != 0 {
		t.Errorf("imported twice: %s", said(t, again))
	}
}
