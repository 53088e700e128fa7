// The picture with which pages are shared that have none, on a site whose owner has chosen none: its icon, its name and its tagline.

package pages

import (
	"bytes"
	"image"
	"image/color"
	_ "image/gif"  // the format of an icon
	_ "image/jpeg" // likewise
	"image/png"
	"strconv"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	_ "golang.org/x/image/webp" // the format of an icon

	"candor/events"
)

// ShareImagePath is the picture's address.
const ShareImagePath = "/share.png"

// Sizes in pixels. Facebook, LinkedIn and others show 1.91 : 1.
const (
	shareWidth, shareHeight = 1200, 630
	shareMargin             = 90
	shareIcon               = 120
	maxIconSide             = 4096 // of the file; larger icons are left out
)

var (
	sharePaper  = color.RGBA{0xfa, 0xf9, 0xf6, 0xff}
	shareInk    = color.RGBA{0x1b, 0x1d, 0x22, 0xff}
	shareGrey   = color.RGBA{0x54, 0x58, 0x60, 0xff}
	shareAccent = color.RGBA{0x2a, 0x4d, 0x9e, 0xff}
)

// ShareImage draws the picture of a site as a PNG. icon is its icon's file, nil for none. A name that the font can't write is left out.
func ShareImage(site *events.SiteSettings, icon []byte) ([]byte, error) {
	canvas := image.NewRGBA(image.Rect(0, 0, shareWidth, shareHeight))
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(sharePaper), image.Point{}, draw.Src)
	foot := image.Rect(0, shareHeight-18, shareWidth, shareHeight)
	draw.Draw(canvas, foot, image.NewUniform(accentOf(site.Accent)), image.Point{}, draw.Src)
	drawIcon(canvas, icon)
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	name, err := fitted(bold, site.Name, 112, 56)
	if err != nil {
		return nil, err
	}
	tagline, err := fitted(regular, site.Tagline, 46, 32)
	if err != nil {
		return nil, err
	}
	y := shareHeight - 18 - shareMargin - tagline.height() // the tops of the lines
	y = tagline.draw(canvas, y, shareGrey) - tagline.height()
	name.draw(canvas, y-name.height()-tagline.gap(), shareInk)
	var b bytes.Buffer
	err = png.Encode(&b, canvas)
	return b.Bytes(), err
}

// accentOf reads "#rrggbb"; the theme's own colour for anything else.
func accentOf(text string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil || len(text) != 7 {
		return shareAccent
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}

// drawIcon draws an icon into the top left corner; one that can't be read is left out.
func drawIcon(canvas draw.Image, file []byte) {
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || config.Width > maxIconSide || config.Height > maxIconSide {
		return
	}
	icon, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return
	}
	size := icon.Bounds().Size()
	scale := float64(shareIcon) / float64(max(size.X, size.Y))
	at := image.Rect(0, 0, int(float64(size.X)*scale), int(float64(size.Y)*scale)).Add(image.Pt(shareMargin, shareMargin))
	draw.CatmullRom.Scale(canvas, at, icon, icon.Bounds(), draw.Over, nil)
}

// lines are lines of text in a size.
type lines struct {
	face  font.Face
	texts []string
}

// fitted returns a text in at most two lines, in the largest size in which it fits; cut off if it fits in none, and no lines if the font
// can't write it.
func fitted(of *opentype.Font, text string, largest, smallest float64) (lines, error) {
	text = strings.Join(strings.Fields(text), " ")
	if !writes(of, text) {
		text = ""
	}
	for size := largest; ; size -= 4 {
		face, err := opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return lines{}, err
		}
		all := wrapped(face, text)
		if len(all) <= 2 && !tooWide(face, all) || size <= smallest {
			return lines{face, all[:min(2, len(all))]}, nil
		}
	}
}

// writes reports whether a font has all characters of a text.
func writes(of *opentype.Font, text string) bool {
	var b sfnt.Buffer
	for _, r := range text {
		if i, err := of.GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

// wrapped breaks a text into lines between its words.
func wrapped(face font.Face, text string) (all []string) {
	for word := range strings.FieldsSeq(text) {
		if n := len(all); n > 0 && fits(face, all[n-1]+" "+word) {
			all[n-1] += " " + word
		} else {
			all = append(all, word)
		}
	}
	return all
}

func fits(face font.Face, text string) bool {
	return font.MeasureString(face, text) <= fixed.I(shareWidth-2*shareMargin)
}

func tooWide(face font.Face, all []string) bool {
	for _, line := range all {
		if !fits(face, line) {
			return true
		}
	}
	return false
}

func (l lines) lineHeight() int { return l.face.Metrics().Height.Ceil() }

func (l lines) height() int { return len(l.texts) * l.lineHeight() }

// gap returns the space above the lines.
func (l lines) gap() int {
	if len(l.texts) == 0 {
		return 0
	}
	return 16
}

// draw draws the lines from y on, and returns where they end.
func (l lines) draw(canvas draw.Image, y int, ink color.Color) int {
	for _, text := range l.texts {
		pen := font.Drawer{Dst: canvas, Src: image.NewUniform(ink), Face: l.face,
			Dot: fixed.P(shareMargin, y+l.face.Metrics().Ascent.Ceil())}
		pen.DrawString(text)
		y += l.lineHeight()
	}
	return y
}
