// A site of one's own: a fresh one made into a French site on coffee machines, without touching a file.

package e2e

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// alien is what a reader of Noisy Kitchen must not meet: the program's own name, dollars, and the years of the specification's texts.
var alien = regexp.MustCompile(`(?i)candor|\$ ?\d|\d ?\$|US dollars|2020|mastodon\.example`)

func TestAFreshSiteIsMadeIntoAnother(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	admin := s.visitor()
	admin.signIn(adminPassword)
	picture, _ := noisyPicture(t, 40)
	admin.set("site", "0", map[string]any{"name": "Noisy Kitchen", "tagline": "Le café, mesuré",
		"description": "Des tests de machines à café.",
		"language":    "fr-FR", "timeZone": "Europe/Paris", "currency": "EUR", "logo": picture, "icon": picture, "shareImage": picture,
		"accent": "#8a4b08"})
	admin.set("publication", "0", map[string]any{"copyright": "© {{name}}", "contactEmail": "bonjour@noisy.example",
		"responseTime":        "sous deux jours",
		"affiliateDisclosure": "Certains liens nous rapportent.", "correctionsPolicy": "Nous corrigeons nos erreurs."})
	for i, name := range []string{"Machines à expresso", "Moulins", "Bouilloires", "Accessoires"} {
		admin.want(200, "PATCH", fmt.Sprint("/api/admin/categories/", i+1), map[string]any{"name": name, "slug": fmt.Sprint("rayon-", i+1),
			"description": "Tout ce que nous avons testé."})
	}
	admin.want(201, "POST", "/api/admin/authors", map[string]any{"name": "Zoé Martin", "text": "Boit trop de café."})
	admin.want(201, "POST", "/api/reviews", map[string]any{"productName": "Lelit Anna", "productBrand": "Lelit", "categoryId": 1,
		"title":   "Un bon expresso",
		"content": "Bruyante, mais juste.", "rating": 4.3, "authorName": "Zoé Martin", "productPrice": 1299, "productPriceMax": 1499,
		"pros": []string{"Chaude"},
		"cons": []string{"Bruyante"}, "verdict": "À prendre.", "imageUrls": []string{picture}, "tags": []string{"expresso"}, "isFeatured": true,
		"aliexpressLink": "https://shop.example/anna", "isPublished": true})
	admin.want(201, "POST", "/api/news", map[string]any{"title": "Du nouveau", "content": "Une machine arrive.", "category": "Actualité",
		"authorName": "Zoé Martin", "isPublished": true})
	admin.want(201, "POST", "/api/pages", map[string]any{"title": "L’atelier", "slug": "atelier", "content": "Chez {{name}}.",
		"isPublished": true})
	admin.set("navigation", "0", map[string]any{"header": links("Accueil", "/", "Tests", "/reviews", "Atelier", "/pages/atelier"),
		"footer": links("À propos", "/about", "Contact", "/contact", "Confidentialité", "/privacy"),
		"social": links("Vidéos", "https://video.example/noisy")})
	var pages []struct {
		ID   int64
		Slug string
	}
	decode(t, admin.want(200, "GET", "/api/admin/pages", nil), &pages)
	for _, page := range pages {
		if slices.Contains([]string{"about", "privacy", "terms", "contact"}, page.Slug) {
			admin.want(200, "PATCH", fmt.Sprint("/api/pages/", page.ID),
				map[string]any{"title": "Page " + page.Slug, "content": "{{name}} vous répond : {{contactEmail}}."})
		}
	}

	reader := s.visitor()
	for path, want := range map[string]string{
		"/": "Le café, mesuré", "/reviews": "Un bon expresso", "/reviews/1": "1 299 €", "/reviews/1/history": "Un bon expresso",
		"/compare?reviews=1": "Lelit Anna",
		"/category/rayon-1":  "Machines à expresso", "/tags/expresso": "Un bon expresso", "/brands/lelit": "Lelit",
		"/authors/zoé-martin": "Boit trop de café",
		"/tech-articles":      "Du nouveau", "/tech-articles/1": "Du nouveau", "/pages/atelier": "Chez Noisy Kitchen", "/office-tools": "QR",
		"/corrections": "Nous corrigeons",
		"/about":       "Noisy Kitchen vous répond", "/contact": "bonjour@noisy.example", "/privacy": "Page privacy", "/terms": "Page terms",
		"/admin-login": "Noisy Kitchen",
		"/feed.xml":    "Noisy Kitchen", "/corrections.xml": "Noisy Kitchen", "/site.webmanifest": "Noisy Kitchen",
		"/sitemap.xml": "/pages/atelier", "/robots.txt": "",
		"/nowhere": "Page Not Found", "/reviews?search=rien": "rien",
	} {
		text := reader.shown(path)
		if found := alien.FindString(text); found != "" {
			t.Errorf("%s shows %q: …%s…", path, found, around(text, found))
		}
		if !strings.Contains(spaces.Replace(text), spaces.Replace(want)) {
			t.Errorf("%s doesn't show %q: …%s", path, want, text[max(0, len(text)-2000):])
		}
	}
}

// spaces makes ordinary ones of those that don't break.
var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// around returns a text around something in it.
func around(text, found string) string {
	at := strings.Index(text, found)
	return strings.ToValidUTF8(text[max(0, at-60):min(len(text), at+60)], "")
}

func links(labelsAndURLs ...string) (all []map[string]string) {
	for pair := range slices.Chunk(labelsAndURLs, 2) {
		all = append(all, map[string]string{"label": pair[0], "url": pair[1]})
	}
	return all
}

// shown returns what a reader, or the program of one, is shown at a path: of a page its title, texts, descriptions and data for machines,
// otherwise everything.
func (v *visitor) shown(path string) string {
	v.t.Helper()
	answer, err := v.exchange("GET", path, nil, "Accept", "text/html")
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return string(body)
	}
	root, err := html.Parse(strings.NewReader(string(body)))
	if err != nil {
		v.t.Fatal(err)
	}
	var shown strings.Builder
	for node := range root.Descendants() {
		switch {
		case node.Type == html.TextNode && (node.Parent.Data != "script" && node.Parent.Data != "style" || isLinkedData(node.Parent)):
			shown.WriteString(node.Data + "\n")
		case node.Type == html.ElementNode:
			for _, a := range node.Attr {
				if slices.Contains([]string{"alt", "title", "aria-label", "content", "placeholder", "value", "href"}, a.Key) {
					shown.WriteString(a.Val + "\n")
				}
			}
		}
	}
	return shown.String()
}

func isLinkedData(script *html.Node) bool {
	return slices.ContainsFunc(script.Attr, func(a html.Attribute) bool { return a.Val == "application/ld+json" })
}
