// Package passwords recognises passwords that an attacker tries first.
//
// A password is well known if
//
//   - its letters spell listed words and at most three other letters, with any digits and punctuation between and around them:
//     changeit, ChangeitChangeit, admin-admin-1, mypassword2026. Digits and signs that replace letters are read as letters: p4ssw0rd;
//   - it repeats a piece of at most four characters: abcabcabcabc, 777777777777;
//   - it follows the digits, the alphabet or a keyboard row, in either direction, with at most two jumps: 123456789012,
//     qwertyuiop12, zyxwvutsrqpo.
//
// The list is short and contains words, not leaked passwords: it excludes what attackers guess within the first seconds. Callers check the
// length of a password.
package passwords

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxOtherLetters = 3 // besides listed words
	maxPiece        = 4 // characters of a repeated piece
	minRepeats      = 2 // of a piece
	maxJumps        = 2 // from one row, or place in it, to another
	minRow          = 6 // characters of a password that follows rows
)

// words lists the words of well-known passwords, in lower case and letters only.
var words = []string{
	"abc", "admin", "administrator", "analyst", "azerty", "baseball", "candor", "changeit", "changeme", "change", "cms",
	"correcthorsebatterystaple", "database", "default", "dragon", "esdb", "event", "eventstore", "eventstoredb", "events", "football",
	"guest", "iloveyou", "kurrent", "kurrentdb", "letmein", "login", "master", "monkey", "opensesame", "operator",
	"pass", "passw", "passwd", "password", "passwords", "passwort", "princess", "qazwsx", "qazwsxedc", "qwert", "qwerty", "qwertz",
	"root", "secret", "server", "sesame", "shadow",
	"store", "sunshine", "superman", "superuser", "system", "temp", "test", "trustno", "user", "welcome", "zaqxsw",
}

// rows lists sequences that people type. Each is followed in both directions, and from its end to its beginning.
var rows = []string{"1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "azertyuiop",
	"qsdfghjklm", "wxcvbn", "!@#$%^&*()"}

// readAs replaces digits and signs by the letters that they stand for.
var readAs = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// WellKnown reports whether an attacker tries a password first. The empty password is well known.
func WellKnown(password string) bool {
	text := strings.ToLower(password)
	meant := readAs.Replace(strings.TrimRightFunc(text, notLetter)) // 1234 after a word stands for no letters
	return text == "" || spellsWords(letters(text)) || spellsWords(letters(meant)) || repeats([]rune(text)) || followsRows(text)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// letters returns the letters of text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if notLetter(r) {
			return -1
		}
		return r
	}, text)
}

// spellsWords reports whether text consists of listed words and at most maxOtherLetters letters before, between and after them.
func spellsWords(text string) bool {
	total := utf8.RuneCountInString(text)
	least := make([]int, len(text)+1) // the smallest number of letters of text[:i] that belong to no word
	for i := 1; i <= len(text); i++ {
		least[i] = least[i-1]
		if utf8.RuneStart(text[i-1]) {
			least[i]++
		}
		for _, word := range words {
			if strings.HasSuffix(text[:i], word) {
				least[i] = min(least[i], least[i-len(word)])
			}
		}
	}
	return least[len(text)] <= maxOtherLetters && least[len(text)] < total
}

// repeats reports whether text is a short piece over and over; the last one may be incomplete.
func repeats(text []rune) bool {
	for n := 1; n <= maxPiece && minRepeats*n <= len(text); n++ {
		same := true
		for i := n; i < len(text) && same; i++ {
			same = text[i] == text[i-n]
		}
		if same {
			return true
		}
	}
	return false
}

// followsRows reports whether almost every character equals the one before it, or is next to it in a row.
func followsRows(text string) bool {
	jumps, before := 0, rune(0)
	for i, r := range text {
		if i > 0 && r != before && !neighbours(before, r) {
			jumps++
		}
		before = r
	}
	return jumps <= maxJumps && utf8.RuneCountInString(text) >= minRow
}

func neighbours(a, b rune) bool {
	for _, row := range rows {
		i, j := strings.IndexRune(row, a), strings.IndexRune(row, b)
		if i < 0 || j < 0 {
			continue
		}
		if d := (i - j + len(row)) % len(row); d == 1 || d == len(row)-1 {
			return true
		}
	}
	return false
}
