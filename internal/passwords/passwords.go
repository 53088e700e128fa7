// Package passwords recognises passwords that an attacker tries first.
//
// A password is well known if
//
//   - its letters spell listed words and at most three letters more, whatever digits and punctuation stand between and around
//     them: changeit, ChangeitChangeit, admin-admin-1, mypassword2026. Digits and signs that stand for letters are read as
//     these: p4ssw0rd;
//   - it repeats a piece of at most four characters: abcabcabcabc, 777777777777;
//   - it follows the digits, the alphabet or a row of a keyboard, in either direction, with at most two jumps: 123456789012,
//     qwertyuiop12, zyxwvutsrqpo.
//
// The list is short and holds words, not leaked passwords: it keeps out what is guessed within the first seconds. How long a
// password must be is its caller's rule.
package passwords

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	moreLetters   = 3 // that listed words may be lengthened by
	longestPiece  = 4 // characters of a piece that is repeated
	leastRepeated = 2 // times that a piece is there, at least
	mostJumps     = 2 // from one row, or place in it, to another
	shortestRow   = 6 // characters that are enough to follow rows
)

// words are the listed ones, in lower case and letters only.
var words = []string{
	"abc", "admin", "administrator", "analyst", "azerty", "baseball", "candor", "changeit", "changeme", "change", "cms",
	"correcthorsebatterystaple", "database", "default", "dragon", "esdb", "event", "eventstore", "eventstoredb", "events", "football",
	"guest", "iloveyou", "kurrent", "kurrentdb", "letmein", "login", "master", "monkey", "opensesame", "operator", "pass", "passw", "passwd",
	"password", "passwords", "passwort", "princess", "qazwsx", "qazwsxedc", "qwert", "qwerty", "qwertz", "root", "secret", "server", "sesame", "shadow",
	"store", "sunshine", "superman", "superuser", "system", "temp", "test", "trustno", "user", "welcome", "zaqxsw",
}

// rows are what fingers follow. Each is followed in both directions, and from its end to its beginning.
var rows = []string{"1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "!@#$%^&*()"}

// readAs are the digits and signs that stand for letters.
var readAs = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// WellKnown reports whether a password is one that an attacker tries first. The empty one is.
func WellKnown(password string) bool {
	text := strings.ToLower(password)
	meant := readAs.Replace(strings.TrimRightFunc(text, notLetter)) // 1234 behind a word stands for no letters
	return text == "" || spellsWords(letters(text)) || spellsWords(letters(meant)) || repeats([]rune(text)) || followsRows(text)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// letters leaves out everything else.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if notLetter(r) {
			return -1
		}
		return r
	}, text)
}

// spellsWords reports whether text is listed words, one after the other, and at most moreLetters letters before, between and behind them.
func spellsWords(text string) bool {
	most := utf8.RuneCountInString(text)
	least := make([]int, len(text)+1) // letters of text[:i] that belong to no word, at the least
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
	return least[len(text)] <= moreLetters && least[len(text)] < most
}

// repeats reports whether text is a short piece over and over; the last one may be cut short.
func repeats(text []rune) bool {
	for n := 1; n <= longestPiece && leastRepeated*n <= len(text); n++ {
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

// followsRows reports whether each character but a few is beside the one before it in a row, or the same.
func followsRows(text string) bool {
	jumps, before := 0, rune(0)
	for i, r := range text {
		if i > 0 && r != before && !neighbours(before, r) {
			jumps++
		}
		before = r
	}
	return jumps <= mostJumps && utf8.RuneCountInString(text) >= shortestRow
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
