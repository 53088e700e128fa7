package importer_test

import (
	"strings"
	"testing"

	"candor/events"
)

// wordpressSite is a WordPress export with these items.
func wordpressSite(items ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[ida]]></wp:author_login><wp:author_display_name><![CDATA[Ida O&#039;Brien]]></wp:author_display_name></wp:author>
` + strings.Join(items, "\n") + `</channel></rss>`
}

// wordpressPost is a published post, with more elements.
func wordpressPost(id, content string, more ...string) string {
	return `<item><title>Post ` + id + `</title><dc:creator>ida</dc:creator><content:encoded><![CDATA[` + content +
		`]]></content:encoded><wp:post_id>` + id + `</wp:post_id>` +
		`<wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>` +
		strings.Join(more, "") + `</item>`
}

func wordpressMeta(key, value string) string {
	return `<wp:postmeta><wp:meta_key>` + key + `</wp:meta_key><wp:meta_value><![CDATA[` + value + `]]></wp:meta_value></wp:postmeta>`
}

// wordpressPicture is an attachment.
func wordpressPicture(id, name, alt string) string {
	return `<item><title>x</title><wp:post_id>` +
		id + `</wp:post_id><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/` + name + `</wp:attachment_url>` +
		wordpressMeta("_wp_attachment_image_alt", alt) + `</item>`
}

func TestCodeBetweenShortcodesStaysAsItIs(t *testing.T) {
	const fence = "```"
	for name, c := range map[string]struct{ content, want string }{
		"with its language": {`Run: [sourcecode language="go"]` +
			"\nfunc f(a []int) {\n\n\tif a[0] < 1 && !b {\n\t\treturn [gallery]\n\t}\n}\n[/sourcecode] Done.",
			"Run:\n\n" + fence + "go\nfunc f(a []int) {\n\n\tif a[0] < 1 && !b {\n\t\treturn [gallery]\n\t}\n}\n" + fence + "\n\nDone."},
		"escaped by WordPress": {`[code lang=php]` + "\nif ($a &lt; 1 &amp;&amp; $b) { echo &quot;&amp;lt;&quot;; }\n[/code]",
			fence + "php\nif ($a < 1 && $b) { echo \"&lt;\"; }\n" + fence},
		"without a language": {"[code]\na\n[/code]", fence + "\na\n" + fence},
		"named by its language": {"[php]\n<?php echo '<b>*x*</b>'; ?>\n[/php]\n\nThen [Bash]\nls *.txt | wc\n[/Bash]",
			fence + "php\n<?php echo '<b>*x*</b>'; ?>\n" + fence + "\n\nThen\n\n" + fence + "bash\nls *.txt | wc\n" + fence},
		"CodeColorer": {`[cc lang="python"]` + "\nx = {1: [2]}\n[/cc] [cc_css]\na { }\n[/cc_css]",
			fence + "python\nx = {1: [2]}\n" + fence + "\n\n" + fence + "css\na { }\n" + fence},
		"Crayon":                   {`[crayon lang="js" title="a"]` + "\na => a;\n[/crayon]", fence + "js\na => a;\n" + fence},
		"highlighted":              {`[highlight sql]` + "\nSELECT *\n[/highlight]", fence + "sql\nSELECT *\n" + fence},
		"a text of another colour": {`A [highlight color="yellow"]bright[/highlight] text.`, "A bright text."},
		"a source": {`So says [source]The Post[/source] today, and [highlight]loudly[/highlight].`,
			"So says The Post today, and loudly."},
		"highlighted by itself": {"A\n\n[highlight]x = 1[/highlight]", "A\n\n" + fence + "\nx = 1\n" + fence},
		"in a paragraph": {`<!-- wp:paragraph --><p>[code lang="php"]<br>echo 1;<br />echo 2;<br>[/code]</p><!-- /wp:paragraph -->`,
			fence + "php\necho 1;\necho 2;\n" + fence},
		"never closed":               {"An [code] and a [python] by themselves.", "An \\[code\\] and a \\[python\\] by themselves."},
		"shown as it is written":     {"Write [[gallery]] for pictures.", "Write \\[gallery\\] for pictures."},
		"in an element":              {`<pre>[gallery ids="1"] [x y="z"]</pre>`, fence + "\n[gallery ids=\"1\"] [x y=\"z\"]\n" + fence},
		"in an element and brackets": {`<pre>[code lang="go"]a[0][/code]</pre>`, fence + "go\na[0]\n" + fence},
		"of a block":                 {`<!-- wp:syntaxhighlighter/code {"language":"Go"} --><pre class="wp-block-syntaxhighlighter-code">a &lt; b</pre><!-- /wp:syntaxhighlighter/code -->`, fence + "go\na < b\n" + fence},
		"letters that grow":          {"İİİİ [code]\nİ[0]\n[/code] after", "İİİİ\n\n" + fence + "\nİ[0]\n" + fence + "\n\nafter"},
	} {
		s := newSite(t)
		report := s.imports(wordpressSite(wordpressPost("1", c.content)))
		if got := first[events.ArticleCreated](s, "article-1").Content; got != c.want && got != strings.ReplaceAll(c.want, `\`, "") {
			t.Errorf("%s: got\n%s\nwant\n%s\n%s", name, got, c.want, said(t, report))
		}
	}
}

func TestFootnotesOfWordPressAreListed(t *testing.T) {
	mark := `A claim.<sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup>`
	notes := wordpressMeta("footnotes", `[{"id":"a1","content":"Its <em>source</em>."}]`)
	for name, c := range map[string]struct{ content, meta, want string }{
		"at the block": {`<!-- wp:paragraph --><p>` + mark +
			`</p><!-- /wp:paragraph --><!-- wp:footnotes /--><!-- wp:paragraph --><p>After.</p><!-- /wp:paragraph -->`, notes,
			"1. Its *source*.\n\nAfter."},
		"at the end": {`<!-- wp:paragraph --><p>` + mark + `</p><!-- /wp:paragraph --><p>After.</p>`, notes,
			"After.\n\n1. Its *source*."},
		"written into the text": {"A claim.[efn_note]Its <em>source</em>.[/efn_note]\n\nAfter.", "", "After.\n\n1. Its *source*."},
		"nobody refers to them": {`<!-- wp:paragraph --><p>After.</p><!-- /wp:paragraph -->`, notes, "After."},
	} {
		s := newSite(t)
		s.imports(wordpressSite(wordpressPost("1", c.content, c.meta)))
		if got := first[events.ArticleCreated](s, "article-1").Content; !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestWhatVanishesFromATextIsNamed(t *testing.T) {
	reusable := `<item><title>Note</title><content:encoded><![CDATA[<!-- wp:paragraph --><p>Everywhere.</p><!-- /wp:paragraph -->]]></content:encoded><wp:post_id>12</wp:post_id><wp:status>publish</wp:status><wp:post_type>wp_block</wp:post_type></item>`
	hidden := strings.NewReplacer("12", "13", "publish", "draft", "Everywhere", "Secret").Replace(reusable)
	around := strings.NewReplacer("12", "14", "<p>Everywhere.</p>",
		`<!-- wp:block {"ref":12} /--><!-- wp:block {"ref":14} /-->`).Replace(reusable)
	for name, c := range map[string]struct{ content, text, note string }{
		"a reusable block":           {`<p>Before.</p><!-- wp:block {"ref":12} /--><p>After.</p>`, "Before.\n\nEverywhere.\n\nAfter.", ""},
		"one in another, and itself": {`<!-- wp:block {"ref":14} /-->`, "Everywhere.", ""},
		"a reusable block elsewhere": {`<p>Text.</p><!-- wp:block {"ref":99} /-->`, "Text.", "reusable block 99 (not in the file)"},
		"one that nobody could see":  {`<p>Text.</p><!-- wp:block {"ref":13} /-->`, "Text.", "reusable block 13"},
		"a form": {`Text. [contact-form-7 id="1" title="[x"]` + "\n" + `[contact-form-7 id="1"]`, "",
			"left out: shortcode contact-form-7"},
		"a form in its block":  {`<!-- wp:contact-form-7/contact-form-selector {"id":1} --><div>[contact-form-7 id="1"]</div><!-- /wp:contact-form-7/contact-form-selector --><p>Text.</p>`, "Text.", "shortcode contact-form-7"},
		"one without fields":   {"Text.\n\n[recent_posts]\n\nMore [sic].", "Text.\n\nMore \\[sic\\].", "shortcode recent_posts"},
		"around a text":        {`[su_box title="x"]Text.[/su_box]`, "Text.", "shortcode su_box (its text is kept)"},
		"with an address":      {`[pdf-embedder url="https://old.example/a.pdf"]`, "https://old.example/a.pdf", "shortcode pdf-embedder"},
		"a gallery of nothing": {`Text. [gallery ids="77"]`, "Text.", "shortcode gallery"},
		"a plugin's block":     {`<p>Text.</p><!-- wp:acf/quote {"data":{"quote":"A -- b"}} /-->`, "Text.", "block acf/quote"},
		"one that draws itself": {
			`<p>Text.</p><!-- wp:jetpack/map {"points":[]} --><div class="wp-block-jetpack-map"></div><!-- /wp:jetpack/map -->`,
			"Text.", "block jetpack/map",
		},
		"one with a text": {`<!-- wp:yoast/faq-block {"x":1} --><div>Asked.</div><!-- /wp:yoast/faq-block -->`, "Asked.", ""},
		"a list of posts": {`<p>Text.</p><!-- wp:latest-posts {"postsToShow":3} /-->`, "Text.", "block latest-posts"},
		"space": {
			`<p>Text.</p><!-- wp:spacer {"height":"9px"} --><div></div><!-- /wp:spacer --><!-- wp:more --><!--more--><!-- /wp:more -->`, "Text.", "",
		},
		"a picture behind a block":     {`<!-- wp:group {"style":{"background":{"backgroundImage":{"url":"https://old.example/b.jpg","id":3}}}} --><div>Text.</div><!-- /wp:group -->`, "Text.", "background picture https://old.example/b.jpg"},
		"one at a long address":        {`<div style="background:#fff url(&quot;https://old.example/wp-content/uploads/2024/03/a-very-long-name-of-a-picture-behind-a-text.jpg&quot;)">Text.</div>`, "Text.", "background picture https://old.example/wp-content/uploads/2024/03/a-very-long-name-of-a-picture-behind-a-text.jpg"},
		"a picture behind a row":       {`[vc_row css=".c{background-image: url(https://old.example/row.jpg?id=3) !important;}"][hero bg_image="https://old.example/hero.png"]Text.[/hero][/vc_row]`, "Text.", "shortcode vc_row (its text is kept), background picture https://old.example/hero.png, shortcode hero"},
		"a video by its name":          {"[youtube dQw4w9WgXcQ]\n\nText.", "Text.", ""},
		"a video behind an equal sign": {"[youtube=https://www.youtube.com/watch?v=dQw4w9WgXcQ]\n\nText [x=1 y=2].", "Text \\[x=1 y=2\\].", ""},
	} {
		s := newSite(t)
		report := said(t, s.imports(wordpressSite(reusable, hidden, around, wordpressPost("1", c.content))))
		made := first[events.ArticleCreated](s, "article-1")
		if got := made.Content; c.text != "" && got != c.text && got != strings.ReplaceAll(c.text, `\`, "") &&
			!strings.Contains(got, c.text+")") && !strings.Contains(got, "<"+c.text+">") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.text)
		}
		if strings.Contains(name, "a video") && made.VideoURL != "https://www.youtube.com/watch?v=dQw4w9WgXcQ" {
			t.Errorf("%s: the video is %q", name, made.VideoURL)
		}
		if c.note == "" && strings.Contains(report, "left out") || !strings.Contains(report, c.note) {
			t.Errorf("%s: the report should say %q:\n%s", name, c.note, report)
		}
	}
}

func TestPicturesKeepTheirOwnAddressesAndTexts(t *testing.T) {
	files := []string{wordpressPicture("7", "inside.jpg", "The &quot;inside&quot;"), wordpressPicture("8", "front.jpg", "The front")}
	for name, c := range map[string]struct{ content, meta, text, main, note string }{
		"copies of Jetpack": {`<p>a</p><img src="https://i0.wp.com/old.example/wp-content/uploads/first.jpg?resize=300%2C200&amp;ssl=1" alt="One"><img src='//i2.wp.com/other.example/b.png?w=3' alt='Two'><pre>https://i0.wp.com/old.example/x.jpg</pre>`, "",
			"a\n\n![Two](https://other.example/b.png)\n\n```\nhttps://i0.wp.com/old.example/x.jpg\n```",
			"https://old.example/wp-content/uploads/first.jpg", "main picture, One"},
		"that of the attachment": {`<p>a</p><img src="https://old.example/wp-content/uploads/inside-300x200.jpg" alt=""><img src="/wp-content/uploads/inside.jpg"><img alt="Own" src="/wp-content/uploads/inside.jpg?x">`, wordpressMeta("_thumbnail_id", "8"),
			"a\n\n![The \"inside\"](https://old.example/wp-content/uploads/inside-300x200.jpg)\n\n![The \"inside\"](https://old.example/wp-content/uploads/inside.jpg)\n\n![Own](https://old.example/wp-content/uploads/inside.jpg?x)",
			"https://old.example/wp-content/uploads/front.jpg", "main picture, The front"},
		"in a gallery": {`a [gallery ids="7"]`, wordpressMeta("_thumbnail_id", "8"),
			"a\n\n![The \"inside\"](https://old.example/wp-content/uploads/inside.jpg)", "https://old.example/wp-content/uploads/front.jpg",
			"main picture, The front"},
	} {
		s := newSite(t)
		report := said(t, s.imports(wordpressSite(append(files, wordpressPost("1", c.content, c.meta))...)))
		got := first[events.ArticleCreated](s, "article-1")
		if got.Content != c.text || got.ImageURL != c.main {
			t.Errorf("%s: got %s and\n%s\nwant %s and\n%s", name, got.ImageURL, got.Content, c.main, c.text)
		}
		if !strings.Contains(report, c.note) {
			t.Errorf("%s: the report should say %q:\n%s", name, c.note, report)
		}
	}
}

func TestNamesLoseTheirEntitiesAndOtherAuthorsAreNamed(t *testing.T) {
	s := newSite(t)
	author := func(slug, name string) string {
		return `<category domain="author" nicename="` + slug + `"><![CDATA[` + name + `]]></category>`
	}
	guest := `<item><title>Rue</title><wp:post_name>cap-rue</wp:post_name><wp:post_id>5</wp:post_id><wp:status>publish</wp:status><wp:post_type>guest-author</wp:post_type>` + wordpressMeta("cap-user_login", "rue") + wordpressMeta("cap-display_name", "Rue &amp; Co") + `</item>`
	report := said(t, s.imports(wordpressSite(guest,
		strings.Replace(wordpressPost("1",
			"Text.", `<category domain="category" nicename="qa"><![CDATA[Q&amp;A]]></category><category domain="post_tag" nicename="x"><![CDATA[R&#038;D &#8211; old]]></category>`, author("cap-rue", "rue"), author("cap-ida", "ida"), author("sam", "Sam Low")), "<title>Post 1", "<title><![CDATA[Q&amp;A &#8217;24]]>", 1),
		wordpressPost("2", "Text.", author("cap-rue", "rue"), author("x", "x@old.example")),
	)))
	one, two := first[events.ArticleCreated](s, "article-1"), first[events.ArticleCreated](s, "article-2")
	if one.Title != "Q&A ’24" || one.Category != "Q&A" || len(one.Tags) != 1 || one.Tags[0] != "R&D – old" ||
		one.AuthorName != "Ida O'Brien" || two.AuthorName != "Rue & Co" {
		t.Errorf("got %+v and %+v", one, two)
	}
	if !strings.Contains(report, "left out: its other authors, Rue & Co, Sam Low") || strings.Contains(report, "old.example)") {
		t.Errorf("the report:\n%s", report)
	}
}
