package traffic_test

import (
	"strings"
	"testing"
	"time"

	"candor/commands/traffic"
)

func TestRetentionIsDaysOrOff(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{"400d": 400 * day, " 30d ": 30 * day, "off": 0, "0": 0, "0d": 0} {
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
