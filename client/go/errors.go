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

// Error is what the API answered in place of a result. Find it with errors.As. A request without any answer ends in another error,
// for example context.DeadlineExceeded.
type Error struct {
	// Status of HTTP.
	Status int
	// Code is for your program: see the constants ErrorCode…. Empty if something in front of the API has answered.
	Code string
	// Message is for people.
	Message string
	// Details are what belongs to the code.
	Details APIErrorDetails
	// RequestID is what to name when you report a problem.
	RequestID string
	// RetryAfter is when a repeat makes sense, where the API says so.
	RetryAfter time.Duration
	// IsUnexpected: what answered is not the API. As a rule the site is wrong.
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

// fields has each wrong field with what is wrong, because the message only says that there are some.
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
		// Details that cannot be read are not worth the loss of the rest.
		_ = json.Unmarshal(answer.Error.Details, &result.Details)
	case status >= 300 && status < 400:
		// Not followed: the keys would go along to wherever it leads.
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
