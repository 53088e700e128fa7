package traffic_test

import (
	"strings"
	"testing"

	"candor/commands/traffic"
	"candor/events"
)

func TestRetentionIsDaysOrOff(t *testing.T) {
	for text, want := range map[string]events.Days{"400d": 400, " 30d ": 30, "off": events.Forever, "0": events.Forever,
		"0d": events.Forever} {
		if got, err := traffic.ParseRetention(text); err != nil || got != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "400", "d", "-1d", "29d", "1e3d", "99999999999999999999d", "40000d", "a year", "9h"} {
		if _, err := traffic.ParseRetention(text); err == nil || !strings.Contains(err.Error(), "retention") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
