// The cards of Ghost's editors as HTML. Both formats name their fields alike.

package markup

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark"
	goldmarkextension "github.com/yuin/goldmark/extension"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"

	"candor/commands/importer/prose"
)

// card holds the fields of all cards. Captions, callouts and toggles are HTML.
type card struct {
	Src      string `json:"src"`
	Alt      string `json:"alt"`
	Caption  string `json:"caption"`
	Href     string `json:"href"`
	Title    string `json:"title"`
	Code     string `json:"code"`
	Language string `json:"language"`
	HTML     string `json:"html"`
	Markdown string `json:"markdown"`
	Metadata struct {
		URL         string `json:"url"`
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"metadata"`
	Images          []card `json:"images"`
	FileTitle       string `json:"fileTitle"`
	FileName        string `json:"fileName"`
	FileCaption     string `json:"fileCaption"`
	CalloutText     string `json:"calloutText"`
	CalloutEmoji    string `json:"calloutEmoji"`
	Heading         string `json:"heading"`
	Content         string `json:"content"`
	ButtonText      string `json:"buttonText"`
	ButtonURL       string `json:"buttonUrl"`
	Header          string `json:"header"`
	Subheader       string `json:"subheader"`
	BackgroundImage string `json:"backgroundImageSrc"`
	TextValue       string `json:"textValue"`
	ImageURL        string `json:"imageUrl"`
	ProductImage    string `json:"productImageSrc"`
	ProductTitle    string `json:"productTitle"`
	ProductText     string `json:"productDescription"`
	ProductURL      string `json:"productUrl"`
	ProductButton   string `json:"productButton"`
	Visibility      struct {
		ShowOnWeb *bool `json:"showOnWeb"`
		Web       struct {
			NonMember *bool `json:"nonMember"`
		} `json:"web"`
	} `json:"visibility"`
}

// cardNode is a card with the address that it is about.
type cardNode struct {
	URL string `json:"url"`
	card
}

// gated is Ghost's own mark of a part that isn't for everybody, see membersCard.
const gated = "<!--kg-gated-block:begin nonMember:false-->"

// html returns a card of a kind as HTML; ok is false for kinds that aren't known, or that show readers nothing.
func (c *cardNode) html(kind string) (text string, ok bool) {
	if on := c.Visibility.ShowOnWeb; on != nil && !*on {
		return "", false
	}
	text, ok = c.shown(kind)
	if open := c.Visibility.Web.NonMember; open != nil && !*open {
		text = gated + text
	}
	return text, ok
}

func (c *cardNode) shown(kind string) (text string, ok bool) {
	switch kind {
	case "image":
		return figure(c.picture(), c.Caption), c.Src != ""
	case "gallery":
		var b strings.Builder
		for _, one := range c.Images {
			b.WriteString(figure((&cardNode{card: one}).picture(), ""))
		}
		return b.String() + paragraphOf(c.Caption), len(c.Images) > 0
	case "codeblock", "code":
		class := ""
		if languageName.MatchString(strings.ToLower(c.Language)) {
			class = ` class="language-` + strings.ToLower(c.Language) + `"`
		}
		return "<pre><code" + class + ">" + html.EscapeString(c.Code) + "</code></pre>" + paragraphOf(c.Caption), true
	case "html":
		return c.HTML, true
	case "markdown", "card-markdown":
		return markdownHTML(c.Markdown), true
	case "embed":
		address := prose.Or(c.URL, c.Metadata.URL)
		return figure(`<embed src="`+html.EscapeString(address)+`">`, c.Caption), address != ""
	case "bookmark":
		address := prose.Or(c.URL, c.Metadata.URL)
		return linkOf(address, prose.Or(c.Metadata.Title, c.Title)) + paragraphOf(html.EscapeString(c.Metadata.Description)) +
			paragraphOf(c.Caption), address != ""
	case "video":
		return figure(`<video src="`+html.EscapeString(c.Src)+`"></video>`, c.Caption), c.Src != ""
	case "audio":
		return linkOf(c.Src, c.Title) + paragraphOf(c.Caption), c.Src != ""
	case "file":
		return linkOf(c.Src, prose.Or(c.FileTitle, c.FileName)) + paragraphOf(html.EscapeString(c.FileCaption)), c.Src != ""
	case "callout":
		return "<blockquote>" + c.callout() + "</blockquote>", true
	case "toggle":
		return "<h4>" + c.Heading + "</h4>" + paragraphOf(c.Content), true
	case "button":
		return linkOf(c.ButtonURL, c.ButtonText), c.ButtonURL != ""
	case "product":
		return c.product(), true
	case "header":
		return c.banner(prose.Or(c.Header, c.Heading), c.Subheader, c.BackgroundImage), true
	case "call-to-action":
		return c.banner("", c.TextValue, c.ImageURL), true
	case "horizontalrule", "hr":
		return "<hr>", true
	case "paywall":
		return "<!--members-only-->", true
	}
	return "", false
}

// callout returns the text of a callout, which begins with its emoji.
func (c *cardNode) callout() string {
	if c.CalloutEmoji == "" {
		return c.CalloutText
	}
	tag := firstTag(c.CalloutText)
	if !strings.HasPrefix(tag, "<p") {
		tag = ""
	}
	return tag + html.EscapeString(c.CalloutEmoji) + " " + strings.TrimPrefix(c.CalloutText, tag)
}

// product returns the card of a product.
func (c *cardNode) product() string {
	text := ""
	if c.ProductImage != "" {
		text = figure((&cardNode{card: card{Src: c.ProductImage, Alt: c.ProductTitle}}).picture(), "")
	}
	text += "<h4>" + c.ProductTitle + "</h4>" + c.ProductText
	if c.ProductURL != "" {
		text += linkOf(c.ProductURL, c.ProductButton)
	}
	return text
}

// banner returns a picture, a heading, a text and the card's button, as far as there are such.
func (c *cardNode) banner(heading, text, picture string) string {
	banner := ""
	if picture != "" {
		banner = figure((&cardNode{card: card{Src: picture}}).picture(), "")
	}
	if heading != "" {
		banner += "<h2>" + heading + "</h2>"
	}
	banner += paragraphOf(text)
	if c.ButtonURL != "" {
		banner += linkOf(c.ButtonURL, c.ButtonText)
	}
	return banner
}

// picture returns a card's picture, in its link if it has one.
func (c *cardNode) picture() string {
	picture := `<img src="` + html.EscapeString(c.Src) + `" alt="` + html.EscapeString(c.Alt) + `">`
	if c.Href != "" {
		picture = `<a href="` + html.EscapeString(c.Href) + `">` + picture + "</a>"
	}
	return picture
}

// figure returns HTML with a caption.
func figure(text, caption string) string {
	if strings.TrimSpace(caption) != "" {
		text += "<figcaption>" + caption + "</figcaption>"
	}
	return "<figure>" + text + "</figure>"
}

func paragraphOf(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return "<p>" + text + "</p>"
}

// linkOf returns a link in a paragraph. Without a text its address is shown.
func linkOf(address, text string) string {
	return `<p><a href="` + html.EscapeString(address) + `">` + html.EscapeString(prose.Or(text, address)) + "</a></p>"
}

// cardMarkdown reads the Markdown of Ghost's cards.
var cardMarkdown = goldmark.New(goldmark.WithExtensions(goldmarkextension.GFM), goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe()))

// markdownHTML returns Markdown as HTML. What can't be rendered is shown as it was typed.
func markdownHTML(text string) (shown string) {
	defer func() {
		if recover() != nil { // goldmark panics at some lists that lie deep in each other
			shown = "<pre>" + html.EscapeString(text) + "</pre>"
		}
	}()
	var b bytes.Buffer
	if err := cardMarkdown.Convert([]byte(text), &b); err != nil {
		panic(err)
	}
	return b.String()
}
