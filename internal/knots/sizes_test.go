package knots

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxLine   = 140  // characters of a line, its texts in quotes aside
	maxFile   = 400  // lines of a file, tests aside
	maxFolder = 4000 // lines of code of a folder without its subfolders: no blank lines, comments and tests
)

func TestFilesAndFoldersStaySmall(t *testing.T) {
	folders := map[string]int{}
	eachFile(t, func(path string, text []byte) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		if n := strings.Count(string(text), "\n"); n > maxFile {
			t.Errorf("%s has %d lines, want at most %d", path, n, maxFile)
		}
		folders[filepath.Dir(path)] += linesOfCode(text)
	})
	if len(folders) < 50 {
		t.Fatalf("only %d folders were found", len(folders))
	}
	for folder, n := range folders {
		if n > maxFolder {
			t.Errorf("%s has %d lines of code, want at most %d", folder, n, maxFolder)
		}
	}
}

func TestLinesStayShort(t *testing.T) {
	eachFile(t, func(path string, text []byte) {
		for line := range strings.Lines(withoutTexts(text)) {
			if n := utf8.RuneCountInString(line) - 1; n > maxLine {
				t.Errorf("%s has a line of %d characters, want at most %d: %.60s…", path, n, maxLine, strings.TrimSpace(line))
			}
		}
	})
}

// eachFile calls do with each of our Go files.
func eachFile(t *testing.T, do func(path string, text []byte)) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == "goclient" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			do(path, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// withoutTexts returns a Go file with its texts in quotes emptied.
func withoutTexts(file []byte) string {
	var b strings.Builder
	end := 0
	eachToken(file, func(at token.Position, tok token.Token, literal string) {
		if tok == token.STRING {
			b.Write(file[end : at.Offset+1])
			b.WriteString(strings.Repeat("\n", strings.Count(literal, "\n")))
			end = at.Offset + len(literal) - 1
		}
	})
	b.Write(file[end:])
	return b.String()
}

// linesOfCode counts the lines of a Go file on which something stands that is no comment.
func linesOfCode(file []byte) int {
	lines := map[int]bool{}
	eachToken(file, func(at token.Position, _ token.Token, literal string) {
		for line := range strings.Count(literal, "\n") + 1 {
			lines[at.Line+line] = true
		}
	})
	return len(lines)
}

// eachToken calls do with each token of a Go file, comments aside.
func eachToken(text []byte, do func(at token.Position, tok token.Token, literal string)) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok != token.SEMICOLON || literal != "\n" { // made by the scanner
			do(file.Position(pos), tok, literal)
		}
	}
}
