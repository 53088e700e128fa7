package commands

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

var errSoon = errors.New("being written")

func New(c Config) (*Handler, error) {
	return &Handler{log: c.Log, clock: c.Clock, logger: c.Logger}, nil
}
func (h *Handler) Close(ctx context.Context) error { return nil }

type ReviewInput struct {
	ProductName        *string
	ProductBrand       *string
	CategoryID         *events.CategoryID
	ProductDescription *string
	ProductPrice       *float64
	ProductPriceMax    *float64
	ProductImageURL    *string
	Specifications     *[]string
	Features           *[]string
	Title              *string
	Content            *string
	Rating             *float64
	Pros               *[]string
	Cons               *[]string
	Verdict            *string
	VideoCredit        *string
	AuthorName         *string
	VideoURL           *string
	ImageURLs          *[]string
	AliexpressLink     *string
	ShopeeLink         *string
	IsFeatured         *bool
	IsPublished        *bool
}

type ArticleInput struct {
	Title       *string
	Content     *string
	Excerpt     *string
	ImageURL    *string
	VideoURL    *string
	VideoCredit *string
	Category    *string
	AuthorName  *string
	IsPublished *bool
}

type CategoryInput struct {
	Name        *string
	Slug        *string
	Description *string
	Icon        *string
	Color       *string
}

type MessageInput struct{ Name, Email, Subject, Message string }

type KeyInput struct {
	Name        string
	Permissions []string
	ExpiresAt   *time.Time
}

type EmailInput struct{ Email string }

type SignInInput struct{ Username, Password string }

type TrackInput struct {
	ID                                                    uuid.UUID
	Event, Page, UserAgent, Referrer, SessionID, Metadata string
	At                                                    time.Time
}

type IndexError struct {
	Index   int    `json:"index"`
	Message string `json:"message"`
}

type BulkItem struct {
	Input  ReviewInput
	Errors []FieldError
}

func ParseReview(body []byte) (ReviewInput, error)     { return ReviewInput{}, errSoon }
func ParseArticle(body []byte) (ArticleInput, error)   { return ArticleInput{}, errSoon }
func ParseCategory(body []byte) (CategoryInput, error) { return CategoryInput{}, errSoon }
func ParseMessage(body []byte) (MessageInput, error)   { return MessageInput{}, errSoon }
func ParseKey(body []byte) (KeyInput, error)           { return KeyInput{}, errSoon }
func ParseEmail(body []byte) (EmailInput, error)       { return EmailInput{}, errSoon }
func ParseSignIn(body []byte) (SignInInput, error)     { return SignInInput{}, errSoon }
func ParseTrack(body []byte) (views []TrackInput, rejected []IndexError, err error) {
	return nil, nil, errSoon
}
func ParseReviewBulk(body []byte) ([]BulkItem, error) { return nil, errSoon }

type BulkResult struct {
	Created  []BulkCreated
	Errors   []IndexErrors
	Position events.Position
}

type BulkCreated struct {
	Index int   `json:"index"`
	ID    int64 `json:"id"`
}

type IndexErrors struct {
	Index  int          `json:"index"`
	Errors []FieldError `json:"errors"`
}

type NewKey struct {
	Result
	Name        string
	Plain       string
	Hint        string
	Permissions []string
	ExpiresAt   *time.Time
	CreatedAt   time.Time
}

type SignIn struct {
	SignInInput
	Address   string
	UserAgent string
}

type Session struct {
	Token     string
	ID        string
	ExpiresAt time.Time
	Result
}

func (h *Handler) CreateReview(ctx context.Context, by Caller, in ReviewInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) CreateReviews(ctx context.Context, by Caller, items []BulkItem) (BulkResult, error) {
	return BulkResult{}, errSoon
}
func (h *Handler) UpdateReview(ctx context.Context, by Caller, id events.ReviewID, in ReviewInput, ifMatch *uint64) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) DeleteReview(ctx context.Context, by Caller, id events.ReviewID, ifMatch *uint64) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) RestoreReview(ctx context.Context, by Caller, id events.ReviewID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) CreateArticle(ctx context.Context, by Caller, in ArticleInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) UpdateArticle(ctx context.Context, by Caller, id events.ArticleID, in ArticleInput, ifMatch *uint64) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) DeleteArticle(ctx context.Context, by Caller, id events.ArticleID, ifMatch *uint64) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) RestoreArticle(ctx context.Context, by Caller, id events.ArticleID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) CreateCategory(ctx context.Context, by Caller, in CategoryInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) UpdateCategory(ctx context.Context, by Caller, id events.CategoryID, in CategoryInput, ifMatch *uint64) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) ReceiveMessage(ctx context.Context, by Caller, in MessageInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) ReadMessage(ctx context.Context, by Caller, id events.MessageID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) DeleteMessage(ctx context.Context, by Caller, id events.MessageID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) FinishErasures(ctx context.Context, streams []string) error { return errSoon }
func (h *Handler) Subscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) Unsubscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) CreateKey(ctx context.Context, by Caller, in KeyInput) (NewKey, error) {
	return NewKey{}, errSoon
}
func (h *Handler) DeactivateKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) DeleteKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) UseKey(id events.KeyID, cost int) {}
func HashKey(plain string) string                   { return "" }
func ValidKeyFormat(plain string) bool              { return false }
func (h *Handler) SetPassword(ctx context.Context, by Caller, password string) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) HasPassword(ctx context.Context) (bool, error) { return false, errSoon }
func (h *Handler) SignIn(ctx context.Context, by Caller, in SignIn) (Session, error) {
	return Session{}, errSoon
}
func SessionID(token string) string { return "" }
func (h *Handler) SignOut(ctx context.Context, by Caller, sessionID string) (Result, error) {
	return Result{}, errSoon
}
func (h *Handler) Track(ctx context.Context, by Caller, views []TrackInput, addr netip.Addr) error {
	return errSoon
}
