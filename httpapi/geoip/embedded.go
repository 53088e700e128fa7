// This file reads the built-in database in place: it is 8 MB, and embed.FS.ReadFile would copy
// it to the heap.

package geoip

import (
	"reflect"
	"unsafe"
)

// embedded returns the bytes of a built-in file. They must not be modified: they are part of the
// program's read-only data, where the system can share and drop their pages. Should a later Go
// arrange embed's files differently, it returns a copy.
func embedded(name string) ([]byte, error) {
	file, err := builtIn.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if open := reflect.Indirect(reflect.ValueOf(file)); open.Kind() == reflect.Struct {
		if held := reflect.Indirect(open.FieldByName("f")); held.Kind() == reflect.Struct {
			if data := held.FieldByName("data"); data.Kind() == reflect.String && data.Len() > 0 {
				return unsafe.Slice(unsafe.StringData(data.String()), data.Len()), nil
			}
		}
	}
	return builtIn.ReadFile(name)
}
