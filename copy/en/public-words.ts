import { AWS_PROBLEM_REASONS, type DiagnosisCode, type DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { DiagnosisFacts } from '../types/placeholders.ts';

/** Texts for a hostname's owner when somebody else has to act. `brand` runs the site behind the hostname. */
export interface PublicWords {
  summary: (brand: string) => string;
  fix: (brand: string) => string;
}

const nothingToDo = () => 'Nothing to do.';
const installing: PublicWords = {
  summary: (brand) => `Your part is done. ${brand} is putting the certificate in place.`,
  fix: nothingToDo,
};
const notIssued: PublicWords = {
  summary: () => 'Your part is done, but the certificate has not been issued yet.',
  fix: (brand) => `Nothing to do. ${brand} sees the reason and can start again.`,
};

/** Diagnoses whose cause only the integrator or we need to know. The integrator reads the cause in the API. */
export const PUBLIC_WORDS = {
  challenge_unreachable: {
    summary: (brand) => `Your DNS is right. ${brand} has to finish its side.`,
    fix: nothingToDo,
  },
  server_not_connected: installing,
  certificate_not_served: installing,
  certificate_install_failed: installing,
  ca_rate_limited: {
    summary: () => 'The certificate is in the queue of the certificate authority.',
    fix: () => 'Nothing to do. It is issued as soon as the certificate authority allows it.',
  },
  certificate_request_failed: notIssued,
  certificate_timeout: notIssued,
  certificate_expired: {
    summary: () => 'The certificate has expired: visitors see a warning.',
    fix: (brand) => `Leave the CNAME record in place. ${brand} has to renew the certificate.`,
  },
} satisfies Partial<Record<DiagnosisCode, PublicWords>>;

/** For a cause unknown to this release. */
export const FALLBACK_PUBLIC_WORDS: PublicWords = {
  summary: (brand) => `${brand} has to finish its side.`,
  fix: nothingToDo,
};

/** Used when the name of the site's operator is unknown. */
export const DEFAULT_BRAND = 'Your provider';

/** A sentence that names what was found does not compile. */
type Says = (facts: Omit<DiagnosisFacts, 'observed' | 'server' | 'formerServer' | 'otherServer' | 'otherServerId'>) => string;

/** Replacements for sentences that name DNS answers or lead to the evidence, for readers who may not see them. */
export const REDACTED_CODE_WORDS: Partial<Record<DiagnosisCode, { summary?: Says; fix?: Says }>> = {
  invalid_cname_target: {
    summary: ({ hostname, cnameTarget }) =>
      `The CNAME record of ${hostname} points somewhere else, but it has to point to ${cnameTarget}.`,
  },
  caa_forbids_issuance: {
    fix: ({ dnsForm: { atPlace } }) =>
      `${atPlace}, add a CAA record for our certificate authority beside those that are there, or remove these.`,
  },
};

const keepOnlyTheCname: Says = ({ host, cnameTarget, dnsForm: { atPlace } }) =>
  `${atPlace}, delete the A and AAAA records with the name ${host}, and keep the CNAME record that points to ${cnameTarget}.`;

/** A problem in the integrator's AWS account does not concern the hostname's owner. */
const SERVER_WAITS = {
  says: () => 'The server takes no certificates at present.',
  fix: () => 'Nothing to do for the owner of the hostname.',
};

export const REDACTED_REASON_WORDS: Partial<Record<DiagnosisReason, { says?: Says; fix?: Says }>> = {
  doubled_name: {
    says: () => 'There is a record whose name ends in the domain twice: the DNS provider has appended it a second time.',
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `${atPlace}, change the name of that record to ${host}, without the domain, which the provider appends automatically. Its value has to be ${cnameTarget}.`,
  },
  address_instead: {
    says: () => 'It has addresses instead.',
    fix: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, delete the A and AAAA records with the name ${host}; then add a CNAME record with ${name} and ${value}${withoutProxy}. Most providers refuse it while the others are there.`,
  },
  server_silent: {
    says: () => 'The server does not ask the service for certificates at present.',
    fix: () => 'Nothing to do for the owner of the hostname.',
  },
  machine_silent: {
    says: () => 'A part of the server does not ask the service for certificates at present.',
    fix: () => 'Nothing to do for the owner of the hostname.',
  },
  ...Object.fromEntries([...AWS_PROBLEM_REASONS, 'access_unchecked'].map((reason) => [reason, SERVER_WAITS])),
  chain_unanswered: {
    says: () =>
      'The record is there, but the name servers to which it leads gave no answer that can be relied on, so where it goes on is not known.',
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, change the value of the CNAME record ${host} to ${target}, so that it points to us directly.`,
  },
  negative_cache: {
    says: () => 'The CNAME record is there, but DNS resolvers remember that there was none; this passes without any action.',
  },
  lame_servers: {
    fix: ({ hostname }) =>
      `At the registrar of the domain of ${hostname}, enter the name servers of the DNS provider that has its records; or have that provider set the zone up.`,
  },
  servers_not_public: {
    fix: ({ hostname }) =>
      `At the registrar of the domain of ${hostname}, enter name servers that have public IPv4 addresses; or have the DNS provider give these servers such addresses.`,
  },
  servers_disagree: {
    fix: ({ hostname, cnameTarget }) =>
      `This usually passes within minutes; we keep checking. If it does not, have the DNS provider of ${hostname} publish its zone on all of its name servers: each has to answer with the CNAME record of ${hostname}, pointing to ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'The zone lists other name servers than the registry: a record that was added there is not seen.',
    fix: ({ host, cnameTarget }) =>
      `Add a CNAME record with the name ${host} and the value ${cnameTarget} at the name servers that the registry lists; or have the registrar of the domain enter those where the record is.`,
  },
  domain_not_registered: {
    says: ({ hostname }) =>
      `The registry knows no name servers of the domain of ${hostname}: it is not registered, or has expired.`,
    fix: ({ hostname }) =>
      `Register or renew the domain at a registrar, and have its name servers entered there. Check the spelling of ${hostname}.`,
  },
  record_beside_cname: { says: () => 'There are also addresses.', fix: keepOnlyTheCname },
  proxy_addresses: { says: () => 'Its addresses are those of a proxy.' },
  addresses_elsewhere: { says: () => 'Its addresses are not those of its server.' },
  ipv6_elsewhere: { says: () => 'Its IPv6 addresses, which come first, are not those of its server.' },
  caa_unreadable: {
    fix: ({ hostname }) =>
      `Have the DNS provider of ${hostname} fix its name servers, so that they answer queries for CAA records, if only with an empty answer.`,
  },
  caa_not_understood: { fix: ({ dnsForm: { atPlace } }) => `${atPlace}, remove that CAA record.` },
  caa_at_target: {
    fix: () => 'Nothing to do for the owner of the hostname. Whoever runs the service has to publish a CAA record.',
  },
};

/** For a code unknown to this release. */
export const REDACTED_FALLBACK: { summary: Says; fix: Says } = {
  summary: ({ hostname }) => `${hostname} is not ready yet.`,
  fix: () => 'Ask your provider for your personal link, which shows more.',
};
