// Package cps is the client of the certificate provisioning API: HTTPS for your customers' own domains.
package cps

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of Options.
const (
	// DefaultTimeout is what API Gateway lets a request take.
	DefaultTimeout    = 30 * time.Second
	DefaultMaxRetries = 3
	DefaultMaxWait    = time.Minute
)

// An answer is never as large: a list has 100 items, a bulk 100 domains.
const mostBytes = 64 << 20

// Options of a client. What is empty comes from CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY, or has its default.
type Options struct {
	// SiteURL is where the deployment is, for example https://certificates.example.com. It may have a path.
	SiteURL string
	// APIKeyID is the public id of the key: cps_pk_….
	APIKeyID string
	// APIKey is its secret: sk_….
	APIKey string
	// Timeout of one try. The context that a call gets ends all of them.
	Timeout time.Duration
	// MaxRetries after the first try. Negative: none.
	MaxRetries int
	// MaxWait is the longest pause between two tries that the API may ask for. A longer one is returned as an Error at once.
	MaxWait time.Duration
	// HTTPClient of yours, for example with a certificate authority of your own. Without one, proxies are those of the
	// environment (HTTPS_PROXY). Redirects are not followed in any case: they would take the keys along.
	HTTPClient *http.Client
}

// Client calls the API. It may be used by many goroutines.
type Client struct {
	Resources
	settings settings
	http     *http.Client
	timeout  time.Duration
	rules    retryRules
	sleep    func(context.Context, time.Duration) error
}

// NewClient fails where the site or a key is missing, or cannot be right.
func NewClient(options Options) (*Client, error) {
	found, err := readSettings(options)
	if err != nil {
		return nil, err
	}
	client := &Client{
		settings: found,
		http:     &http.Client{},
		timeout:  orDefault(options.Timeout, DefaultTimeout),
		sleep:    sleep,
		rules: retryRules{
			maxRetries: max(0, orDefault(options.MaxRetries, DefaultMaxRetries)),
			maxWait:    orDefault(options.MaxWait, DefaultMaxWait),
		},
	}
	if options.HTTPClient != nil {
		own := *options.HTTPClient
		client.http = &own
	}
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Resources = newResources(client)
	return client, nil
}

func orDefault[T comparable](value, standard T) T {
	var zero T
	if value == zero {
		return standard
	}
	return value
}

// RequestOption changes one call.
type RequestOption func(*exchange)

// WithIdempotencyKey is for a POST that a later run of your program may repeat. Without it every call has a key of its own,
// which its retries share.
func WithIdempotencyKey(key string) RequestOption {
	return func(e *exchange) { e.idempotencyKey = key }
}

// WithIfMatch refuses a change if somebody else has made one since you read this ETag.
func WithIfMatch(etag string) RequestOption {
	return func(e *exchange) { e.ifMatch = etag }
}

// WithResponse stores status and headers of the last answer, for example its ETag. The body is read already.
func WithResponse(response *http.Response) RequestOption {
	return func(e *exchange) { e.response = response }
}

// Do makes a request of an operation that this version has no method for, or for a CSV: path is below the site, as in /api/audit. It
// repeats as the methods do, and answers the body. A refusal is an *Error.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body any, options ...RequestOption) ([]byte, error) {
	_, answer, err := c.run(ctx, &exchange{client: c, method: method, path: path, query: query}, body, options)
	return answer, err
}

func call[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any, options []RequestOption) (*T, error) {
	e := &exchange{client: c, method: method, path: path, query: query}
	response, answer, err := c.run(ctx, e, body, options)
	if err != nil {
		return nil, err
	}
	if !json.Valid(answer) {
		return nil, errorOf(e, response, answer)
	}
	result := new(T)
	if err := json.Unmarshal(answer, result); err != nil {
		return nil, fmt.Errorf("%s %s: the answer cannot be read: %w", method, path, err)
	}
	return result, nil
}

func (c *Client) run(ctx context.Context, e *exchange, body any, options []RequestOption) (*http.Response, []byte, error) {
	if strings.Contains(e.path, noID) {
		return nil, nil, fmt.Errorf("%s %s: an id is empty, or no id", e.method, strings.ReplaceAll(e.path, noID, ""))
	}
	for _, option := range options {
		option(e)
	}
	if e.idempotencyKey == "" && e.method == http.MethodPost {
		e.idempotencyKey = rand.Text()
	}
	if body != nil {
		sent, err := json.Marshal(body)
		if err != nil {
			return nil, nil, fmt.Errorf("%s %s: %w", e.method, e.path, err)
		}
		e.body = sent
	}
	return e.run(ctx)
}

// exchange is one call, with all its tries.
type exchange struct {
	client         *Client
	method, path   string
	query          url.Values
	body           []byte
	idempotencyKey string
	ifMatch        string
	response       *http.Response
}

func (e *exchange) run(ctx context.Context) (*http.Response, []byte, error) {
	// A change with If-Match that was made and whose answer was lost would be refused the second time.
	isRepeatable := e.ifMatch == ""
	for retries := 0; ; retries++ {
		response, body, err := e.try(ctx)
		var pause time.Duration
		var again bool
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, fmt.Errorf("%s %s: %w", e.method, e.path, context.Cause(ctx))
			}
			pause, again = e.client.rules.afterFailure(retries, isRepeatable)
		} else {
			pause, again = e.client.rules.afterAnswer(retries, isRepeatable, response.StatusCode, response.Header)
		}
		if !again {
			return e.read(response, body, err)
		}
		if err := e.client.sleep(ctx, pause); err != nil {
			return nil, nil, fmt.Errorf("%s %s: %w", e.method, e.path, err)
		}
	}
}

func (e *exchange) try(ctx context.Context) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.client.timeout)
	defer cancel()
	var body io.Reader
	if e.body != nil {
		body = bytes.NewReader(e.body)
	}
	request, err := http.NewRequestWithContext(ctx, e.method, e.address(), body)
	if err != nil {
		return nil, nil, err
	}
	e.setHeaders(request.Header)
	response, err := e.client.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, mostBytes))
	return response, answer, err
}

func (e *exchange) address() string {
	address := e.client.settings.site + e.path
	if len(e.query) > 0 {
		address += "?" + e.query.Encode()
	}
	return address
}

func (e *exchange) setHeaders(header http.Header) {
	header.Set("Accept", "application/json")
	header.Set("User-Agent", "certificate-provisioning-client-go/"+Version)
	header.Set("X-API-KEY-ID", e.client.settings.apiKeyID)
	header.Set("X-API-KEY", e.client.settings.apiKey)
	for name, value := range map[string]string{"Idempotency-Key": e.idempotencyKey, "If-Match": e.ifMatch} {
		if value != "" {
			header.Set(name, value)
		}
	}
	if e.body != nil {
		header.Set("Content-Type", "application/json")
	}
}

func (e *exchange) read(response *http.Response, body []byte, err error) (*http.Response, []byte, error) {
	if err != nil {
		// The error of net/http names the whole address: a query may hold what is nobody's business.
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, nil, fmt.Errorf("%s %s: %w", e.method, e.client.settings.site+e.path, err)
	}
	if e.response != nil {
		*e.response = *response
	}
	if response.StatusCode >= 300 {
		return nil, nil, errorOf(e, response, body)
	}
	return response, body, nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
