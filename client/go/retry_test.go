package cps

import (
	"net/http"
	"testing"
	"time"
)

// The cases are for the clients of all languages: those of TypeScript and Python read the same file.
func TestEveryCaseOfARetry(t *testing.T) {
	var file struct {
		Cases []struct {
			Name            string
			Status, Retries int
			Headers         map[string]string
			HasIfMatch      bool
			Pause           []float64
		}
	}
	readCases(t, "retries.json", &file)
	rules := retryRules{maxRetries: 3, maxWait: time.Minute}
	for _, one := range file.Cases {
		t.Run(one.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range one.Headers {
				header.Set(name, value)
			}
			for range 100 {
				pause, isRetried := rules.afterFailure(one.Retries, !one.HasIfMatch)
				if one.Status != 0 {
					pause, isRetried = rules.afterAnswer(one.Retries, !one.HasIfMatch, one.Status, header)
				}
				if isRetried != (one.Pause != nil) {
					t.Fatalf("%v, %v", pause, isRetried)
				}
				if isRetried && (pause.Seconds() < one.Pause[0] || pause.Seconds() > one.Pause[1]) {
					t.Fatalf("%v is not within %v", pause, one.Pause)
				}
			}
		})
	}
}
