package webp

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// MaxSide is the longest side that the format can hold, in pixels.
const MaxSide = 16383

// method is libwebp's choice between a fast encoder, 0, and small files, 6. It is its own default.
const method = 4

//go:embed libwebp.wasm.gz
var module []byte

// ErrImage says that an image can't be encoded or decoded, however often that is tried.
var ErrImage = errors.New("webp: the image can't be encoded or decoded")

// Codec encodes or decodes one image at a time. Each image gets an instance of libwebp of its own, whose memory is bounded and discarded
// with it. The zero value is ready.
type Codec struct{ encoder, decoder *library }

// library is libwebp, compiled, which takes a fraction of a second and, meanwhile, a few dozen MiB.
type library struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// open compiles libwebp. One that can be interrupted ends when the context of a call does, but encodes at less than half the speed.
func open(interruptible bool) (l *library, err error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(module))
	if err != nil {
		return nil, fmt.Errorf("webp: unpack libwebp: %w", err)
	}
	code, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, fmt.Errorf("webp: unpack libwebp: %w", err)
	}
	ctx := context.Background()
	l = &library{runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCloseOnContextDone(interruptible))}
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, l.runtime); err == nil {
		l.code, err = l.runtime.CompileModule(ctx, code)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("webp: compile libwebp: %w", err), l.close())
	}
	return l, nil
}

func (l *library) close() error {
	if l == nil {
		return nil
	}
	return l.runtime.Close(context.Background())
}

// Prepare compiles what encodes, so that the first image need not wait for it, nor leave memory for it.
func (c *Codec) Prepare() (err error) {
	if c.encoder == nil {
		c.encoder, err = open(false)
	}
	return err
}

// Close frees the compiled code. The next image compiles it again.
func (c *Codec) Close() error {
	err := errors.Join(c.encoder.close(), c.decoder.close())
	*c = Codec{}
	return err
}

// What libwebp needs to encode an image at most, found by measuring images of noise: at any time, and for each pixel.
const (
	baseMemory        = 4 << 20 // bytes
	opaqueMemory      = 27      // bytes a pixel
	transparentMemory = 50      // bytes a pixel
)

// Encode writes an image as lossy WebP, with quality from 1 to 100; its transparency is kept without loss. It uses up to memory bytes. Its
// error wraps [ErrImage] for an image with a side over [MaxSide], for one that needs more memory, and for one that libwebp refuses, or is
// that of ctx, which is asked before and after: an image of two megapixels takes about a second.
func (c *Codec) Encode(ctx context.Context, img *image.NRGBA, quality, memory int) (file []byte, err error) {
	size := img.Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > MaxSide || size.Y > MaxSide {
		return nil, fmt.Errorf("%w: it has %d×%d pixels", ErrImage, size.X, size.Y)
	}
	most := baseMemory + size.X*size.Y*opaqueMemory
	if !img.Opaque() {
		most = baseMemory + size.X*size.Y*transparentMemory
	}
	if err := c.Prepare(); err != nil {
		return nil, err
	}
	run, err := c.encoder.start(ctx, min(most, memory))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	pixels := run.call("malloc", uint64(4*size.X*size.Y))
	length := run.call("malloc", 8)
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:4*size.X]
		run.write(pixels+uint64(y*len(row)), row)
	}
	run.write(length, make([]byte, 8))
	const rgba, lossless, exact = 0, 0, 0
	encoded := run.call("encode", pixels, uint64(size.X), uint64(size.Y), length, rgba, uint64(quality), method, lossless, exact)
	n := run.read(length, 4)
	if run.err != nil {
		return nil, run.err
	}
	out := run.read(encoded, uint64(binary.LittleEndian.Uint32(n)))
	if run.err != nil || len(out) == 0 {
		return nil, fmt.Errorf("%w: libwebp refuses it", ErrImage)
	}
	return bytes.Clone(out), nil
}

// instance is a running libwebp. After a call that fails, nothing more is called.
type instance struct {
	ctx    context.Context
	module api.Module
	err    error
}

// start starts an instance that may use so many bytes of memory. The caller closes it.
func (l *library) start(ctx context.Context, memory int) (*instance, error) {
	allocating := experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &growing{make([]byte, 0, max(0, memory))}
	}))
	module, err := l.runtime.InstantiateModule(allocating, l.code, wazero.NewModuleConfig().WithName(""))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("webp: start libwebp: %w", err)
	}
	return &instance{ctx: ctx, module: module}, nil
}

func (i *instance) close() error { return i.module.Close(context.Background()) }

func (i *instance) call(name string, args ...uint64) uint64 {
	if i.err != nil {
		return 0
	}
	result, err := i.module.ExportedFunction(name).Call(i.ctx, args...)
	switch {
	case i.ctx.Err() != nil:
		i.err = i.ctx.Err()
	case err != nil:
		i.err = fmt.Errorf("webp: %s: %w", name, err)
	default:
		i.check(result[0] != 0)
		return result[0]
	}
	return 0
}

// check fails where something is not as it must be: out of memory.
func (i *instance) check(ok bool) {
	if i.err == nil && !ok {
		i.err = fmt.Errorf("%w: it needs too much memory", ErrImage)
	}
}

// write copies bytes to an address in the instance's memory.
func (i *instance) write(at uint64, b []byte) {
	i.check(i.err == nil && i.module.Memory().Write(uint32(at), b))
}

// read returns so many bytes of the instance's memory, without a copy.
func (i *instance) read(at, length uint64) []byte {
	if i.err != nil {
		return nil
	}
	b, ok := i.module.Memory().Read(uint32(at), uint32(length))
	i.check(ok)
	return b
}

// growing is an instance's memory. It is asked for at once and used bit by bit, so that it never has to be copied to grow.
type growing struct{ bytes []byte }

func (m *growing) Reallocate(size uint64) []byte {
	if size > uint64(cap(m.bytes)) {
		return nil
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

func (m *growing) Free() { m.bytes = nil }
