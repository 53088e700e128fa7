package knots

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	maxFile   = 400  // lines of a file, tests aside
	maxFolder = 4000 // lines of code of a folder without its subfolders: no blank lines, comments and tests
)

func TestFilesAndFoldersStaySmall(t *testing.T) {
	const root = "../.."
	folders := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == "goclient" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := strings.Count(string(text), "\n"); n > maxFile {
			t.Errorf("%s has %d lines, want at most %d", path, n, maxFile)
		}
		folders[filepath.Dir(path)] += linesOfCode(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) < 50 {
		t.Fatalf("only %d folders were found", len(folders))
	}
	for folder, n := range folders {
		if n > maxFolder {
			t.Errorf("%s has %d lines of code, want at most %d", folder, n, maxFolder)
		}
	}
}

// linesOfCode counts the lines of a Go file on which something stands that is no comment.
func linesOfCode(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue // made by the scanner
		}
		from := file.Line(pos)
		for line := range strings.Count(literal, "\n") + 1 {
			lines[from+line] = true
		}
	}
}
