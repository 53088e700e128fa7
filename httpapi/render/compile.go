// compile: a script as the engine's bytecode.

package render

import "modernc.org/quickjs"

// compiled returns a script's bytecode, which every engine of this process can load.
func compiled(script string) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	return vm.Compile(script, quickjs.EvalGlobal)
}
