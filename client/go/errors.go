package cps

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Error is an error answer of the API. Find it with errors.As. A request without any answer returns another error, for example
// context.DeadlineExceeded.
type Error struct {
	// Status of HTTP.
	Status int
	// Code is one of the constants ErrorCode…. Empty if a proxy in front of the API has answered.
	Code string
	// Message is for people.
	Message string
	// Details of the code.
	Details APIErrorDetails
	// RequestID identifies the request: state it when you report a problem.
	RequestID string
	// RetryAfter is the API's Retry-After, if any.
	RetryAfter time.Duration
	// IsUnexpected: the answer does not come from the API. Usually the site is wrong.
	IsUnexpected bool
}

func (e *Error) Error() string {
	code := e.Code
	if code == "" {
		code = "without a code"
	}
	message := e.Message + e.fields()
	if e.RequestID == "" {
		return fmt.Sprintf("%s (%d %s)", message, e.Status, code)
	}
	return fmt.Sprintf("%s (%d %s, request %s)", message, e.Status, code, e.RequestID)
}

// fields returns the messages of each invalid field, which the API's own message does not contain.
func (e *Error) fields() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.Details.Errors)) {
		fmt.Fprintf(&text, " %s: %s", name, strings.Join(e.Details.Errors[name], " "))
	}
	return text.String()
}

func errorOf(e *exchange, response *http.Response, body []byte) error {
	result := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id")}
	result.RetryAfter, _ = retryAfter(response.Header)
	var answer struct {
		Error struct {
			Code    string          `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details"`
		} `json:"error"`
		Message string `json:"message"`
	}
	isJSON := json.Unmarshal(body, &answer) == nil
	site, address := e.client.settings.site, e.client.settings.site+e.path
	switch status := response.StatusCode; {
	case isJSON && answer.Error.Code != "":
		result.Code, result.Message = answer.Error.Code, answer.Error.Message
		// The rest of the error is still useful if the details cannot be parsed.
		_ = json.Unmarshal(answer.Error.Details, &result.Details)
	case status >= 300 && status < 400:
		// Redirects are not followed: the keys would be sent to another host.
		result.IsUnexpected = true
		result.Message = fmt.Sprintf("%s redirects to %s: is %s the site?", address, response.Header.Get("Location"), site)
	case status < 300 || status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		result.IsUnexpected = true
		result.Message = fmt.Sprintf("what answered at %s is not the API: is %s the site?", address, site)
	case isJSON && answer.Message != "":
		result.Message = answer.Message
	default:
		result.Message = http.StatusText(status)
	}
	return result
}
