package persistent

// The settings of all groups, as one event of a stream: the real server's format, with two fields more.

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	configStream   = "$persistentSubscriptionConfig"
	typeConfig     = "$PersistentConfig"
	configVersion  = "2"
	configMetadata = `{"$maxCount":2}`
)

// config is the event's data.
type config struct {
	Version   string    `json:"version"`
	Updated   time.Time `json:"updated"`
	UpdatedBy string    `json:"updatedBy,omitempty"`
	Entries   []entry   `json:"entries"`
}

// entry is a group in it. Times are in milliseconds.
type entry struct {
	Stream                string       `json:"stream"`
	Group                 string       `json:"group"`
	Filter                *entryFilter `json:"filter,omitempty"`
	ResolveLinkTos        bool         `json:"resolveLinkTos"`
	ExtraStatistics       bool         `json:"extraStatistics"`
	MessageTimeout        int64        `json:"messageTimeout"`
	StartPosition         string       `json:"startPosition"`
	LiveBufferSize        int          `json:"liveBufferSize"`
	HistoryBufferSize     int          `json:"historyBufferSize"`
	MaxRetryCount         int          `json:"maxRetryCount"`
	ReadBatchSize         int          `json:"readBatchSize"`
	CheckPointAfter       int64        `json:"checkPointAfter"`
	MinCheckPointCount    int          `json:"minCheckPointCount"`
	MaxCheckPointCount    int          `json:"maxCheckPointCount"`
	MaxSubscriberCount    int          `json:"maxSubscriberCount"`
	NamedConsumerStrategy string       `json:"namedConsumerStrategy"`
	// FirstPosition is where a group begins that was created to start from the end. The real server starts it from the
	// new end when it is restarted before the first checkpoint, and so loses what came in between.
	FirstPosition string `json:"firstPosition,omitempty"`
}

type entryFilter struct {
	Context     string `json:"context"` // streamid or eventtype
	Type        string `json:"type"`    // regex or prefix
	Data        string `json:"data"`    // the prefixes with commas between them
	IsAllStream bool   `json:"isAllStream"`
	// Prefixes are the prefixes, which may have commas in them.
	Prefixes []string `json:"prefixes,omitempty"`
}

func newEntry(k Key, s *Settings, first int64) entry {
	e := entry{
		Stream: k.Stream, Group: k.Group, ResolveLinkTos: s.ResolveLinks, ExtraStatistics: s.ExtraStatistics,
		MessageTimeout: s.MessageTimeout.Milliseconds(), StartPosition: k.placeText(s.StartFrom),
		LiveBufferSize: s.LiveBuffer, HistoryBufferSize: s.HistoryBuffer, MaxRetryCount: s.MaxRetries, ReadBatchSize: s.ReadBatch,
		CheckPointAfter: s.CheckpointAfter.Milliseconds(), MinCheckPointCount: s.MinCheckpoint, MaxCheckPointCount: s.MaxCheckpoint,
		MaxSubscriberCount: s.MaxConsumers, NamedConsumerStrategy: s.Strategy, FirstPosition: k.placeText(first),
	}
	if f := s.Filter; f != nil {
		e.Filter = &entryFilter{Context: "streamid", Type: "prefix", Data: strings.Join(f.Prefixes, ","), IsAllStream: true, Prefixes: f.Prefixes}
		if f.ByType {
			e.Filter.Context = "eventtype"
		}
		if f.Regex != "" {
			e.Filter.Type, e.Filter.Data, e.Filter.Prefixes = "regex", f.Regex, nil
		}
	}
	return e
}

func (e *entry) key() Key { return Key{e.Stream, e.Group} }

// read returns what newEntry was given.
func (e *entry) read() (s Settings, first int64, err error) {
	k := e.key()
	s = Settings{
		ResolveLinks: e.ResolveLinkTos, ExtraStatistics: e.ExtraStatistics,
		MessageTimeout: time.Duration(e.MessageTimeout) * time.Millisecond,
		LiveBuffer:     e.LiveBufferSize, HistoryBuffer: e.HistoryBufferSize, MaxRetries: e.MaxRetryCount, ReadBatch: e.ReadBatchSize,
		CheckpointAfter: time.Duration(e.CheckPointAfter) * time.Millisecond, MinCheckpoint: e.MinCheckPointCount, MaxCheckpoint: e.MaxCheckPointCount,
		MaxConsumers: e.MaxSubscriberCount, Strategy: e.NamedConsumerStrategy,
	}
	if f := e.Filter; f != nil {
		s.Filter = &Filter{ByType: f.Context == "eventtype"}
		switch {
		case f.Type == "regex":
			s.Filter.Regex = f.Data
		case f.Prefixes != nil:
			s.Filter.Prefixes = f.Prefixes
		default:
			s.Filter.Prefixes = strings.Split(f.Data, ",")
		}
	}
	if s.StartFrom, err = k.parsePlace(e.StartPosition); err != nil {
		return s, 0, err
	}
	first = max(0, s.StartFrom)
	if e.FirstPosition != "" {
		first, err = k.parsePlace(e.FirstPosition)
	}
	return s, first, err
}

// loadConfig reads the settings of all groups.
func loadConfig(e *engine.Engine) (config, error) {
	c := config{Version: configVersion}
	view, err := e.View(configStream)
	if errors.Is(err, engine.ErrStreamNotFound) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	problem := error(nil)
	err = e.Event(configStream, view.Last, func(_ *storage.Block, _ int, ev *storage.Event) {
		if problem = json.Unmarshal(ev.Data, &c); problem == nil && c.Version != configVersion {
			problem = fmt.Errorf("version %q is not %q", c.Version, configVersion)
		}
	})
	if err = errors.Join(err, problem); err != nil {
		return c, fmt.Errorf("the last event of %s: %w", configStream, err)
	}
	return c, nil
}

// saveConfig writes them.
func saveConfig(e *engine.Engine, c config) error {
	if _, err := e.View(configStream); errors.Is(err, engine.ErrStreamNotFound) {
		if _, err := write(e, "$$"+configStream, jsonEvent(typeMetadata, []byte(configMetadata))); err != nil {
			return err
		}
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = write(e, configStream, jsonEvent(typeConfig, data))
	return err
}
