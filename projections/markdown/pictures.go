// Pictures: what the site knows of those that a text shows.

package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Picture is a picture of the site, as readers are to see it.
type Picture struct {
	Gone                 bool   // it is left out of the text
	Removed              string // what stands in its place, as "Picture removed, November 20, 2026"; "": the picture itself
	Address              string // of the file
	Width, Height        int    // of the file, in pixels; 0: unknown
	Copies               []Copy // smaller ones, in ascending order
	Alt, Caption, Credit string // plain text; Alt is for texts that give none
}

// Copy is a smaller copy of a picture.
type Copy struct {
	Address string
	Width   int // in pixels
}

// pictureSizes says how wide a picture of a text is shown: as wide as the column, or the screen.
const pictureSizes = "(min-width: 48rem) 42rem, 100vw"

// Of each of its pictures a text may become so much longer, all together up to mostForPictures.
const (
	forPicture      = 4 << 10 // bytes
	mostForPictures = 1 << 20
)

// maxPictureAddress is more than the bytes of any picture's address.
const maxPictureAddress = 4 << 10

// ofPicture is the attribute of an image that holds its *Picture.
var ofPicture = []byte("picture")

// pictureOf returns what is known of an image, nil if it is no picture of the site.
func pictureOf(image ast.Node) *Picture {
	value, _ := image.Attribute(ofPicture)
	p, _ := value.(*Picture)
	return p
}

// figure is a picture of the site that is alone in its paragraph.
type figure struct{ ast.BaseBlock }

var kindFigure = ast.NewNodeKind("Figure")

func (*figure) Kind() ast.NodeKind              { return kindFigure }
func (f *figure) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// pictures are the images of a text that show pictures of the site.
type pictures []picture

// picture is an image, and the picture that it shows.
type picture struct {
	image *ast.Image
	shown *Picture
}

// imagesOf returns the images below root.
func imagesOf(root ast.Node) (images []*ast.Image) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if image, ok := n.(*ast.Image); ok && entering {
			images = append(images, image)
		}
		return ast.WalkContinue, nil
	})
	return images
}

// lookUp returns the images whose pictures lookup knows. Addresses that are longer than any picture's aren't looked up.
func lookUp(images []*ast.Image, lookup func(address string) *Picture) (known pictures) {
	if lookup == nil {
		return nil
	}
	for _, image := range images {
		if len(image.Destination) > maxPictureAddress {
			continue
		}
		if p := lookup(string(image.Destination)); p != nil {
			known = append(known, picture{image, p})
		}
	}
	return known
}

// show notes what is known of the images, and returns how many are shown. Those that are gone are taken out, with what would be empty
// without them.
func (all pictures) show() (count int) {
	for _, p := range all {
		if p.shown.Gone {
			takeOut(p.image)
			continue
		}
		if p.shown.Removed != "" {
			p.image.SetAttribute(ofPicture, p.shown)
			continue
		}
		count++
		p.image.Destination = []byte(p.shown.Address)
		p.image.SetAttribute(ofPicture, p.shown)
		makeFigure(p.image)
	}
	return count
}

// takeOut removes a node, and the links, emphasis and paragraphs that it leaves empty. An image whose description was nothing else stays.
func takeOut(n ast.Node) {
	for parent := n.Parent(); parent != nil; n, parent = parent, parent.Parent() {
		parent.RemoveChild(parent, n)
		if parent.HasChildren() || parent.Kind() == ast.KindImage || parent.Type() == ast.TypeBlock && !ast.IsParagraph(parent) {
			return
		}
	}
}

// makeFigure makes a figure of the paragraph in which an image is alone.
func makeFigure(image ast.Node) {
	paragraph := image.Parent()
	if !ast.IsParagraph(paragraph) || paragraph.ChildCount() > 1 {
		return
	}
	f := &figure{}
	paragraph.Parent().ReplaceChild(paragraph.Parent(), paragraph, f)
	f.AppendChild(f, image)
}

// pictureRenderer renders images and figures.
type pictureRenderer struct{}

// RegisterFuncs says what it renders.
func (pictureRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, renderImage)
	r.Register(kindFigure, renderFigure)
}

func renderImage(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	image := node.(*ast.Image)
	if p := pictureOf(image); p != nil && p.Removed != "" {
		write(w, `<span class="removed">`+escaped(p.Removed)+`</span>`)
		return ast.WalkSkipChildren, nil
	}
	alt := plainText(image, source)
	write(w, `<img`)
	if p := pictureOf(image); p != nil {
		p.writeAttributes(w)
		if alt == "" {
			alt = p.Alt
		}
	} else if address := util.URLEscape(image.Destination, true); !html.IsDangerousURL(address) {
		attribute(w, "src", string(address))
	}
	attribute(w, "loading", "lazy")
	attribute(w, "decoding", "async")
	attribute(w, "alt", alt)
	if image.Title != nil {
		write(w, ` title="`)
		html.DefaultWriter.Write(w, image.Title)
		write(w, `"`)
	}
	write(w, `>`)
	return ast.WalkSkipChildren, nil
}

// writeAttributes writes where a picture and its copies are, and their sizes.
func (p *Picture) writeAttributes(w util.BufWriter) {
	attribute(w, "src", p.Address)
	if p.Width == 0 {
		return
	}
	if len(p.Copies) > 0 {
		var set strings.Builder
		for _, c := range append(slices.Clone(p.Copies), Copy{p.Address, p.Width}) {
			if set.Len() > 0 {
				set.WriteString(", ")
			}
			set.WriteString(c.Address + " " + strconv.Itoa(c.Width) + "w")
		}
		attribute(w, "srcset", set.String())
		attribute(w, "sizes", pictureSizes)
	}
	attribute(w, "width", strconv.Itoa(p.Width))
	attribute(w, "height", strconv.Itoa(p.Height))
}

func renderFigure(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		write(w, "<figure>")
		return ast.WalkContinue, nil
	}
	if p := pictureOf(node.FirstChild()); p.Caption != "" || p.Credit != "" {
		write(w, "<figcaption>"+escaped(p.Caption))
		if p.Caption != "" && p.Credit != "" {
			write(w, " ")
		}
		if p.Credit != "" {
			write(w, `<span class="credit">`+escaped(p.Credit)+"</span>")
		}
		write(w, "</figcaption>")
	}
	write(w, "</figure>\n")
	return ast.WalkContinue, nil
}

// write writes to a buffer, whose errors its Flush returns.
func write(w util.BufWriter, text string) { _, _ = w.WriteString(text) }

func attribute(w util.BufWriter, name, value string) { write(w, " "+name+`="`+escaped(value)+`"`) }

func escaped(text string) string { return string(util.EscapeHTML([]byte(text))) }
