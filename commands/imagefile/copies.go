package imagefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"runtime/debug"
	"slices"

	"candor/commands/imagefile/webp"
)

// copyQuality is libwebp's quality of smaller copies: at the size in which they are shown, no difference can be seen.
const copyQuality = 75

// Copies returns copies of the image in file, a clean one, as lossy WebP in as many widths, each smaller than the image's own: nil for one
// that would not be smaller than the file, in bytes. The copies have the image's ICC profile. It waits while another image is worked on,
// and takes up to 200 MiB of memory. [Reason] says why an image can't be made smaller; any other error is that of ctx, or says that the
// encoder doesn't run.
func Copies(ctx context.Context, contentType string, file []byte, widths []int) ([][]byte, error) {
	config, p, err := checked(contentType, file)
	if err != nil {
		return nil, err
	}
	if p.animated {
		return make([][]byte, len(widths)), nil
	}
	if p.inks || p.oddColors || p.profile != nil && !isRGB(p.profile) {
		return nil, ErrColors
	}
	if err := bench.enter(ctx); err != nil {
		return nil, err
	}
	defer bench.leave()
	working, end, cause := limited(ctx, maxCopiesTime)
	defer end()
	copies, err := copiesOf(working, contentType, p, config, widths, len(file))
	return copies, cause(err)
}

// copiesOf makes the copies of a checked image, the largest first, from which the others are made. The caller is in bench's place.
func copiesOf(ctx context.Context, contentType string, p *parts, config image.Config, widths []int, below int) ([][]byte, error) {
	largest := 0
	for _, width := range widths {
		if scalingMemory(config, width, heightAt(config, width)) <= maxMemory-decodingMemory(contentType, p, config) {
			largest = max(largest, width)
		}
	}
	if largest == 0 {
		return nil, ErrMemory
	}
	if err := bench.codec.Prepare(); err != nil { // before there are pixels, as that takes memory, too
		return nil, err
	}
	debug.FreeOSMemory()
	img, err := decoded(ctx, contentType, p, config, 0)
	if err != nil {
		return nil, err
	}
	debug.FreeOSMemory() // what the decoder has left
	base, err := scaled(ctx, img, largest, heightAt(config, largest))
	if err != nil {
		return nil, err
	}
	img = nil
	debug.FreeOSMemory()
	copies := make([][]byte, len(widths))
	for i, width := range widths {
		if width < largest {
			smaller, err := scaled(ctx, base, width, heightAt(config, width))
			if err != nil {
				return nil, err
			}
			if copies[i], err = encodedCopy(ctx, smaller, p.profile, len(base.Pix), below); err != nil {
				return nil, err
			}
		}
	}
	if i := slices.Index(widths, largest); i >= 0 { // last, as it takes the pixels from which the others are made
		if copies[i], err = encodedCopy(ctx, base, p.profile, 0, below); err != nil {
			return nil, err
		}
	}
	return copies, nil
}

// encodedCopy returns a file that is smaller than so many bytes, nil where that is impossible. beside is how much memory other pixels take.
// Its error is that of ctx, or says that the encoder doesn't run.
func encodedCopy(ctx context.Context, img *image.RGBA, profile []byte, beside, below int) ([]byte, error) {
	debug.FreeOSMemory() // what the steps before have left, as the encoder needs several times as much as the image
	file, err := encodeWebP(ctx, straight(img), copyQuality, profile, beside)
	if errors.Is(err, webp.ErrImage) || err == nil && len(file) >= below {
		return nil, nil
	}
	return file, err
}

// heightAt returns how high an image is when it is made so wide: at least one pixel.
func heightAt(config image.Config, width int) int {
	return max(1, (config.Height*width+config.Width/2)/config.Width)
}

// encodeWebP encodes an image, with its profile if that describes red, green and blue, in what the image and others beside it leave of
// maxMemory.
func encodeWebP(ctx context.Context, img *image.NRGBA, quality int, profile []byte, beside int) ([]byte, error) {
	file, err := bench.codec.Encode(ctx, img, quality, maxMemory-len(img.Pix)-beside)
	if err != nil || !isRGB(profile) {
		return file, err
	}
	return withWebPProfile(file, profile, img.Rect.Size(), !img.Opaque()), nil
}

// withWebPProfile puts an ICC profile into a file that the encoder has written, as the extended format has it: a header, the profile, the
// image.
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
