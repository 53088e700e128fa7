package names

import (
	"testing"
	"time"

	"candor/commands/decisiontest"
	"candor/commands/input/inputtest"
	"candor/events"
)

func TestLimitsAreDocumented(t *testing.T) {
	for _, what := range []string{"tag", "brand"} {
		inputtest.CheckLimits(t, "../../..", what, fields.Limits())
	}
}

func TestDescribe(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	described := func(text string) events.Event {
		return events.NameDescribed{Kind: events.TagKind, Name: "Wi-Fi 7", Changes: events.NameChanges{Description: &text}, At: at}
	}
	describing := func(text string) describe {
		return describe{kind: events.TagKind, name: "Wi-Fi 7", changes: events.NameChanges{Description: &text}, at: at}
	}
	decisiontest.Play(t, []decisiontest.Scenario[description]{
		{Name: "the first description", When: describing("Routers."), Then: decisiontest.Happened(described("Routers."))},
		{Name: "the same again records nothing", Given: decisiontest.Happened(described("Routers.")), When: describing("Routers.")},
		{Name: "an empty one where there is none records nothing", When: describing("")},
		{Name: "an empty one removes it", Given: decisiontest.Happened(described("Routers.")), When: describing(""),
			Then: decisiontest.Happened(described(""))},
		{Name: "no field records nothing", Given: decisiontest.Happened(described("Routers.")),
			When: describe{kind: events.TagKind, name: "Wi-Fi 7", at: at}},
	})
}
