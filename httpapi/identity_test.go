// A site is called what its owner calls it, everywhere that readers, their programs and search engines look.

package httpapi_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// set changes a section of the settings.
func (s *site) set(section, body string) {
	s.Helper()
	s.do("PUT", "/api/admin/settings/"+section, body, s.asAdmin(), with("If-Match", "*")).is(200)
}

// kitchen makes the site another one, with an item of each kind.
func (s *site) kitchen() {
	s.Helper()
	admin := s.asAdmin()
	s.set("site", `{"name":"Noisy Kitchen","tagline":"Coffee machines, heard out","description":"We listen to coffee machines.","language":"fr","accent":"#c0392b",`+
		`"logo":"`+picture(s, 10)+`","icon":"`+picture(s, 20)+`","shareImage":"`+picture(s, 30)+`"}`)
	s.set("navigation", `{"social":[{"label":"Bluesky","url":"https://bsky.app/profile/kitchen"},{"label":"Forum","url":"https://forum.kitchen.test/"}]}`)
	s.set("publication", `{"contactEmail":"hello@kitchen.test","responseTime":"within a week"}`)
	s.do("POST", "/api/reviews", strings.Replace(published("The kettle"), "{", `{"tags":["steam"],`, 1), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	s.do("POST", "/api/pages", `{"title":"Staff","slug":"staff","content":"Two people.","isPublished":true}`, admin).is(201)
}

func TestARenamedSiteNamesItselfEverywhere(t *testing.T) {
	s := newSite(t)
	s.kitchen()
	s.do("PATCH", "/api/reviews/1", `{"rating":3.1,"correction":"We had mismeasured."}`, s.asAdmin()).is(200)
	addresses := s.do("GET", "/sitemap.xml", "").is(200)
	paths := []string{"/nowhere", "/reviews/77", "/reviews?search=kettle", "/compare?reviews=1", "/reviews/1/history", "/admin",
		"/admin-login", "/admin/reviews/new",
		"/preview/" + strings.Repeat("x", 43), "/" + strings.Repeat("x", 300), "/feed.xml", "/corrections.xml", "/site.webmanifest",
		"/sitemap.xml", "/robots.txt"}
	for _, found := range regexp.MustCompile(`<loc>`+site1+`([^<]*)</loc>`).FindAllStringSubmatch(addresses.body, -1) {
		paths = append(paths, found[1])
	}
	for _, path := range []string{"/reviews/1", "/tech-articles/1", "/pages/staff", "/category/computers", "/tags/steam", "/brands/tarnholt",
		"/authors/ada", "/corrections"} {
		if !strings.Contains(addresses.body, site1+path+"<") {
			t.Errorf("the sitemap lacks %s: %s", path, addresses.body)
		}
	}
	for _, path := range paths {
		if path == "/docs" { // which is about the program
			continue
		}
		a := s.do("GET", path, "")
		for _, found := range regexp.MustCompile(`.{0,60}\bCandor\b.{0,40}`).FindAllString(a.body, -1) {
			t.Errorf("%s says %q", path, found)
		}
		if strings.HasSuffix(a.header.Get("Content-Type"), "html; charset=utf-8") && !strings.Contains(a.body, "Noisy Kitchen</title>") &&
			path != "/" {
			t.Errorf("%s is not of the Noisy Kitchen: %s", path, a.body)
		}
	}
}

func TestHeadsFollowTheSettingsAtOnce(t *testing.T) {
	s := newSite(t)
	was := s.do("GET", "/about", "").is(200).says("About Us | Candor", `<html lang="en-US">`,
		`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`).lacks("<style id=")
	s.do("GET", "/feed.xml", "").is(200).says("<title>Candor: Honest tech reviews</title>").lacks("<icon>", "<logo>")
	s.do("GET", "/site.webmanifest", "").is(200).says(`"name":"Candor"`, `"/favicon.svg"`)
	s.kitchen()

	a := s.do("GET", "/about", "", with("If-None-Match", was.header.Get("ETag"))).is(200).
		says("<title>About Us | Noisy Kitchen</title>", `<meta property="og:site_name" content="Noisy Kitchen">`, `<html lang="fr">`,
			`<style id="accent">:root:root{--accent:#`,
			`<link rel="manifest" href="/site.webmanifest">`, `title="Noisy Kitchen: corrections"`)
	var now struct{ Logo, Icon, ShareImage string }
	s.do("GET", "/api/site", "").is(200).decode(&now)
	a.says(`<meta property="og:image" content="`+site1+now.ShareImage+`">`, `<meta property="og:image:width" content="30">`,
		`<link rel="icon" href="`+now.Icon+`">`,
		`<link rel="apple-touch-icon" href="`+now.Icon+`">`, `src="`+now.Logo+`"`, `alt="Noisy Kitchen"`)
	s.do("GET", "/", "").is(200).says("<title>Noisy Kitchen: Coffee machines, heard out</title>", `content="We listen to coffee machines."`)
	s.do("GET", "/contact", "").is(200).says("within a week", "hello@kitchen.test")
	for _, path := range []string{"/admin", "/admin-login"} {
		s.do("GET", path, "").is(200).says(" | Noisy Kitchen</title>", `<html lang="en">`, `<link rel="icon" href="`+now.Icon+`">`,
			`id="site-data">`, `"/api/site":{"name":"Noisy Kitchen"`)
	}
	for _, path := range []string{now.Logo, now.Icon, now.ShareImage} {
		s.do("GET", path, "").is(200)
	}
	s.set("site", `{"name":"Quiet Kitchen","accent":null}`)
	s.do("GET", "/about", "").is(200).says("About Us | Quiet Kitchen").lacks("Noisy", "<style id=")
}

func TestFeedsAndTheManifestFollowTheSettingsAtOnce(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/feed.xml", "/corrections.xml", "/site.webmanifest"} { // made, and then kept
		s.do("GET", path, "").is(200).says("Candor")
	}
	s.kitchen()
	var now struct{ Logo, Icon string }
	s.do("GET", "/api/site", "").is(200).decode(&now)
	s.do("GET", "/feed.xml", "").is(200).says("<title>Noisy Kitchen: Coffee machines, heard out</title>",
		"<subtitle>We listen to coffee machines.</subtitle>",
		"<name>Noisy Kitchen</name>", "<icon>"+site1+now.Icon+"</icon>", "<logo>"+site1+now.Logo+"</logo>")
	s.do("GET", "/corrections.xml", "").is(200).says("<title>Noisy Kitchen: corrections</title>", "<name>Noisy Kitchen</name>")
	a := s.do("GET", "/site.webmanifest", "").is(200).has("Content-Type", "application/manifest+json").has("Cache-Control",
		"public, max-age=0, must-revalidate")
	s.do("GET", "/site.webmanifest", "", with("If-None-Match", a.header.Get("ETag"))).is(304)
	var manifest struct {
		Name, Short_name, Lang string
		Icons                  []struct{ Src, Sizes, Type string }
	}
	a.decode(&manifest)
	if len(manifest.Icons) != 1 || manifest.Name != "Noisy Kitchen" || manifest.Short_name != "Noisy Kitchen" || manifest.Lang != "fr" ||
		manifest.Icons[0].Src != now.Icon || manifest.Icons[0].Sizes != "30x20" || manifest.Icons[0].Type != "image/png" {
		t.Errorf("the manifest is %s", a.body)
	}
}

func TestStructuredDataNamesThePublisher(t *testing.T) {
	s := newSite(t)
	// A fresh site has placeholders, so there are no links to profiles.
	s.do("GET", "/", "").is(200).says(`"publisher":{"@type":"Organization","name":"Candor","url":"` + site1 + `/"}`).lacks("sameAs")
	s.kitchen()
	var now struct{ Logo string }
	s.do("GET", "/api/site", "").is(200).decode(&now)
	publisher, err := json.Marshal(map[string]any{"@type": "Organization", "name": "Noisy Kitchen", "url": site1 + "/",
		"logo":   site1 + now.Logo,
		"sameAs": []string{"https://bsky.app/profile/kitchen", "https://forum.kitchen.test/"}})
	if err != nil {
		t.Fatal(err)
	}
	var want any
	_ = json.Unmarshal(publisher, &want)
	for _, path := range []string{"/", "/reviews/1", "/tech-articles/1", "/pages/staff"} {
		a := s.do("GET", path, "").is(200)
		found := regexp.MustCompile(`"publisher":(\{.*?\})`).FindStringSubmatch(a.body)
		if found == nil {
			t.Fatalf("%s names no publisher: %s", path, a.body)
		}
		var got any
		if err := json.Unmarshal([]byte(found[1]), &got); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, path, got, want)
	}
}

// sameJSON compares two values of JSON.
func sameJSON(t *testing.T, what string, got, want any) {
	t.Helper()
	one, _ := json.Marshal(got)
	other, _ := json.Marshal(want)
	if string(one) != string(other) {
		t.Errorf("%s: %s, want %s", what, one, other)
	}
}

func TestTheSiteAsItWasBearsItsNameOfThen(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.set("site", `{"name":"First Name","accent":"#1d6b4f"}`)
	before := s.minute()
	s.set("site", `{"name":"Second Name","accent":"#c0392b"}`)
	s.minute()
	for range 2 { // the second time from what is kept
		for _, path := range []string{"/", "/reviews/1", "/nowhere", "/feed.xml", "/site.webmanifest", "/api/site"} {
			s.do("GET", path+"?asOf="+before, "", admin).says("First Name").lacks("Second Name")
			s.do("GET", path, "", admin).says("Second Name").lacks("First Name")
		}
	}
	s.do("GET", "/reviews/1?asOf="+before, "", admin).is(200).says("--accent:#1d6b4f")
}

func TestNoticesBearTheSitesName(t *testing.T) {
	s := newSite(t)
	s.kitchen()
	const form = "name=Ada&email=ada%40example.com&subject=S&message=M"
	s.do("POST", "/contact", form, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }).is(201).
		says("<title>Message Sent! | Noisy Kitchen</title>", "We&#39;ll get back to you within a week.")
	s.do("POST", "/api/contact", `{"name":"Ada","email":"ada@example.com","subject":"S","message":"M"}`).is(201).says(
		"get back to you within a week.")
}
