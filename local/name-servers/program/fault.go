package main

import (
	"time"

	"github.com/miekg/dns"
)

// What is wrong with a name, at some servers.
type fault struct {
	Name string
	// With all names below it.
	Below bool
	// "servfail", "silent", "slow", "lame", "dnssec" or "stale".
	Kind    string
	Servers []string
	// Of a slow one.
	Milliseconds int
	// Of a stale one: when the resolver forgets that the name was not there, in seconds since 1970.
	Until int64
	// Extended error (RFC 8914) of "dnssec" and "servfail".
	Code uint16
	Text string
}

func (s snapshot) faultsOf(who string, name string) []fault {
	var found []fault
	for _, each := range s.Faults {
		if each.Name != name && !(each.Below && dns.IsSubDomain(each.Name, name)) {
			continue
		}
		for _, server := range each.Servers {
			if server == who {
				found = append(found, each)
			}
		}
	}
	return found
}

// Whether the reply is made, and what becomes of it.
func (f fault) apply(s snapshot, q question, reply *dns.Msg) (bool, outcome) {
	switch f.Kind {
	case "silent":
		if q.who == view {
			fail(reply, dns.ExtendedErrorCodeNoReachableAuthority, "no name server of the zone answers")
			return true, sent
		}
		return true, silence
	case "slow":
		time.Sleep(time.Duration(f.Milliseconds) * time.Millisecond)
		return false, sent
	case "lame":
		if q.who == view {
			fail(reply, dns.ExtendedErrorCodeNoReachableAuthority, "the name servers of the zone do not have it")
		} else {
			reply.Rcode = dns.RcodeRefused
		}
		return true, sent
	case "dnssec":
		if q.checkingDisabled {
			return false, sent
		}
		fail(reply, f.Code, f.Text)
		return true, sent
	case "stale":
		z := s.zoneOf(view, f.Name, dns.TypeA)
		left := f.Until - time.Now().Unix()
		if z == nil || left <= 0 {
			return false, sent
		}
		reply.Rcode, reply.RecursionAvailable = dns.RcodeNameError, true
		reply.Ns = z.negative()
		// What is kept counts down (RFC 2308, section 5); the minimum is what the zone had when it was asked.
		soa := reply.Ns[0].(*dns.SOA)
		soa.Hdr.Ttl, soa.Minttl = uint32(left), max(soa.Minttl, uint32(left))
		return true, sent
	}
	fail(reply, f.Code, f.Text)
	return true, sent
}
