package crawlers_test

import (
	"testing"

	"candor/commands/traffic/crawlers"
)

func TestProgramsAreToldFromBrowsers(t *testing.T) {
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
	for userAgent, want := range map[string]string{
		chrome: "",
		"Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0":                                                                  "",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "",
		"Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.16":                                                                               "",
		chrome + " Chrome-Lighthouse":                                              "Chrome-Lighthouse",
		"Mozilla/5.0 (Windows NT 6.3; WOW64) PingdomTMS/0.8.5":                     "pingdom",
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)": "Googlebot",
		"curl/8.14.1":            "curl",
		"python-requests/2.32.3": "python-requests",
		"okhttp/4.12.0":          "okhttp",
		"Jane's own reader 1.0":  "Other",
	} {
		if got := crawlers.Of(userAgent); got != want {
			t.Errorf("%q is %q, want %q", userAgent, got, want)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		crawlers.Of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36")
	}
}
