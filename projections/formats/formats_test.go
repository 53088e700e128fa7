package formats_test

import (
	"testing"
	"time"

	"candor/events"
	"candor/projections/formats"
)

func of(language, zone, currency string) *formats.Format {
	return formats.Of(events.SiteSettings{Language: language, TimeZone: zone, Currency: currency})
}

func TestPricesAreWrittenAsTheLanguageDoes(t *testing.T) {
	for _, row := range []struct {
		language, currency, want string
		amount                   float64
	}{
		{"en-US", "USD", "$1,299", 1299},
		{"en-US", "EUR", "€1,299", 1299},
		{"en-US", "CHF", "CHF\u00a01,299", 1299}, // letters keep a distance from digits
		{"fr", "EUR", "1\u202f299\u00a0€", 1299},
		{"fr-CH", "CHF", "1\u202f299\u00a0CHF", 1299},
		{"fr-BF", "EUR", "1\u202f299\u00a0€", 1299}, // written like French elsewhere
		{"de-AT", "EUR", "€\u00a01.299", 1299},
		{"es", "EUR", "1299\u00a0€", 1299}, // groups only from five digits on
		{"es", "EUR", "12.990\u00a0€", 12990},
		{"hi", "INR", "₹12,34,567", 1234567},
		{"ja", "JPY", "￥980", 979.5},
		{"zh-TW", "TWD", "$1,299", 1299},
		{"tlh", "USD", "$1,299", 1299}, // Klingon isn't in the data
	} {
		if got := of(row.language, "UTC", row.currency).Price(row.amount); got != row.want {
			t.Errorf("%s, %s: got %q, want %q", row.language, row.currency, got, row.want)
		}
	}
}

func TestDatesOfRegionsAndScriptsDiffer(t *testing.T) {
	for language, want := range map[string]string{"en": "{M} {d}, {y}", "en-GB": "{d} {M} {y}", "de": "{d}. {M} {y}", "ja": "{y}年{M}月{d}日",
		"xx": "{M} {d}, {y}"} {
		if got := of(language, "UTC", "EUR").Long; got != want {
			t.Errorf("%s: got %q, want %q", language, got, want)
		}
	}
	if latin, cyrillic := of("sr-Latn-RS", "UTC", "RSD").Months[0], of("sr-RS", "UTC", "RSD").Months[0]; latin != "januar" ||
		cyrillic != "јануар" {
		t.Errorf("got %q and %q", latin, cyrillic)
	}
}

func TestADateIsThatOfTheSitesClocks(t *testing.T) {
	for _, one := range []struct{ language, zone, at, want string }{
		{"en", "UTC", "2026-11-20T23:30:00Z", "November 20, 2026"},
		{"en", "Asia/Tokyo", "2026-11-20T23:30:00Z", "November 21, 2026"},
		{"en", "America/New_York", "2026-07-01T03:59:00Z", "June 30, 2026"},
		{"ja", "Asia/Tokyo", "2026-01-02T00:00:00Z", "2026年1月2日"},
	} {
		at, err := time.Parse(time.RFC3339, one.at)
		if got := of(one.language, one.zone, "USD").Date(at); err != nil || got != one.want {
			t.Errorf("%+v: got %q, %v", one, got, err)
		}
	}
}

// The pairs of a zone give the offset that package time knows, at any hour of thirty years.
func TestZonesAreThoseOfTheDatabase(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca",
		"Pacific/Apia", "Pacific/Kiritimati"} {
		place, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		zone := of("en", name, "USD").Zone
		if name == "UTC" && len(zone) != 0 {
			t.Errorf("UTC has %v", zone)
		}
		start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		for at := start; at.Year() <= time.Now().UTC().Year()+2; at = at.Add(7 * time.Hour) {
			offset, since := 0, start
			for i := 0; i < len(zone); i += 2 {
				if since = since.Add(time.Duration(zone[i]) * time.Minute); since.After(at) {
					break
				}
				offset = zone[i+1]
			}
			if _, want := at.In(place).Zone(); offset*60 != want {
				t.Fatalf("%s, %v: got %d minutes, want %d seconds", name, at, offset, want)
			}
		}
	}
}
