// The name servers of the local cloud. Its modules are ones that Pebble is made of too, in the same versions (../../machine/pins/go): nothing
// more is downloaded, and nothing compiled twice.
module local.invalid/name-servers

go 1.25.0

require github.com/miekg/dns v1.1.62

require (
	golang.org/x/mod v0.24.0 // indirect
	golang.org/x/net v0.55.0 // indirect
	golang.org/x/sync v0.14.0 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/tools v0.33.0 // indirect
)
