// compile: a script as the engine's bytecode.

package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"

	"modernc.org/libc"
	"modernc.org/libquickjs"
	"modernc.org/quickjs"
)

// compiled is a script's bytecode, which every engine of this process can load. It is compiled without what only debuggers want:
// otherwise each function keeps its own text, and those within it theirs, four times the whole script, in every engine. The
// library's own Compile has no setting for that.
func compiled(script string) ([]byte, error) {
	tls := libc.NewTLS()
	defer tls.Close()
	vm := libquickjs.XJS_NewRuntime(tls)
	if vm == 0 {
		return nil, errNoMemory
	}
	defer libquickjs.XJS_FreeRuntime(tls, vm)
	libquickjs.XJS_SetStripInfo(tls, vm, libquickjs.MJS_STRIP_DEBUG)
	context := libquickjs.XJS_NewContext(tls, vm)
	if context == 0 {
		return nil, errNoMemory
	}
	defer libquickjs.XJS_FreeContext(tls, context)
	text, err := libc.CString(script)
	if err != nil {
		return nil, errNoMemory
	}
	defer libc.Xfree(tls, text)
	name, err := libc.CString("render.js")
	if err != nil {
		return nil, errNoMemory
	}
	defer libc.Xfree(tls, name)

	function := libquickjs.XJS_Eval(tls, context, text, libc.Tsize_t(len(script)), name, libquickjs.MJS_EVAL_TYPE_GLOBAL|libquickjs.MJS_EVAL_FLAG_COMPILE_ONLY)
	if libquickjs.XJS_HasException(tls, context) != 0 {
		return nil, explained(script)
	}
	defer libquickjs.XFreeValue(tls, context, function)
	length := libc.Xcalloc(tls, 1, sizeBytes) // where the length of the bytecode is written: the engine takes no address of Go's memory
	if length == 0 {
		return nil, errNoMemory
	}
	defer libc.Xfree(tls, length)
	code := libquickjs.XJS_WriteObject(tls, context, length, function, libquickjs.MJS_WRITE_OBJ_BYTECODE)
	if code == 0 {
		return nil, errNoMemory
	}
	defer libquickjs.Xjs_free(tls, context, code)
	return bytes.Clone(libc.GoBytes(code, sizeAt(length))), nil
}

// sizeBytes is how many bytes a size of the engine takes: those of a word.
const sizeBytes = bits.UintSize / 8

// sizeAt reads a size from the engine's memory.
func sizeAt(address uintptr) int {
	raw := libc.GoBytes(address, sizeBytes)
	if sizeBytes == 4 {
		return int(binary.NativeEndian.Uint32(raw))
	}
	return int(binary.NativeEndian.Uint64(raw))
}

var errNoMemory = errors.New("no memory for a script engine")

// explained says what is wrong with a script that can't be compiled.
func explained(script string) error {
	vm, err := quickjs.NewVM()
	if err != nil {
		return err
	}
	defer vm.Close()
	_, err = vm.Compile(script, quickjs.EvalGlobal)
	return err
}
