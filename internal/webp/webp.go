package webp

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
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

// ErrImage says that an image can't be encoded, however often that is tried.
var ErrImage = errors.New("webp: the image can't be encoded")

// Encoder encodes one image at a time.
type Encoder struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// Open compiles the encoder, which takes a fraction of a second and, meanwhile, a few dozen MiB. ctx is that of its life.
func Open(ctx context.Context) (e *Encoder, err error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(module))
	if err != nil {
		return nil, fmt.Errorf("webp: unpack the encoder: %w", err)
	}
	code, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, fmt.Errorf("webp: unpack the encoder: %w", err)
	}
	e = &Encoder{runtime: wazero.NewRuntime(ctx)}
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err == nil {
		e.code, err = e.runtime.CompileModule(ctx, code)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("webp: compile the encoder: %w", err), e.Close())
	}
	return e, nil
}

// Close gives the encoder's memory back.
func (e *Encoder) Close() error { return e.runtime.Close(context.Background()) }

// What libwebp needs at most, found by measuring images of noise: at any time, and for each pixel.
const (
	baseMemory        = 4 << 20 // bytes
	opaqueMemory      = 27      // bytes a pixel
	transparentMemory = 50      // bytes a pixel
)

// Encode writes an image as lossy WebP, with quality from 1 to 100; its transparency is kept without loss. It uses up to memory bytes. Its error
// wraps [ErrImage] for an image with a side over [MaxSide], for one that needs more memory, and for one that libwebp refuses.
func (e *Encoder) Encode(img *image.NRGBA, quality, memory int) (file []byte, err error) {
	size := img.Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > MaxSide || size.Y > MaxSide {
		return nil, fmt.Errorf("%w: it has %d×%d pixels", ErrImage, size.X, size.Y)
	}
	most := baseMemory + size.X*size.Y*opaqueMemory
	if !img.Opaque() {
		most = baseMemory + size.X*size.Y*transparentMemory
	}
	ctx := experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &growing{make([]byte, 0, min(most, memory))}
	}))
	running, err := e.runtime.InstantiateModule(ctx, e.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("webp: start the encoder: %w", err)
	}
	defer func() { err = errors.Join(err, running.Close(ctx)) }()
	c := calls{ctx: ctx, module: running}
	pixels := c.call("malloc", uint64(4*size.X*size.Y))
	length := c.call("malloc", 8)
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:4*size.X]
		c.check(c.err == nil && running.Memory().Write(uint32(pixels)+uint32(y*len(row)), row))
	}
	c.check(c.err == nil && running.Memory().WriteUint64Le(uint32(length), 0))
	const rgba, lossless, exact = 0, 0, 0
	encoded := c.call("encode", pixels, uint64(size.X), uint64(size.Y), length, rgba, uint64(quality), method, lossless, exact)
	if c.err != nil {
		return nil, c.err
	}
	n, _ := running.Memory().ReadUint32Le(uint32(length))
	out, ok := running.Memory().Read(uint32(encoded), n)
	if !ok || n == 0 {
		return nil, fmt.Errorf("%w: libwebp refuses it", ErrImage)
	}
	return bytes.Clone(out), nil
}

// calls calls the module's functions until one fails.
type calls struct {
	ctx    context.Context
	module api.Module
	err    error
}

func (c *calls) call(name string, args ...uint64) uint64 {
	if c.err != nil {
		return 0
	}
	result, err := c.module.ExportedFunction(name).Call(c.ctx, args...)
	if err != nil {
		c.err = fmt.Errorf("webp: %s: %w", name, err)
		return 0
	}
	c.check(result[0] != 0)
	return result[0]
}

// check fails where something is not as it must be: out of memory.
func (c *calls) check(ok bool) {
	if c.err == nil && !ok {
		c.err = fmt.Errorf("%w: it needs too much memory", ErrImage)
	}
}

// growing is a module's memory. It is asked for at once and used bit by bit, so that it never has to be copied to grow.
type growing struct{ bytes []byte }

func (m *growing) Reallocate(size uint64) []byte {
	if size > uint64(cap(m.bytes)) {
		return nil
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

func (m *growing) Free() { m.bytes = nil }
