package cps

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	signatureHeader = "X-Service-Signature"
	// The signature with the new secret during a rotation.
	nextSignatureHeader = "X-Service-Signature-Next"
	// Prefix of Standard Webhooks: the rest is the key in base64. A secret without it is the key itself.
	encodedPrefix = "whsec_"
	tolerance     = 5 * time.Minute
)

var (
	bodySignature = regexp.MustCompile(`^sha256=[0-9a-f]{64}$`)
	unixSeconds   = regexp.MustCompile(`^[0-9]{1,12}$`)
)

// WebhookError is why a request must not be processed. Its message is for your log: it says what to do and contains no secret.
type WebhookError struct {
	// Reason is missing_header, malformed_header, too_old, too_new, wrong_signature or not_json.
	Reason  string
	Message string
}

func (e *WebhookError) Error() string { return e.Message }

// WebhookVerifier verifies deliveries. Its zero value lacks a secret.
type WebhookVerifier struct {
	// Secrets: one, or several during a rotation; one that matches is enough.
	Secrets []string
	// Tolerance is the largest difference between the attempt's time and now. Default: five minutes.
	Tolerance time.Duration
	// Now replaces the clock in tests.
	Now func() time.Time
}

// VerifyWebhook returns the event of a delivery if both of its signatures are valid and it is recent. body is the unparsed body.
// Answer 400 to a *WebhookError; any other error means wrong arguments: a secret that is empty, or invalid base64.
// A test event has IsTest: nothing has happened.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(body, header)
}

// CheckWebhookSecret returns an error for an unusable secret. Call it when your program starts, not at the first delivery.
func CheckWebhookSecret(secrets ...string) error {
	_, err := keysOf(secrets)
	return err
}

// Verify is VerifyWebhook with settings. X-Service-Signature signs the body, Webhook-Signature (Standard Webhooks) id, time and
// body. The service sends both, so a request with one is rejected.
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*Event, error) {
	keys, err := keysOf(v.Secrets)
	if err != nil {
		return nil, err
	}
	delivery, err := readDelivery(header)
	if err != nil {
		return nil, err
	}
	if err := v.refuseOtherTimes(delivery.timestamp); err != nil {
		return nil, err
	}
	var inTime, ofBody [][]byte
	for _, key := range keys {
		inTime = append(inTime, sign(key.decoded, []byte(delivery.id+"."+delivery.timestamp+"."), body))
		ofBody = append(ofBody, sign(key.text, body))
	}
	if !oneFits(delivery.signatures, inTime) {
		return nil, wrongSignature("Webhook-Signature")
	}
	if !oneFits(delivery.bodySignatures, ofBody) {
		return nil, wrongSignature(signatureHeader)
	}
	event := new(Event)
	// JSON null would decode into any type.
	if err := json.Unmarshal(body, event); err != nil || !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return nil, &WebhookError{"not_json", "the signature fits, but the body is no event in JSON: report it to the service"}
	}
	return event, nil
}

type delivery struct {
	id, timestamp              string
	signatures, bodySignatures [][]byte
}

func readDelivery(header http.Header) (found delivery, err error) {
	var signatures, ofBody string
	for name, value := range map[string]*string{
		"Webhook-Id":        &found.id,
		"Webhook-Timestamp": &found.timestamp,
		"Webhook-Signature": &signatures,
		signatureHeader:     &ofBody,
	} {
		if *value, err = oneOf(header, name); err != nil {
			return found, err
		}
		if *value == "" {
			return found, &WebhookError{"missing_header", "the header " + name + " is missing: this is no signed delivery"}
		}
	}
	next, err := oneOf(header, nextSignatureHeader)
	if err != nil {
		return found, err
	}
	for part := range strings.SplitSeq(signatures, " ") {
		if encoded, isOurs := strings.CutPrefix(part, "v1,"); isOurs {
			// Invalid base64 matches no signature.
			decoded, _ := base64.StdEncoding.DecodeString(encoded)
			found.signatures = append(found.signatures, decoded)
		}
	}
	if len(found.signatures) == 0 {
		return found, &WebhookError{"malformed_header", "Webhook-Signature holds no signature of version v1"}
	}
	for _, value := range []string{ofBody, next} {
		if value == "" {
			continue
		}
		if !bodySignature.MatchString(value) {
			return found, &WebhookError{"malformed_header", signatureHeader + " is not sha256= and 64 digits of hex"}
		}
		decoded, _ := hex.DecodeString(strings.TrimPrefix(value, "sha256="))
		found.bodySignatures = append(found.bodySignatures, decoded)
	}
	return found, nil
}

func oneOf(header http.Header, name string) (string, error) {
	values := header.Values(name)
	if len(values) > 1 {
		return "", &WebhookError{"malformed_header", "the header " + name + " is there more than once"}
	}
	return header.Get(name), nil
}

// webhookKey has the two keys of a secret: its decoded part for Webhook-Signature, its whole text for X-Service-Signature.
type webhookKey struct{ decoded, text []byte }

func keysOf(secrets []string) ([]webhookKey, error) {
	if len(secrets) == 0 {
		return nil, errors.New("there is no webhook secret: give at least one")
	}
	keys := make([]webhookKey, 0, len(secrets))
	for _, secret := range secrets {
		if trimmed := strings.TrimSpace(secret); strings.HasPrefix(trimmed, encodedPrefix) {
			secret = trimmed
		}
		decoded := []byte(secret)
		if encoded, isEncoded := strings.CutPrefix(secret, encodedPrefix); isEncoded {
			var err error
			if decoded, err = base64.StdEncoding.DecodeString(encoded); err != nil {
				return nil, errors.New("the webhook secret is not whsec_ and base64: copy it again")
			}
		}
		// With an empty key, for example from an unset variable, anybody could sign.
		if len(decoded) == 0 {
			return nil, errors.New("the webhook secret is empty")
		}
		keys = append(keys, webhookKey{decoded, []byte(secret)})
	}
	return keys, nil
}

func (v WebhookVerifier) refuseOtherTimes(timestamp string) error {
	if !unixSeconds.MatchString(timestamp) {
		return &WebhookError{"malformed_header", "Webhook-Timestamp is not a time in whole seconds since 1970"}
	}
	now := time.Now
	if v.Now != nil {
		now = v.Now
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	age := time.Duration(now().Unix()-seconds) * time.Second
	allowed := orDefault(v.Tolerance, tolerance)
	if age.Abs() <= allowed {
		return nil
	}
	reason, where := "too_old", "ago"
	if age < 0 {
		reason, where = "too_new", "ahead"
	}
	message := "the attempt was made %s %s by the clock of this machine, and %s are allowed: a repeat of an old request, or a clock that is wrong"
	return &WebhookError{reason, fmt.Sprintf(message, age.Abs(), where, allowed)}
}

func sign(key []byte, parts ...[]byte) []byte {
	signer := hmac.New(sha256.New, key)
	for _, part := range parts {
		signer.Write(part)
	}
	return signer.Sum(nil)
}

func oneFits(given, right [][]byte) bool {
	for _, one := range given {
		for _, other := range right {
			if hmac.Equal(one, other) {
				return true
			}
		}
	}
	return false
}

func wrongSignature(header string) error {
	return &WebhookError{"wrong_signature", "no signature in " + header + " fits: is this the secret of this webhook, and the body as it arrived, byte for byte?"}
}
