// Names of the read models' packages under this one, for callers that don't name those packages yet.

package projections

import (
	"candor/events"
	"candor/projections/access"
	"candor/projections/analytics"
	"candor/projections/answers"
	"candor/projections/audit"
	"candor/projections/content"
	"candor/projections/inbox"
	"candor/projections/projector"
	"candor/projections/proof"
)

// The pool of past moments under its former names.
type (
	Past        = AsOf
	Pasts       = AsOfPool
	PastsConfig = AsOfPoolConfig
)

// ErrManyPasts is [ErrAsOfPoolFull].
var ErrManyPasts = ErrAsOfPoolFull

// NewPasts is [NewAsOfPool].
func NewPasts(c PastsConfig) (*Pasts, error) { return NewAsOfPool(c) }

// Types of several read models.
type (
	Source = projector.Source
	Answer = answers.Answer
)

// Readers.
type (
	Access  = access.Reader
	Content = content.Reader
	History = audit.Reader
)

// Of package access.
type (
	Key     = access.Key
	KeyUse  = access.KeyUse
	Session = access.Session
	SignIn  = access.SignIn
)

// Of package analytics.
type (
	SeriesBucket = analytics.SeriesBucket
	SeriesRange  = analytics.SeriesRange
)

// Ranges and buckets of package analytics.
const (
	BucketDay    = analytics.BucketDay
	BucketHour   = analytics.BucketHour
	Range24Hours = analytics.Range24Hours
	Range7Days   = analytics.Range7Days
	Range30Days  = analytics.Range30Days
	Range90Days  = analytics.Range90Days
	RangeAll     = analytics.RangeAll
	RangeCustom  = analytics.RangeCustom
)

// Of package content.
type (
	Arrangement   = content.Arrangement
	Article       = content.Article
	ArticleCounts = content.ArticleCounts
	ArticleQuery  = content.ArticleQuery
	Correction    = content.Correction
	Review        = content.Review
	ReviewCounts  = content.ReviewCounts
	ReviewQuery   = content.ReviewQuery
	Schedule      = content.Schedule
)

// The columns by which the admin's lists may be sorted.
var (
	ArticleColumns = content.ArticleColumns
	ReviewColumns  = content.ReviewColumns
)

// Of package audit.
type (
	Deleted    = audit.Deleted
	Item       = audit.Item
	Touched    = audit.Touched
	TrailEntry = audit.ListedEntry
	TrailPage  = audit.Page
	TrailQuery = audit.Query
)

// MessageQuery is of package inbox.
type MessageQuery = inbox.MessageQuery

// Tree is of package proof.
type Tree = proof.Tree

// Errors of queries and of read models that don't run.
var (
	ErrNotFound   = projector.ErrNotFound
	ErrRemoved    = projector.ErrRemoved
	ErrNotReady   = projector.ErrNotReady
	ErrListsFull  = answers.ErrListsFull
	ErrOtherLog   = projector.ErrOtherLog
	ErrRebuilding = projector.ErrRebuilding
	ErrClosed     = projector.ErrClosed
)

// NewAnswer is [answers.New].
func NewAnswer(body []byte, etag string) *Answer { return answers.New(body, etag) }

// Gzip is [answers.Gzip].
func Gzip(body []byte) []byte { return answers.Gzip(body) }

// ReviewOf is [content.ReviewOf].
func ReviewOf(c events.ReviewContent) Review { return content.ReviewOf(c) }

// ArticleOf is [content.ArticleOf].
func ArticleOf(c events.ArticleContent) Article { return content.ArticleOf(c) }
