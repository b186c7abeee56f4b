// Answers DNS for the local cloud: on every port as another name server, out of one folder that the control (../control.ts) writes.
//
//	name-servers -folder .local/dns -listen 192.0.2.10=127.0.0.1:8060 -listen view=127.0.0.1:8053
package main

import (
	"flag"
	"log"
	"strings"

	"github.com/miekg/dns"
)

// The server that sees all zones as a recursive resolver does.
const view = "view"

func main() {
	folder := flag.String("folder", "", "of index.json and the zone files")
	var listeners []string
	flag.Func("listen", "who=address:port, again for each server", func(value string) error {
		listeners = append(listeners, value)
		return nil
	})
	flag.Parse()
	source := &source{folder: *folder, signers: map[string]*signer{}}
	if source.current().problem != nil {
		log.Fatal(source.current().problem)
	}
	failed := make(chan error)
	for _, listener := range listeners {
		who, address, _ := strings.Cut(listener, "=")
		for _, network := range []string{"udp", "tcp"} {
			server := &dns.Server{Addr: address, Net: network, Handler: answerer{who, source}}
			go func() { failed <- server.ListenAndServe() }()
		}
	}
	log.Fatal(<-failed)
}

type answerer struct {
	who    string
	source *source
}

func (a answerer) ServeDNS(writer dns.ResponseWriter, query *dns.Msg) {
	now := a.source.current()
	reply := new(dns.Msg)
	reply.SetReply(query)
	reply.Compress = true
	switch {
	case len(query.Question) != 1 || query.Opcode != dns.OpcodeQuery:
		reply.Rcode = dns.RcodeNotImplemented
	case query.Question[0].Qclass == dns.ClassCHAOS:
		reply.Answer = now.generation(query.Question[0].Name)
	case query.Question[0].Qclass != dns.ClassINET:
		reply.Rcode = dns.RcodeRefused
	default:
		if options := query.IsEdns0(); options != nil {
			reply.SetEdns0(largestUDP, options.Do())
		}
		question := question{
			name: dns.CanonicalName(query.Question[0].Name), kind: query.Question[0].Qtype, who: a.who,
			wantsProof: reply.IsEdns0() != nil && reply.IsEdns0().Do(), checkingDisabled: query.CheckingDisabled,
			wantsAuthentic: query.AuthenticatedData,
		}
		if now.answer(question, reply) == silence {
			return
		}
	}
	reply.Truncate(sizeFor(writer, query))
	_ = writer.WriteMsg(reply)
}

// The largest answer that crosses the internet without fragments (DNS flag day 2020).
const largestUDP = 1232

func sizeFor(writer dns.ResponseWriter, query *dns.Msg) int {
	if writer.LocalAddr().Network() == "tcp" {
		return dns.MaxMsgSize
	}
	if options := query.IsEdns0(); options != nil {
		return max(dns.MinMsgSize, min(int(options.UDPSize()), largestUDP))
	}
	return dns.MinMsgSize
}
