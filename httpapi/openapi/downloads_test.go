// The downloads: what of them can be told without a server. internal/e2e/botexamples_test.go runs them, and httpapi/postman_test.go the
// Postman collection.

package openapi_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"candor/httpapi/openapi"
)

func TestDownloadsNameTheSiteAndEveryBotCall(t *testing.T) {
	paths := load(t, "Bots").Paths.Map()
	for _, d := range openapi.Downloads() {
		text := string(d.Make(origin))
		if !strings.Contains(text, origin) || strings.Contains(text, "your-site.example") || strings.Contains(text, "{origin}") {
			t.Errorf("%s does not name the site, or another", d.Name)
		}
		for path := range paths { // with what each language writes for a variable
			if !regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(path), `\{id\}`, `\$?\{+\w+\}+`)).MatchString(text) {
				t.Errorf("%s lacks %s", d.Name, path)
			}
		}
		for _, line := range strings.Split(text, "\n") {
			if strings.HasSuffix(line, " ") || strings.Contains(line, "<no value>") || strings.Contains(line, "%!") {
				t.Errorf("%s: %q", d.Name, line)
			}
		}
		if nameless := string(d.Make("")); !strings.Contains(nameless, "https://your-site.example") {
			t.Errorf("%s of a site without a name", d.Name)
		}
	}
}

func TestMarkdownDescribesEveryCall(t *testing.T) {
	text := string(openapi.Markdown(origin))
	for path, item := range load(t, "").Paths.Map() {
		for method, o := range item.Operations() {
			if !strings.Contains(text, "### "+o.Summary+"\n\n`"+method+" "+path+"`") {
				t.Errorf("%s %s is missing", method, path)
			}
		}
	}
	for _, link := range regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllStringSubmatch(text, -1) {
		if !regexp.MustCompile(`(?mi)^### ` + link[1] + `$`).MatchString(text) {
			t.Errorf("a link to %s leads nowhere", link[1])
		}
	}
}

func TestPostmanCollectionIsOfFormat21(t *testing.T) {
	var c struct {
		Info     struct{ Schema string }
		Variable []struct{ Key, Value string }
		Item     []struct {
			Name string
			Item []struct {
				Name  string
				Event []struct {
					Listen string
					Script struct{ Exec []string }
				}
			}
		}
	}
	if err := json.Unmarshal(openapi.Postman(origin), &c); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(c.Info.Schema, "/v2.1.0/collection.json") || len(c.Variable) < 2 || c.Variable[0].Value != origin ||
		c.Variable[1].Value != "" {
		t.Errorf("%+v %+v", c.Info, c.Variable)
	}
	for _, folder := range c.Item {
		for _, request := range folder.Item {
			if len(request.Event) == 0 || request.Event[0].Listen != "test" ||
				!strings.Contains(strings.Join(request.Event[0].Script.Exec, "\n"), "pm.test(") {
				t.Errorf("%s: %s has no test", folder.Name, request.Name)
			}
		}
	}
}
