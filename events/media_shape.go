// The shape of a stored picture: how large it is, and whether it moves.

package events

import (
	"bytes"
	"image"
	_ "image/gif" // image.DecodeConfig reads the headers of these formats
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp"
)

// Shape holds a picture's size and whether it moves. Pages use it to leave room for the picture and to choose among its copies.
type Shape struct {
	Width, Height int  // in pixels; 0 where the file's header can't be read
	Animated      bool // it is shown as it is, without smaller copies
}

// Shape returns the shape of the picture of which e is the first chunk. Of files that older programs have stored without it, it is read
// from their header; for these, every GIF counts as animated. It returns the zero Shape for any other chunk.
func (e MediaStored) Shape() Shape {
	switch {
	case e.Chunk != 0:
		return Shape{}
	case e.Width > 0:
		return Shape{Width: e.Width, Height: e.Height, Animated: e.Animated}
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(e.Bytes))
	if err != nil {
		return Shape{}
	}
	return Shape{Width: config.Width, Height: config.Height, Animated: e.ContentType == "image/gif" || isAnimatedWebP(e.Bytes)}
}

// Renditions returns the widths of the picture's smaller copies, in ascending order; none for one that is animated.
func (s Shape) Renditions() []int {
	if s.Animated {
		return nil
	}
	n := 0
	for n < len(RenditionWidths) && RenditionWidths[n] < s.Width {
		n++
	}
	return RenditionWidths[:n:n]
}

// isAnimatedWebP reads the flags of the extended file format, which begin at byte 20: RIFF, size, WEBP, VP8X, size.
func isAnimatedWebP(file []byte) bool {
	const animation = 0x02
	return len(file) > 20 && string(file[:4]) == "RIFF" && string(file[8:16]) == "WEBPVP8X" && file[20]&animation != 0
}
