package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"modernc.org/quickjs"

	"candor/httpapi/openapi"
)

// postman is the part of Postman's scripting interface that the collection's scripts use.
const postman = `
const kept = { apiKey: '', baseUrl: '' }, local = {}, results = [];
let response = {};
const replaceIn = (text) => text.replace(/\{\{(\w+)\}\}/g, (whole, name) => local[name] ?? kept[name] ?? whole);
const expect = (value, said = String(value)) => {
  const fail = (what) => { throw new Error(said + ' ' + what); };
  return { to: {
    equal: (other) => { if (value !== other) fail('is not ' + other); },
    include: (one) => { if (!value.includes(one)) fail('lacks ' + one); },
  } };
};
const pm = {
  variables: { set: (name, value) => { local[name] = value; }, replaceIn },
  collectionVariables: { set: (name, value) => { kept[name] = value; }, get: (name) => kept[name] },
  response: { get code() { return response.code; }, text: () => response.text, json: () => JSON.parse(response.text) },
  expect,
  test: (name, run) => {
    try { run(); results.push({ name }); } catch (error) { results.push({ name, error: String(error) }); }
  },
};`

type postmanItem struct {
	Name  string
	Item  []postmanItem
	Auth  *postmanAuth
	Event []struct {
		Listen string
		Script struct{ Exec []string }
	}
	Response []struct{ Code int } // the saved examples
	Request  struct {
		Method string
		Header []struct{ Key, Value string }
		Auth   *postmanAuth
		Body   struct{ Raw string }
		URL    struct {
			Raw      string
			Variable []struct{ Key, Value string }
		}
	}
}

type postmanAuth struct {
	Type           string
	APIKey, Bearer []struct{ Key, Value string }
}

// header returns the headers that sign a request.
func (a *postmanAuth) header() (name, value string) {
	switch a.Type {
	case "bearer":
		return "Authorization", "Bearer " + a.Bearer[0].Value
	case "apikey":
		return a.APIKey[0].Value, a.APIKey[1].Value
	}
	return "", ""
}

// runner runs a collection against a site, as Postman does.
type runner struct {
	*site
	vm     *quickjs.VM
	unlike []string // requests that were answered with another status than they show
}

func (r *runner) eval(script string) any {
	r.Helper()
	got, err := r.vm.Eval(script, quickjs.EvalGlobal)
	if err != nil {
		r.Fatalf("%v\n%s", err, script)
	}
	return got
}

// filled returns a text with the values of its variables.
func (r *runner) filled(text string) string {
	r.Helper()
	return r.eval("replaceIn(" + quotedJS(text) + ")").(string)
}

func quotedJS(text string) string {
	quoted, _ := json.Marshal(text) // a string
	return string(quoted)
}

// run sends the requests of an item and of those in it.
func (r *runner) run(item postmanItem, auth *postmanAuth) {
	r.Helper()
	if item.Auth != nil {
		auth = item.Auth
	}
	for _, inner := range item.Item {
		r.run(inner, auth)
	}
	if item.Request.Method == "" {
		return
	}
	script := func(listen string) {
		r.Helper()
		for _, e := range item.Event {
			if e.Listen == listen {
				r.eval("(() => {" + strings.Join(e.Script.Exec, "\n") + "})()")
			}
		}
	}
	script("prerequest")
	if item.Request.Auth != nil {
		auth = item.Request.Auth
	}
	path := item.Request.URL.Raw
	for _, v := range item.Request.URL.Variable {
		path = strings.ReplaceAll(path, ":"+v.Key, v.Value)
	}
	var options []option
	set := func(name, value string) {
		if value = r.filled(value); name != "" && value != "" {
			options = append(options, with(name, value))
		}
	}
	set(auth.header())
	for _, h := range item.Request.Header {
		if h.Key != "Content-Type" { // do sets it
			set(h.Key, h.Value)
		}
	}
	got := r.do(item.Request.Method, r.filled(path), r.filled(item.Request.Body.Raw), options...)
	if len(item.Response) != 1 || got.status != item.Response[0].Code {
		r.unlike = append(r.unlike, fmt.Sprintf("%s: %d, shown %v", item.Name, got.status, item.Response))
	}
	r.eval(fmt.Sprintf("response = { code: %d, text: %s }", got.status, quotedJS(got.body)))
	script("test")
}

// passed runs the collection with an API key, and returns how many of its tests have passed, what failed, and the requests that were
// answered with another status than they show.
func (s *site) passed(key string) (passed int, failed, unlike []string) {
	s.Helper()
	vm, err := quickjs.NewVM()
	if err != nil {
		s.Fatal(err)
	}
	defer vm.Close()
	r := &runner{site: s, vm: vm}
	r.eval(postman)
	r.eval("kept.apiKey = " + quotedJS(key) + "; 0")
	var collection struct {
		postmanItem
		Variable []struct{ Key, Value string }
	}
	if err := json.Unmarshal(openapi.Postman(s.url), &collection); err != nil {
		s.Fatal(err)
	}
	for _, v := range collection.Variable {
		if v.Key != "baseUrl" && v.Key != "apiKey" {
			r.eval("kept." + v.Key + " = " + quotedJS(v.Value) + "; 0")
		}
	}
	r.run(collection.postmanItem, collection.Auth)
	var results []struct{ Name, Error string }
	if err := json.Unmarshal([]byte(r.eval("JSON.stringify(results)").(string)), &results); err != nil {
		s.Fatal(err)
	}
	for _, one := range results {
		if one.Error == "" {
			passed++
		} else {
			failed = append(failed, one.Name+": "+one.Error)
		}
	}
	return passed, failed, r.unlike
}

// Every request of the Postman collection answers with the status that it shows, and passes the collection's own tests.
func TestThePostmanCollectionPassesItsOwnTests(t *testing.T) {
	s := newSite(t)
	key, _ := s.newKey("postman", "create_reviews", "create_news", "create_categories")
	s.do("POST", "/api/pages", `{"title":"How we test","content":"With care.","isPublished":true}`, s.asAdmin()).is(201)
	s.cookie = ""
	passed, failed, unlike := s.passed(key)
	if passed != 48 || failed != nil || unlike != nil {
		t.Errorf("%d tests have passed; failed: %s; answered otherwise than shown: %s", passed, strings.Join(failed, "\n"),
			strings.Join(unlike, "\n"))
	}
	// One published review though it was sent twice, and a published article.
	for path, want := range map[string]string{"/api/reviews?search=A+laptop+you+cannot+hear": "1",
		"/api/news?search=Batteries+that+last+a+decade": "1"} {
		if got := s.do("GET", path, "").header.Get("X-Total-Count"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if _, failed, _ := s.passed(""); len(failed) == 0 {
		t.Error("without a key all tests pass, so they test nothing")
	}
}
