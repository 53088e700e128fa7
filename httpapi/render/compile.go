// compile: a script as the engine's bytecode.

package render

import "modernc.org/quickjs"

// Compile returns a script's bytecode, as [Config] wants it. Compiling the app takes several times as long as loading it, so it's done when
// Candor is built (httpapi/render/compile).
func Compile(script []byte) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	return vm.Compile(globals+string(script), quickjs.EvalGlobal)
}
