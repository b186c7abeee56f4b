// lego, to which our own issuance is compared. To take another: go get github.com/go-acme/lego/v4@v4.25.2 && go mod tidy
module local.invalid/lego-bench

go 1.24.0

require github.com/go-acme/lego/v4 v4.25.2

require (
	github.com/cenkalti/backoff/v4 v4.3.0 // indirect
	github.com/go-jose/go-jose/v4 v4.1.1 // indirect
	github.com/miekg/dns v1.1.67 // indirect
	golang.org/x/crypto v0.40.0 // indirect
	golang.org/x/mod v0.25.0 // indirect
	golang.org/x/net v0.42.0 // indirect
	golang.org/x/sync v0.16.0 // indirect
	golang.org/x/sys v0.34.0 // indirect
	golang.org/x/text v0.27.0 // indirect
	golang.org/x/tools v0.34.0 // indirect
)
