package engine_test

import (
	"testing"
	"time"

	"candor/events/embedded/internal/engine"
)

func TestParseMetadata(t *testing.T) {
	tests := []struct {
		name, json string
		want       engine.Metadata
	}{
		{"empty", `{}`, engine.Metadata{}},
		{"all keys", `{"$maxCount":3,"$maxAge":60,"$tb":7,"$cacheControl":5,"mine":{"a":[1]}}`,
			engine.Metadata{MaxCount: 3, MaxAge: time.Minute, TruncateBefore: 7}},
		{"zero count and age are ignored", `{"$maxCount":0,"$maxAge":0,"$tb":0}`, engine.Metadata{}},
		{"a number out of range is ignored alone", `{"$maxCount":-1,"$maxAge":60}`, engine.Metadata{MaxAge: time.Minute}},
		{"an age beyond what time can hold is ignored", `{"$maxAge":9223372036854775807}`, engine.Metadata{}},
		{"soft deletion", `{"$tb":9223372036854775807}`, engine.Metadata{TruncateBefore: 1<<63 - 1}},
		{"a fraction spoils everything", `{"$maxCount":1.5,"$tb":7}`, engine.Metadata{}},
		{"text for a number spoils everything", `{"$maxCount":"1","$tb":7}`, engine.Metadata{}},
		{"beyond 64 bits spoils everything", `{"$maxCount":9223372036854775808,"$tb":7}`, engine.Metadata{}},
		{"not JSON", `{"$tb":7`, engine.Metadata{}},
		{"not an object", `[7]`, engine.Metadata{}},
		{"null", `null`, engine.Metadata{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := engine.ParseMetadata([]byte(tt.json)); got != tt.want {
				t.Errorf("ParseMetadata(%s) = %+v, want %+v", tt.json, got, tt.want)
			}
		})
	}
}

func FuzzParseMetadata(f *testing.F) {
	f.Add([]byte(`{"$maxCount":3,"$maxAge":60,"$tb":7}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := engine.ParseMetadata(data)
		if m.MaxAge < 0 || m.TruncateBefore > 1<<63-1 {
			t.Errorf("ParseMetadata(%q) = %+v", data, m)
		}
	})
}
