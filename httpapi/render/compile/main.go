// Command compile writes the bytecode of the script on its standard input to its standard output: the web app's, when Candor is built.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"candor/httpapi/render"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	script, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if len(script) == 0 {
		return errors.New("the script is empty")
	}
	code, err := render.Compile(script)
	if err != nil {
		return err
	}
	_, err = out.Write(code)
	return err
}
