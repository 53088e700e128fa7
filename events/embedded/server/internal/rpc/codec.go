package rpc

// The codec between grpc and the messages coded by hand.

import (
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the codec that this one falls back to
	"google.golang.org/grpc/mem"
)

// encoded is a message that is already in its wire form.
type encoded struct{ mem.Buffer }

// decoder is a message that reads its wire form. p is valid only during the call.
type decoder interface{ decode(p []byte) error }

// Codec codes the messages of this package. It is the codec to give to grpc.ForceServerCodecV2.
type Codec struct{ fallback encoding.CodecV2 }

// NewCodec returns the codec.
func NewCodec() Codec { return Codec{encoding.GetCodecV2("proto")} }

// Name is the content subtype that clients ask for.
func (Codec) Name() string { return "proto" }

// Marshal implements encoding.CodecV2.
func (c Codec) Marshal(v any) (mem.BufferSlice, error) {
	if m, ok := v.(encoded); ok {
		return mem.BufferSlice{m.Buffer}, nil
	}
	return c.fallback.Marshal(v)
}

// Unmarshal implements encoding.CodecV2.
func (c Codec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(decoder)
	if !ok {
		return c.fallback.Unmarshal(data, v)
	}
	buf := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buf.Free()
	return m.decode(buf.ReadOnlyData())
}
