// Package webp writes lossy WebP files and decodes still ones. Both is done by Google's libwebp, compiled to WebAssembly and run by wazero,
// so that it needs neither cgo nor a library of the machine, and can neither read nor break the server's memory.
//
// libwebp.wasm.gz is lib/webp.wasm.gz of github.com/gen2brain/webp v0.5.5 (libwebp 1.4.0). That module's own Go code isn't used: unless it
// is built with a tag of its own, it looks for the machine's libwebp, for which the binary would have to be linked dynamically; it also has
// no bound on memory, can't be interrupted, and could never be closed.
//
// Nothing is compiled before it is needed, and [Codec.Close] frees all memory.
package webp
