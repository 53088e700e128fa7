package imagefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"runtime/debug"
	"slices"

	"candor/internal/webp"
)

// copyQuality is libwebp's quality of smaller copies: at the size in which they are shown, no difference can be seen.
const copyQuality = 80

// maxProfile is the largest ICC profile that a copy gets. Those of screens and cameras are much smaller; tables of a device's colours aren't worth
// their bytes.
const maxProfile = 32 << 10 // bytes

// Copier makes smaller copies of images, as lossy WebP. Its zero value is ready. The encoder is compiled when the first copy is made, and kept until
// Close. It must not be used by two goroutines at a time.
type Copier struct{ encoder *webp.Encoder }

// Copies returns copies of the image in file, a clean one, in as many widths, each smaller than the image's own: nil for one that would not be smaller
// than the file, in bytes, or that can't be made. The copies have the image's ICC profile, if that is a small one for red, green and blue; colours that a PNG
// describes in another way are taken for sRGB. Only one image at a time is worked on, in up to 200 MiB of memory. Its error wraps ErrFormat or ErrMemory, is
// that of ctx, which is asked between two steps, or says that the encoder doesn't run.
func (c *Copier) Copies(ctx context.Context, contentType string, file []byte, widths []int) ([][]byte, error) {
	format, ok := formats[contentType]
	if !ok {
		return nil, ErrFormat
	}
	p, err := format.clean(file)
	if err != nil {
		return nil, err
	}
	config, err := format.config(bytes.NewReader(file))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return nil, damaged("no header")
	}
	copies := make([][]byte, len(widths))
	if p.animated {
		return copies, nil
	}
	select {
	case working <- struct{}{}:
		defer func() { <-working }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer debug.FreeOSMemory()
	if c.encoder == nil {
		if c.encoder, err = webp.Open(context.Background()); err != nil {
			return nil, err
		}
	}
	largest := 0
	for _, width := range widths {
		if scalingMemory(config, width, heightAt(config, width)) <= maxMemory-decodingMemory(contentType, p.file, config) {
			largest = max(largest, width)
		}
	}
	if largest == 0 {
		return nil, ErrMemory
	}
	profile := p.profile
	if len(profile) > maxProfile {
		profile = nil
	}
	img, err := decoded(contentType, p, config, 0)
	if err != nil {
		return nil, err
	}
	base := scaled(img, largest, heightAt(config, largest))
	img = nil
	for i, width := range widths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if width < largest {
			if copies[i], err = c.encode(scaled(base, width, heightAt(config, width)), profile, len(file)); err != nil {
				return nil, err
			}
		}
	}
	if i := slices.Index(widths, largest); i >= 0 { // last, as it takes the pixels from which the others are made
		if copies[i], err = c.encode(base, profile, len(file)); err != nil {
			return nil, err
		}
	}
	return copies, nil
}

// encode returns a file that is smaller than so many bytes, nil where that is impossible. Its error says that the encoder doesn't run.
func (c *Copier) encode(img *image.RGBA, profile []byte, below int) ([]byte, error) {
	if len(img.Pix) > 1<<20 {
		debug.FreeOSMemory() // what the steps before have left, as the encoder needs several times as much as the image
	}
	file, err := encodeWebP(c.encoder, straight(img), copyQuality, profile)
	if errors.Is(err, webp.ErrImage) || err == nil && len(file) >= below {
		return nil, nil
	}
	return file, err
}

// Close gives the encoder's memory back. The next copy compiles it again.
func (c *Copier) Close() error {
	if c.encoder == nil {
		return nil
	}
	err := c.encoder.Close()
	c.encoder = nil
	debug.FreeOSMemory()
	return err
}

// heightAt returns how high an image is when it is made so wide: at least one pixel.
func heightAt(config image.Config, width int) int {
	return max(1, (config.Height*width+config.Width/2)/config.Width)
}

// encodeWebP encodes an image, with its profile if that describes red, green and blue, in what the image leaves of maxMemory.
func encodeWebP(e *webp.Encoder, img *image.NRGBA, quality int, profile []byte) ([]byte, error) {
	const others = 24 << 20 // bytes: the encoder's code, the file and the result
	file, err := e.Encode(img, quality, maxMemory-len(img.Pix)-others)
	if err != nil || !isRGB(profile) {
		return file, err
	}
	return withWebPProfile(file, profile, img.Rect.Size(), !img.Opaque()), nil
}

// withWebPProfile puts an ICC profile into a file that the encoder has written, as the extended format has it: a header, the profile, the image.
func withWebPProfile(file, profile []byte, size image.Point, transparent bool) []byte {
	header := make([]byte, 10)
	header[0] = webpProfile
	if transparent {
		header[0] |= webpAlpha
	}
	binary.LittleEndian.PutUint32(header[4:], uint32(size.X-1)) // three bytes each
	header[7], header[8], header[9] = byte(size.Y-1), byte((size.Y-1)>>8), byte((size.Y-1)>>16)
	out := appendWebPChunk(bytes.Clone(file[:12]), "VP8X", header)
	out = appendWebPChunk(out, "ICCP", profile)
	_ = eachWebPChunk(file[12:], func(kind string, payload []byte) error { // written by us: whole
		if kind != "VP8X" {
			out = appendWebPChunk(out, kind, payload)
		}
		return nil
	})
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

// isRGB reports whether an ICC profile describes red, green and blue; its header says so.
func isRGB(profile []byte) bool { return len(profile) >= 128 && string(profile[16:20]) == "RGB " }
