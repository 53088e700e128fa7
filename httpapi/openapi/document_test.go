// The document: that it is OpenAPI 3.1, that its examples keep their own rules, and that a part of it is whole.

package openapi_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json/jsontext"

	"candor/httpapi/openapi"
)

const origin = "https://reviews.example"

func load(t *testing.T, tag string) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Document(origin, tag))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Programs that generate clients refuse a document in which an object has a member twice.
func TestDocumentHasNoMemberTwice(t *testing.T) {
	value := jsontext.Value(openapi.Document(origin, ""))
	if err := value.Format(); err != nil {
		t.Fatal(err)
	}
}

// Spectral and other programs compile patterns without the flag u: \p{L} is then no class of letters but a p, and the examples break it.
func TestPatternsMeanTheSameWithAndWithoutUnicode(t *testing.T) {
	if text := string(openapi.Document(origin, "")); strings.Contains(text, `\\p{`) {
		at := strings.Index(text, `\\p{`)
		t.Errorf("…%s…", text[at-60:at+20])
	}
}

func TestDocumentIsOpenAPI31(t *testing.T) {
	doc := load(t, "")
	if !doc.IsOpenAPI31OrLater() {
		t.Errorf("version %s", doc.OpenAPI)
	}
	if got := doc.Servers[0].URL; got != origin {
		t.Errorf("server %s", got)
	}
	if !strings.Contains(doc.Info.Description, "curl -s "+origin+"/api/bot/status") {
		t.Error("the quick start does not name the site")
	}
	seen := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			if o.OperationID == "" || seen[o.OperationID] || o.Summary == "" || len(o.Tags) != 1 || doc.Tags.Get(o.Tags[0]) == nil {
				t.Errorf("%s %s: id %q, summary %q, tags %v", method, path, o.OperationID, o.Summary, o.Tags)
			}
			seen[o.OperationID] = true
			if o.Security == nil {
				t.Errorf("%s %s does not say who may call it", method, path)
			}
		}
	}
}

func TestPartOfTheDocumentHoldsWhatItNeedsAndNoMore(t *testing.T) {
	doc := load(t, "Bots")
	if n := doc.Paths.Len(); n != 8 {
		t.Errorf("%d paths", n)
	}
	for _, name := range []string{"Review", "NewReview", "Problem", "FieldError"} {
		if doc.Components.Schemas[name] == nil {
			t.Errorf("schema %s is missing", name)
		}
	}
	for _, name := range []string{"Series", "Message", "CreatedKey"} {
		if doc.Components.Schemas[name] != nil {
			t.Errorf("schema %s is of no use here", name)
		}
	}
}

func TestDocumentOfASiteWithoutANameStandsAlone(t *testing.T) {
	body := openapi.Document("", "")
	var d struct{ Servers []struct{ URL string } }
	if err := json.Unmarshal(body, &d); err != nil {
		t.Fatal(err)
	}
	if d.Servers[0].URL != "/" || strings.Contains(string(body), "{origin}") {
		t.Errorf("servers %v", d.Servers)
	}
}

// A source file that the order doesn't name would come before general.yaml, which begins the document.
func TestDocumentBeginsWithItsVersion(t *testing.T) {
	if text := string(openapi.Document(origin, "")); !strings.HasPrefix(text, `{"openapi":`) {
		t.Errorf("it begins with %.40s", text)
	}
}
