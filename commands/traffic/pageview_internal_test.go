// What is kept of addresses and of user agents.

package traffic

import "testing"

func TestCleanAddress(t *testing.T) {
	tests := map[string]string{
		"/reviews/3":                               "/reviews/3",
		"/reviews?search=my+illness":               "/reviews",
		"/?utm_source=x&token=1&UTM_medium=y#frag": "/?utm_source=x&UTM_medium=y",
		"/?utm_term=a&utm_email=ada@example.com&utm_content=b&utm_campaign&utm_id=7&utm_=1": "/?utm_term=a&utm_content=b&utm_campaign",
		"https://mail.example/?utm_user=ada&utm_sourced=1&utm%5Fsource=1":                   "https://mail.example/",
		"https://user:secret@host.example/a?b":                                              "https://host.example/a",
		"https://user@host.example":                                                         "https://host.example",
		"https://host.example/@ada":                                                         "https://host.example/@ada",
		"https://host.example/preview/pv_3xQ?utm_source=x#a":                                "https://host.example/preview/?utm_source=x",
		"/preview/pv_3xQ/media/9f86.png":                                                    "/preview/",
		"/preview/":                                                                         "/preview/",
		"android-app://com.example/":                                                        "android-app://com.example/",
		"#only":                                                                             "",
		"":                                                                                  "",
	}
	for in, want := range tests {
		if got := cleanAddress(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestAgents(t *testing.T) {
	tests := map[string]agent{
		"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0":                                                                  {"Firefox", "Linux", "desktop", ""},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1": {"Safari", "iOS", "phone", ""},
		"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1":          {"Safari", "iOS", "tablet", ""},
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                                                                {"Googlebot", "", "bot", "Googlebot"},
		"curl/8.14.1": {"Other", "", "bot", "curl"},
		"":            {"Other", "", "bot", "Other"},
	}
	for text, want := range tests {
		if got := parseAgent(text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}
