import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) => (form ? `Sign in to ${form.name}` : `Sign in where you manage the DNS of ${zone}`);
const add: Saying = (facts) => `${signIn(facts)} and add the record below.`;
const atProvider: Saying = ({ zone }) =>
  `The name servers of ${zone} do not answer properly. Your DNS provider can fix this. We keep checking.`;
const signatures: Saying = ({ zone }) => `The DNSSEC signatures of ${zone} are not valid. Your DNS provider can fix this.`;
const whole: Saying = () => 'The value is not complete or not exact. Copy the one below.';
const direct: Saying = () => 'Let the record point directly to the value below.';
const onlyTheCname: Saying = (facts) => `${signIn(facts)} and remove the other records of this name. Keep the CNAME record.`;
const installing: Saying = ({ brand }) => `Your part is done. ${brand} is putting the certificate in place.`;
const failed: Saying = ({ brand }) => `Your part is done. ${brand} sees the reason and can start again.`;
const others: Saying = ({ brand }) => `Nothing to do for you: ${brand} has to finish its side.`;

export const EN: Sayings = {
  codes: {
    ok: () => 'Visitors reach it over a secure connection. The certificate renews automatically.',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : 'Nothing to do. This usually takes 1 to 5 minutes.'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)} and change the value of the record to the one below.`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `set “${proxy.name}” of this record to “${proxy.off}”` : 'turn the proxy off for this record';
      return `${signIn(facts)} and ${off}. The record itself stays.`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} and change the CAA records as shown below.`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => 'Nothing to do. The certificate follows as soon as the certificate authority has room.',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) => `Visitors see a warning. ${brand} has to renew it. Leave the record in place.`,
    hostname_claimed: ({ brand }) => `If it is yours, set the record below, then ask ${brand} to start again.`,
  },
  others,
  reasons: {
    target_typo: () => 'The characters that differ are marked. Copy the value below.',
    missing_dot: ({ zone }) => `Your provider has added ${zone} to the value. Paste the one below, with its full stop.`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'That value belongs to another account. Copy the one below.',
    doubled_name: ({ host, zone }) => `Enter only ${host} as the name: your provider adds ${zone} automatically.`,
    address_instead: (facts) => `${signIn(facts)}, remove the address records, then add the CNAME record.`,
    txt_instead: () => 'There is a TXT record. Choose the type CNAME instead.',
    wildcard_answer: () => 'So far a wildcard record (*) answers. Add the record below; the wildcard can stay.',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => 'Nothing to do. Other DNS servers remember the old answer for a while.',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
    dnssec_key_missing: () => 'Your registrar has an old DS record. Remove or replace it there.',
    lame_servers: ({ zone }) =>
      `The name servers entered at the registrar of ${zone} do not have its records. Correct them there.`,
    servers_not_public: ({ zone }) => `The name servers entered at the registrar of ${zone} are not public. Correct them there.`,
    servers_disagree: () => 'Your name servers give different answers. This usually passes within minutes. We keep checking.',
    name_servers_differ: ({ zone }) => `Add the record at the name servers that the registrar of ${zone} has.`,
    domain_not_registered: ({ zone }) => `${zone} is not registered, or has expired. Register or renew it first.`,
    caa_unreadable: () => 'Your name servers fail when asked for CAA records. Your DNS provider can fix this.',
    former_server: () => 'Everything works. To finish the move, change the value of the record to the one below.',
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} and remove the AAAA records of this name. Keep the CNAME record.`,
  },
};
