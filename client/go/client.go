// Package cps is a client of the certificate provisioning API: HTTPS for your customers' own domains.
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
	// DefaultTimeout is API Gateway's time-out of a request.
	DefaultTimeout    = 30 * time.Second
	DefaultMaxRetries = 3
	DefaultMaxWait    = time.Minute
)

// Answers are always smaller: a list has 100 items, a bulk answer 100 domains.
const mostBytes = 64 << 20

// Options of a client. Empty ones come from CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY, or have their defaults.
type Options struct {
	// SiteURL of the deployment, for example https://certificates.example.com. It may have a path.
	SiteURL string
	// APIKeyID is the public id of the key: cps_pk_….
	APIKeyID string
	// APIKey is its secret: sk_….
	APIKey string
	// Timeout of one attempt. A call's context limits all of them together.
	Timeout time.Duration
	// MaxRetries after the first attempt. Negative: none.
	MaxRetries int
	// MaxWait is the longest Retry-After that is waited for. A longer one is returned as an Error at once.
	MaxWait time.Duration
	// HTTPClient is your own client, for example with another certificate authority. The default uses the proxies of the
	// environment (HTTPS_PROXY). Redirects are never followed: the keys would be sent to another host.
	HTTPClient *http.Client
}

// Client calls the API. It is safe for concurrent use.
type Client struct {
	Resources
	settings settings
	http     *http.Client
	timeout  time.Duration
	rules    retryRules
	sleep    func(context.Context, time.Duration) error
}

// NewClient fails if the site or a key is missing or malformed.
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

// WithIdempotencyKey is for a POST that a later run of your program may repeat. By default each call has its own key, which
// its retries share.
func WithIdempotencyKey(key string) RequestOption {
	return func(e *exchange) { e.idempotencyKey = key }
}

// WithIfMatch lets the API reject the change if the resource has changed since this ETag was read.
func WithIfMatch(etag string) RequestOption {
	return func(e *exchange) { e.ifMatch = etag }
}

// WithResponse stores status and headers of the last answer, for example its ETag. The body has already been read.
func WithResponse(response *http.Response) RequestOption {
	return func(e *exchange) { e.response = response }
}

// Do sends a request for which this version has no method, or for a CSV: path is relative to the site, as in /api/audit. It
// retries like the methods do, and returns the body. An error of the API is an *Error.
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

// exchange is one call with all its attempts.
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
	// A retry of an executed change whose answer was lost would fail with 412: its If-Match is outdated.
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
		// The error of net/http contains the whole URL, whose query may be confidential.
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
