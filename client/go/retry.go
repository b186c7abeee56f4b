package cps

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
)

type retryRules struct {
	maxRetries int
	maxWait    time.Duration
}

// afterFailure returns the pause until the next attempt after an incomplete answer; false: no further attempt.
func (r retryRules) afterFailure(retries int, isRepeatable bool) (time.Duration, bool) {
	return backoff(retries), isRepeatable && retries < r.maxRetries
}

// afterAnswer returns the pause until the next attempt after an answer; false: the answer is final.
func (r retryRules) afterAnswer(retries int, isRepeatable bool, status int, header http.Header) (time.Duration, bool) {
	wanted, isWanted := retryAfter(header)
	if retries >= r.maxRetries || !isWorthARetry(status, isWanted, isRepeatable) {
		return 0, false
	}
	if !isWanted {
		return backoff(retries), true
	}
	// Retry-After can be up to an hour, for an hourly limit.
	if wanted > r.maxWait {
		return 0, false
	}
	// Jittered, so that clients do not retry in step.
	return wanted + rand.N(firstPause), true
}

func isWorthARetry(status int, isWanted, isRepeatable bool) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		// The API has executed nothing.
		return true
	case http.StatusConflict:
		// A 409 has Retry-After only while the first request with its idempotency key runs.
		return isWanted
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
		return isRepeatable
	}
	return false
}

func backoff(retries int) time.Duration {
	pause := min(longestPause, firstPause<<min(retries, 10))
	return pause/2 + rand.N(pause/2)
}

// retryAfter reads seconds or a date. A date is relative to the answer's Date, not to this machine's clock.
func retryAfter(header http.Header) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	then, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, then.Sub(now)), true
}
