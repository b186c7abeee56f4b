import { AWS_PROBLEM_REASONS, type AwsProblemReason, type DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAboveHostname } from '../../contract/domain-name.ts';
import type { DiagnosisFacts } from '../types/placeholders.ts';
import { AWS_PROBLEM_WORDS } from './aws-problem-texts.ts';
import { CHALLENGE_REASON_WORDS } from './challenge-texts.ts';

export interface ReasonWords {
  /** Replaces the code's summary, if that does not apply. */
  summary?: (facts: DiagnosisFacts) => string;
  /** An additional sentence after the diagnosis. */
  says: (facts: DiagnosisFacts) => string;
  /** A more exact action than the diagnosis alone gives. */
  fix?: (facts: DiagnosisFacts) => string;
}

const restartAgents = ({ server }: DiagnosisFacts) =>
  `On each machine that is named, run \`systemctl restart cps-agent\`; if it stays silent, \`journalctl -u cps-agent\` says why. A machine that is gone for good: revoke it (GET /servers/${server}/machines has its id, DELETE /servers/${server}/machines/{id}).`;

/** AWS servers have no agent, so the code's text about agents must be replaced. */
const awsReason = (reason: AwsProblemReason): ReasonWords => ({
  summary: ({ hostname, server }) =>
    `The certificate of ${hostname} cannot be installed at the load balancer of server ${server} at present.`,
  ...AWS_PROBLEM_WORDS[reason],
});
const AWS_REASON_WORDS = Object.fromEntries(AWS_PROBLEM_REASONS.map((reason) => [reason, awsReason(reason)])) as Record<
  AwsProblemReason,
  ReasonWords
>;

/** Texts for the cause behind a diagnosis, if known. */
export const REASON_WORDS: Record<DiagnosisReason, ReasonWords> = {
  ...CHALLENGE_REASON_WORDS,
  ...AWS_REASON_WORDS,
  access_unchecked: {
    summary: ({ hostname, server }) =>
      `${hostname} waits until the service has checked that it can work at the load balancer of server ${server}.`,
    says: () => 'That check comes within a minute after a server was created or changed.',
    fix: ({ server }) => `Nothing to do but wait. GET /servers/${server} shows what the check has found.`,
  },
  target_typo: { says: () => 'It looks like a typo: only a few characters differ.' },
  missing_dot: {
    says: () => 'The DNS provider has appended the domain to the target.',
    fix: ({ host, cnameTarget, dnsForm }) =>
      `${dnsForm.atPlace}, change the value of the CNAME record ${host} to ${cnameTarget}. (with the dot at its end, which keeps the provider from appending the domain); if its form refuses the dot, enter ${cnameTarget} without it.`,
  },
  base_target: { says: () => 'That is the target without its first part, which names the server.' },
  name_before_target: {
    says: () => 'There is a name before the target, which does not belong to it.',
  },
  other_target: {
    says: () => 'This value belongs to another account or server.',
  },
  other_server: {
    says: ({ otherServer, server }) =>
      `That is the target of ${otherServer}, another server of this organization. The domain belongs to server ${server}, and no other server gets its certificate.`,
    fix: ({ host, server, otherServerId, dnsForm: { atPlace, target } }) =>
      `${atPlace}, have the value of the CNAME record ${host} changed to ${target}, if server ${server} is to serve it. If server ${otherServerId} is to serve it, set the server_id of the domain to ${otherServerId} (PATCH /domains/{id}, or when you create it). Until then no certificate is ordered.`,
  },
  doubled_name: {
    says: ({ observed }) => `There is the record ${observed}: the DNS provider has appended the domain a second time.`,
    fix: ({ cnameTarget, host, dnsForm }) =>
      `${dnsForm.atPlace}, change the name of that record to ${host}, without the domain, which the provider appends automatically. Its value has to be ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `It has addresses instead: ${observed}.`,
    fix: ({ host, observed, dnsForm }) =>
      `${dnsForm.atPlace}, delete the A and AAAA records with the name ${host} (${observed}); then add a CNAME record with ${dnsForm.name} and ${dnsForm.value}${dnsForm.withoutProxy}. Most providers refuse it while the others are there.`,
  },
  txt_instead: { says: () => 'There is a TXT record in its place: the type of the record has to be CNAME.' },
  wildcard_answer: {
    says: ({ hostname, observed }) => {
      const [wildcard = '', type, value] = observed.split(/ (CNAME|A|AAAA) /);
      if (value === undefined) return 'The answer comes from a wildcard record, as any name beside it gets it.';
      const answers = `The answer comes from the wildcard record ${observed}, as any name beside it gets it.`;
      if (!isAboveHostname(wildcard, hostname)) return answers;
      const record = type === 'CNAME' ? 'a CNAME record' : 'address records';
      return `${answers} Visitors of ${hostname} come by it, too, until there is a name below ${hostname}: so first add ${record} of ${hostname} itself with the same value, ${value}.`;
    },
    fix: ({ dnsForm }) =>
      `${dnsForm.atPlace}, add a CNAME record with exactly ${dnsForm.name}, and ${dnsForm.value}. It takes precedence over the wildcard record, which can stay.`,
  },
  cname_loop: { says: () => 'The CNAME records lead in a circle.' },
  chain_too_long: { says: () => 'The CNAME records lead through too many names; point directly to the target.' },
  chain_unanswered: {
    says: ({ observed }) =>
      `The record is there, and leads to ${observed}: the name servers there gave no answer that can be relied on, so where it goes on is not known.`,
    fix: ({ host, observed, dnsForm: { atPlace, target } }) =>
      `${atPlace}, change the value of the CNAME record ${host} to ${target}, so that it points to us directly. Or have whoever runs the name servers of ${observed} fix them: the evidence says what each answered.`,
  },
  negative_cache: {
    says: ({ observed }) =>
      `The CNAME record is there, but DNS resolvers remember that there was none, until ${observed}; this passes without any action.`,
    fix: () => 'Nothing to do but wait. Leave the CNAME record in place.',
  },
  servfail: { says: () => 'The answer was SERVFAIL: the name servers of the zone failed, or are not set up for it.' },
  dnssec_bogus: {
    says: () => 'The DNSSEC signatures of the zone are not valid, so no resolver that checks them gives an answer.',
    fix: ({ hostname }) =>
      `Have the DNS provider of ${hostname} sign the zone again; or, if the zone should not be signed, remove the DS record at the registrar of the domain.`,
  },
  dnssec_expired: {
    says: () => 'The DNSSEC signatures of the zone have expired, so no resolver that checks them gives an answer.',
    fix: ({ hostname }) =>
      `Have the DNS provider of ${hostname} sign the zone again: its signatures have to be renewed before they end.`,
  },
  dnssec_key_missing: {
    says: () =>
      'The DS record that the registry has names a key that the zone does not have, as after a move to another DNS provider: no resolver that checks signatures gives an answer.',
    fix: ({ hostname }) =>
      `At the registrar of the domain of ${hostname}, remove the DS record, or replace it with the one that the present DNS provider shows.`,
  },
  lame_servers: {
    says: () => 'The name servers that the registry lists for the zone do not serve it.',
    fix: ({ hostname }) =>
      `At the registrar of the domain of ${hostname}, enter the name servers of the DNS provider that has its records; or have that provider set the zone up. The evidence says what each server answered.`,
  },
  servers_silent: {
    says: () => 'None of the name servers that the registry lists for the zone answered.',
  },
  servers_not_public: {
    says: () =>
      'None of the name servers that the registry lists for the zone has an IPv4 address on the public internet, so none of them was asked.',
    fix: ({ hostname }) =>
      `At the registrar of the domain of ${hostname}, enter name servers that have public IPv4 addresses; or have the DNS provider give these servers such addresses. The evidence says of each why it was not asked.`,
  },
  servers_disagree: {
    says: () => 'The name servers of the zone give different answers: a change may still be on its way between them.',
    fix: ({ hostname, cnameTarget }) =>
      `This usually passes within minutes; we keep checking. If it does not, have the DNS provider of ${hostname} publish its zone on all of its name servers: each has to answer with the CNAME record of ${hostname}, pointing to ${cnameTarget}. The evidence says what each answered.`,
  },
  name_servers_differ: {
    says: ({ observed }) =>
      observed.includes(' NS ')
        ? `That name is delegated to other name servers (${observed}): first delete these NS records.`
        : `The zone lists name servers (${observed}) that are not those at the registry: a record that was added there is not seen.`,
    fix: ({ host, cnameTarget }) =>
      `Add a CNAME record with the name ${host} and the value ${cnameTarget} at the name servers that the registry lists (the evidence has both lists); or have the registrar of the domain enter those where the record is.`,
  },
  validation_missing: {
    summary: ({ hostname }) => `A CNAME record of ${hostname} is still missing.`,
    says: ({ host }) => `It is the record ${host}.`,
    fix: ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, add a CNAME record with ${name} and ${value}${withoutProxy}. Change nothing else until the certificate is there.`,
  },
  validation_wrong: {
    summary: ({ hostname, observed }) => `A CNAME record of ${hostname} points to ${observed}.`,
    says: ({ host }) => `It is the record ${host}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) => `${atPlace}, change the value of the CNAME record ${host} to ${target}.`,
  },
  domain_not_registered: {
    says: ({ observed }) => `The registry knows no name servers of ${observed}: it is not registered, or has expired.`,
    fix: ({ hostname, observed }) =>
      `Register or renew ${observed} at a registrar, and have its name servers entered there. If ${hostname} is a typo, delete this domain and create the right one.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `There are also the addresses ${observed}.`,
    fix: ({ host, cnameTarget, observed, dnsForm }) =>
      `${dnsForm.atPlace}, delete the A and AAAA records with the name ${host} (${observed}), and keep the CNAME record that points to ${cnameTarget}.`,
  },
  proxy_addresses: {
    says: ({ observed }) => `Its addresses, ${observed}, are those of a proxy.`,
  },
  caa_unreadable: {
    says: () =>
      'The name servers fail when they are asked for CAA records, which every certificate authority takes as a refusal.',
    fix: ({ hostname }) =>
      `Have the DNS provider of ${hostname} fix its name servers, so that they answer queries for CAA records, if only with an empty answer. The evidence says at which name they fail.`,
  },
  caa_restricted: {
    says: () => 'One of them names it, but for another account there, or for another way of validation than that of the domain.',
  },
  caa_not_understood: {
    says: () =>
      'One of them is marked critical and has a tag that no certificate authority knows, so that all of them have to refuse.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, make this change to the CAA records: ${observed}.`,
  },
  caa_at_target: {
    says: ({ cnameTarget }) => `They are those of ${cnameTarget}, which are the service’s own.`,
    fix: ({ observed }) =>
      `Nothing to do for the owner of the hostname. Whoever runs the service publishes the CAA record that \`npm run admin -- caa\` prints: ${observed}. The domain then continues automatically.`,
  },
  ca_account_refused: {
    says: () => 'It refuses the account of this service, not the hostname.',
    fix: () =>
      'Nothing to do for you or the owner of the hostname. Whoever runs the service has to act: `npm run admin -- ca-status` shows what the certificate authority wants. The domain then continues automatically.',
  },
  server_created: {
    says: () =>
      'The server did not exist before: the server_id that was sent has made it. If that number is a typo, change the server_id of the domain; its cname_target changes too.',
  },
  former_server: {
    says: () =>
      'It is moving: the new server serves it, but its CNAME record still points to the server that it is leaving. That keeps working; the move ends when the record is changed.',
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, change the value of the CNAME record ${host} to ${target}. Until then the former server keeps serving it.`,
  },
  reached_by_agent: {
    says: () =>
      'The agent on the server sees challenges arrive, only we do not reach it: a firewall may refuse our addresses, or all that come from outside. If it lets the certificate authority in, a certificate comes all the same: after three failed looks one is ordered in spite of them, once an hour.',
  },
  renewal_paused: {
    says: () =>
      'This has been so for a week: the certificate is not renewed until the record is back. Then everything continues automatically.',
  },
  former_certificate: {
    says: () =>
      'The server shows an older certificate of the same certificate authority: its web server has not loaded the present one, or another machine answers.',
  },
  certificate_ends_soon: {
    says: () =>
      'What the server shows ends soon or has ended, although there is a newer certificate: its web server has not loaded it, or another machine answers.',
  },
  other_certificate: {
    says: () =>
      'The server shows a certificate that comes from elsewhere: something before it, a load balancer or a CDN, may answer with one of its own.',
  },
  other_hostname: {
    says: () =>
      'The server shows a certificate for another name: its web server answers with its default, as it has no site with this hostname and this certificate.',
  },
  self_signed: { says: () => 'The server shows a certificate that it has signed itself, which browsers refuse.' },
  chain_incomplete: {
    says: () =>
      'The server shows it without its intermediate certificates, which many clients need: have the web server use the whole chain that the agent writes.',
  },
  https_unreachable: {
    says: () => 'Nothing accepts a connection at port 443 there: the web server is down, or a firewall is in the way.',
    fix: ({ hostname }) =>
      `Start the web server of ${hostname}, and make port 443 reachable from the internet. We check again automatically, or at once on request.`,
  },
  server_silent: {
    summary: ({ hostname, server }) =>
      `No agent of server ${server}, which serves ${hostname}, asks the service any more, so a new certificate cannot be installed.`,
    says: ({ observed }) => `Silent: ${observed}.`,
    fix: restartAgents,
  },
  machine_silent: {
    summary: ({ hostname, server }) =>
      `A machine of server ${server}, which serves ${hostname}, does not ask the service any more: it gets no new certificate, and shows the present one beyond its end.`,
    says: ({ observed }) => `Silent: ${observed}.`,
    fix: restartAgents,
  },
  not_seen_now: {
    summary: ({ hostname }) =>
      `${hostname} was served over HTTPS with a valid certificate when a check last saw it, at the time in checked_at.`,
    says: () => 'This check could not see it again, and says nothing of the present.',
    fix: () => 'Check again in a minute. Leave the CNAME record in place.',
  },
  tls_failed: { says: () => 'The server accepts connections there, but refuses the TLS handshake or speaks no TLS.' },
};
