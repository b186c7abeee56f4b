package main

import (
	"slices"

	"github.com/miekg/dns"
)

type question struct {
	name string
	kind uint16
	// The server that is asked.
	who              string
	wantsProof       bool
	wantsAuthentic   bool
	checkingDisabled bool
}

// What becomes of a reply: it is sent, or none is (`silence`).
type outcome int

const (
	sent outcome = iota
	silence
)

// As a resolver gives up on loops and longer chains.
const mostAliases = 12

func (s snapshot) answer(q question, reply *dns.Msg) outcome {
	for _, fault := range s.faultsOf(q.who, q.name) {
		if done, outcome := fault.apply(s, q, reply); done {
			return outcome
		}
	}
	if q.who == view {
		s.resolve(q, reply)
	} else {
		s.answerFromZone(q, reply)
	}
	return sent
}

// As a name server does: from the deepest zone that it has, or not at all.
func (s snapshot) answerFromZone(q question, reply *dns.Msg) {
	z := s.zoneOf(q.who, q.name, q.kind)
	if z == nil {
		reply.Rcode = dns.RcodeRefused
		return
	}
	found := z.find(q.name, q.kind)
	if found.referral != nil {
		s.refer(z, q, found, reply)
		return
	}
	reply.Authoritative = true
	if q.kind == dns.TypeDS && len(found.records) == 0 {
		found.records = s.dsOf(q.name)
	}
	// The zone keeps its own: signatures are appended to these.
	reply.Answer = slices.Clone(found.records)
	name := q.name
	for steps := 0; found.target != "" && steps < mostAliases && dns.IsSubDomain(z.origin, found.target); steps++ {
		next := z.find(found.target, q.kind)
		if next.referral != nil {
			break
		}
		name, found = found.target, next
		reply.Answer = append(reply.Answer, found.records...)
	}
	finish(z, found, reply)
	if q.wantsProof && z.signer != nil {
		z.prove(name, found, reply)
	}
}

// To the name servers of the zone below; with the DS of its key, or that there is none.
func (s snapshot) refer(z *zone, q question, found finding, reply *dns.Msg) {
	reply.Ns = found.referral
	reply.Extra = append(z.addressesOf(found.referral), reply.Extra...)
	if !q.wantsProof {
		return
	}
	cut := dns.CanonicalName(found.referral[0].Header().Name)
	ds := s.dsOf(cut)
	reply.Ns = append(slices.Clone(reply.Ns), ds...)
	if z.signer == nil {
		return
	}
	if len(ds) == 0 {
		reply.Ns = append(reply.Ns, z.denialOf(cut))
	}
	z.prove(q.name, found, reply)
}

// What the registry has of a zone's key.
func (s snapshot) dsOf(origin string) []dns.RR {
	for _, zones := range s.zones {
		if z := zones[origin]; z != nil && z.signer != nil {
			return []dns.RR{z.signer.ds(z.signing)}
		}
	}
	return nil
}

// As a recursive resolver does that keeps nothing: follows CNAME records through all zones.
func (s snapshot) resolve(q question, reply *dns.Msg) {
	reply.RecursionAvailable = true
	reply.AuthenticatedData = !q.checkingDisabled && (q.wantsProof || q.wantsAuthentic)
	name := q.name
	for steps := 0; steps < mostAliases; steps++ {
		z := s.zoneOf(view, name, q.kind)
		if z == nil || s.isUnreachable(z.origin) {
			fail(reply, dns.ExtendedErrorCodeNoReachableAuthority, "no name server of the zone answers")
			return
		}
		// Those of the name that was asked for have had their turn.
		for _, fault := range s.faultsOf(view, name) {
			if name == q.name {
				break
			}
			if done, _ := fault.apply(s, q, reply); done {
				return
			}
		}
		found := z.find(name, q.kind)
		if found.referral != nil {
			fail(reply, dns.ExtendedErrorCodeNoReachableAuthority, "the name servers of the zone below do not have it")
			return
		}
		reply.AuthenticatedData = reply.AuthenticatedData && z.signer != nil
		if q.kind == dns.TypeDS && len(found.records) == 0 {
			found.records = s.dsOf(name)
		}
		reply.Answer = append(reply.Answer, found.records...)
		if found.target == "" {
			finish(z, found, reply)
			return
		}
		name = found.target
	}
	reply.Answer = nil
	fail(reply, dns.ExtendedErrorCodeOther, "the CNAME records lead in a circle or too far")
}

// The end of an answer about a name: whether it exists, and the SOA if there is nothing.
func finish(z *zone, found finding, reply *dns.Msg) {
	if !found.exists {
		reply.Rcode = dns.RcodeNameError
	}
	if len(found.records) == 0 {
		reply.Ns = z.negative()
	}
}

func (s snapshot) zoneOf(who string, name string, kind uint16) *zone {
	zones := s.zones[who]
	above := name
	// The DS of a zone is its parent's (RFC 4035, section 3.1.4.1).
	if kind == dns.TypeDS && name != "." {
		above = parentOf(name)
	}
	for zones[above] == nil {
		if above == "." {
			return zones[name]
		}
		above = parentOf(above)
	}
	return zones[above]
}

func fail(reply *dns.Msg, code uint16, text string) {
	reply.Rcode = dns.RcodeServerFailure
	reply.AuthenticatedData = false
	if options := reply.IsEdns0(); options != nil && text != "" {
		options.Option = append(options.Option, &dns.EDNS0_EDE{InfoCode: code, ExtraText: text})
	}
}

func (s snapshot) isUnreachable(origin string) bool {
	for _, each := range s.Zones {
		if each.Origin == origin {
			return each.Unreachable
		}
	}
	return false
}
