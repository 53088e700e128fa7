// What an import keeps of the addresses of lists and pictures.

package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/commands/importer"
	"candor/events"
)

// kept returns what the old addresses of lists and pictures lead to, and the streams in which that is recorded.
func (s *site) kept() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		if r.Type != "AddressKept" {
			return nil
		}
		var e events.AddressKept
		err := json.Unmarshal(r.Data, &e)
		if e.Kind != events.ArticleKind && e.Kind != events.ReviewKind {
			all[e.Path] = strings.TrimRight(fmt.Sprint(strings.Split(r.Stream, "-")[0], " ", e.Kind, " ", e.ItemID, e.Name, len(e.SHA256)), "0")
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// postBy is a WordPress post.
func postBy(id int, login, status, terms, content string) string {
	return fmt.Sprintf(`<item><title>Post %d</title><dc:creator>%s</dc:creator><content:encoded><![CDATA[%s]]></content:encoded><wp:post_id>%d</wp:post_id><wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>%s</wp:status><wp:post_type>post</wp:post_type>%s</item>`,
		id, login, content, id, status, terms)
}

func TestAddressesOfAWordPressSitesListsAndPicturesAreKept(t *testing.T) {
	text := `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>
<wp:base_blog_url>https://old.example/blog</wp:base_blog_url>
<wp:author><wp:author_login>Ada.L</wp:author_login><wp:author_display_name>Ada Lovelace</wp:author_display_name></wp:author>
<wp:author><wp:author_login>bo@old.example</wp:author_login><wp:author_display_name>Bo</wp:author_display_name></wp:author>
<wp:author><wp:author_login>cy</wp:author_login><wp:author_display_name>Cy</wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>hardware</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Hardware</wp:cat_name></wp:category>
<wp:category><wp:category_nicename>laptops</wp:category_nicename><wp:category_parent>hardware</wp:category_parent><wp:cat_name>Laptops</wp:cat_name></wp:category>` +
		postBy(1, "Ada.L", "publish", `<category domain="post_tag" nicename="quiet-pc">Quiet PC</category><category domain="post_tag" nicename="%c3%bcber">Über</category><category domain="category" nicename="laptops">Laptops</category>`,
			`<p>x</p><img src="https://old.example/blog/wp-content/uploads/2024/03/red-300x200.png">`) +
		postBy(2, "bo@old.example", "publish", `<category domain="post_tag" nicename="quiet-pc">Quiet PC</category><category domain="category" nicename="phones">Phones</category><wp:postmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>4</wp:meta_value></wp:postmeta>`, "x") +
		postBy(3, "cy", "draft", `<category domain="category" nicename="uncategorized">Uncategorized</category>`, "x") + `</channel></rss>`
	pictures := picturesIn(t, folderWith(t, map[string][]byte{"wp-content/uploads/2024/03/red.png": pngFile(t, 1)}))
	s := newSite(t)
	s.imports(text, pictures, dry)
	if got := s.kept(); len(got) != 0 {
		t.Errorf("a dry run kept %v", got)
	}
	report := s.imports(text, pictures)
	want := map[string]string{
		"/blog/tag/quiet-pc": "oldaddress tag 0Quiet PC", "/blog/tag/über": "oldaddress tag 0Über",
		"/blog/category/laptops": "oldaddress topic 0Laptops", "/blog/category/hardware/laptops": "oldaddress topic 0Laptops",
		"/blog/category/phones": "oldaddress category 5",
		"/blog/author/ada-l":    "author author 1", "/blog/wp-content/uploads/2024/03/red.png": "oldaddress picture 064",
	}
	if diff := gocmp.Diff(want, s.kept()); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, said(t, report))
	}
	head := s.head()
	if s.imports(text, pictures); s.head() != head {
		t.Error("a second run appended something")
	}
	// Who was erased isn't brought back by the same file.
	by := commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "ida"}, RequestID: "erase-1"}
	if _, err := s.handler.Authors.DeleteAuthor(t.Context(), by, 1, nil); err != nil {
		t.Fatal(err)
	}
	head = s.head()
	if s.imports(text, pictures); s.head() != head {
		t.Error("a run after the author was erased appended something")
	}
}

func TestAddressesOfAGhostSitesListsAreKept(t *testing.T) {
	s := newSite(t)
	s.imports(file(t, "ghost.json"), func(c *importer.Config) { c.BaseURL = "https://fridge.example" })
	all := s.kept()
	if got := strings.Join(slices.Sorted(maps.Keys(all)), " "); !strings.Contains(got, "/author/") || !strings.Contains(got, "/tag/kitchen") {
		t.Errorf("kept are %v", all)
	}
}
