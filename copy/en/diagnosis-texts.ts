import type { DiagnosisCode, DiagnosisStage, DomainErrorCode } from '../../contract/api/error-codes.ts';
import type { DiagnosisFacts, DnsForm, ErrorFacts } from '../types/placeholders.ts';

interface DiagnosisWords {
  /** The problem and its cause. */
  summary: (facts: DiagnosisFacts) => string;
  fix: (facts: DiagnosisFacts) => string;
}

type MoveStage = 'move' | 'move_dns';
const isMoving = (facts: DiagnosisFacts): facts is DiagnosisFacts & { stage: MoveStage } =>
  facts.stage === 'move' || facts.stage === 'move_dns';

const MOVE_FIX: Record<MoveStage, (facts: DiagnosisFacts) => string> = {
  move: ({ hostname, cnameTarget }) =>
    `Nothing to do yet: leave the CNAME record as it is until the new server serves ${hostname}. Then it has to be changed to ${cnameTarget}, and this says so.`,
  move_dns: ({ host, dnsForm: { atPlace, target } }) =>
    `${atPlace}, change the value of the CNAME record ${host} to ${target}, if that is not done yet.`,
};

const leaveIt = () => 'Leave the CNAME record in place.';
/** What to do with the record while another step comes first. */
const CNAME_MEANWHILE: Record<DiagnosisStage, (facts: DiagnosisFacts) => string> = {
  dns: ({ host, cnameTarget }) => `The CNAME record ${host}, pointing to ${cnameTarget}, can be created at the same time.`,
  certificate: leaveIt,
  renewal: leaveIt,
  rest: leaveIt,
  move: () => 'Leave the CNAME record as it is until the new server serves.',
  move_dns: leaveIt,
};

const addCname = ({ dnsForm: { atPlace, name, value, withoutProxy } }: DiagnosisFacts) =>
  `${atPlace}, add a CNAME record with ${name} and ${value}${withoutProxy}. Remove any A or AAAA record of the same name. We usually see it within minutes.`;

/** Readers: the administrator of a business whose web site is hosted elsewhere, and that host's developers. */
export const DIAGNOSIS_WORDS = {
  ok: {
    summary: ({ hostname }) => `${hostname} is served over HTTPS with a valid certificate.`,
    fix: (facts) => (isMoving(facts) ? MOVE_FIX[facts.stage](facts) : 'Nothing to do. Leave the CNAME record in place.'),
  },
  in_progress: {
    summary: ({ hostname, stage }) =>
      stage === 'dns'
        ? `${hostname} is being set up. The next step runs automatically.`
        : `DNS is right. The certificate of ${hostname} is being obtained and installed automatically.`,
    fix: (facts) =>
      facts.stage === 'dns' ? addCname(facts) : 'Nothing to do but wait, usually a few minutes. Leave the CNAME record in place.',
  },
  cname_not_found: {
    summary: ({ hostname }) => `${hostname} has no CNAME record yet, so it does not point to us.`,
    fix: addCname,
  },
  invalid_cname_target: {
    summary: ({ hostname, cnameTarget, observed }) =>
      `The CNAME record of ${hostname} points to ${observed}, but it has to point to ${cnameTarget}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, change the value of the CNAME record ${host} to ${target}. Copy the whole value: each server has its own target.`,
  },
  dns_validation_failed: {
    summary: ({ hostname }) => `The DNS of ${hostname} does not answer properly, so we cannot see its CNAME record.`,
    fix: ({ hostname, cnameTarget }) =>
      `This usually passes; we keep checking. If it does not, ask the DNS provider of ${hostname} why its name servers fail. The CNAME record of ${hostname} has to point to ${cnameTarget}.`,
  },
  dns_validation_timeout: {
    summary: ({ hostname }) =>
      `The record of ${hostname} was not right in time. We keep checking: every hour for a week, then every day for a month.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, make the CNAME record ${host} point to ${target}. The setup then continues automatically, or at once with a check.`,
  },
  proxied_dns: {
    summary: ({ hostname }) => `A proxy of the DNS provider answers for ${hostname} and hides its CNAME record.`,
    fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
      `${atPlace}, ${turnProxyOff} and keep the CNAME record pointing to ${cnameTarget}.`,
  },
  conflicting_records: {
    summary: ({ hostname }) =>
      `${hostname} has other DNS records beside its CNAME record, so visitors are sent to different places.`,
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, remove every other record with the name ${host} (A, AAAA, TXT, MX) and keep only the CNAME record that points to ${cnameTarget}.`,
  },
  caa_forbids_issuance: {
    summary: ({ hostname }) =>
      `The CAA records of ${hostname}, or of a name above it, do not let our certificate authority issue a certificate for it.`,
    fix: ({ observed, dnsForm: { atPlace } }) =>
      `${atPlace}, add the record ${observed} beside those that the evidence shows, or remove these.`,
  },
  challenge_unreachable: {
    summary: ({ hostname }) =>
      `The path that the certificate authority will ask for at http://${hostname}/.well-known/acme-challenge/ did not lead to us when we asked for it, so no certificate was ordered then.`,
    fix: ({ hostname }) =>
      `Make port 80 of the server that serves ${hostname} reachable from the internet, and let it pass requests below /.well-known/acme-challenge/ on to the agent. We try again automatically.`,
  },
  ca_rate_limited: {
    summary: ({ hostname }) =>
      `The certificate authority is asked for too many certificates just now; the one for ${hostname} is queued.`,
    fix: () => 'Nothing to do. The request is repeated as soon as the certificate authority allows it.',
  },
  certificate_request_failed: {
    summary: ({ hostname, observed }) => `The certificate authority did not issue a certificate for ${hostname}: ${observed}.`,
    fix: ({ hostname }) =>
      `While the domain is pending, we try again automatically. Once it is in error, remove the cause that the certificate authority names, then start again with a retry. If it refuses ${hostname} by policy, use another hostname.`,
  },
  certificate_timeout: {
    summary: ({ hostname }) => `No certificate could be obtained for ${hostname} within the time for issuance.`,
    fix: () => 'Look at the last obstacle in the evidence and the timeline, remove it, and start again with a retry.',
  },
  certificate_install_failed: {
    summary: ({ hostname }) => `The certificate for ${hostname} was issued, but the server does not show it.`,
    fix: ({ hostname }) =>
      `Check that the agent runs on the server, that the web server reads the folder the agent writes and reloads after a change, and that nothing in front of it (a load balancer, a CDN) answers for ${hostname} with a certificate of its own. Once the domain is in error, start again with a retry.`,
  },
  server_not_connected: {
    summary: ({ hostname, server }) =>
      `No agent has connected for server ${server}, which is to serve ${hostname}, so a certificate cannot be installed.`,
    fix: (facts) =>
      `Enroll an agent for server ${facts.server} (POST /servers/${facts.server}/enrollments makes its token) and keep it running; or set another server_id, if this one was a mistake. ${CNAME_MEANWHILE[facts.stage](facts)}`,
  },
  certificate_not_served: {
    summary: ({ hostname }) =>
      `The server can have the certificate for ${hostname}, but from outside it could not be seen to serve it as browsers need it.`,
    fix: ({ hostname }) =>
      `Make port 443 of the server that serves ${hostname} reachable from the internet, and have its web server use the agent's certificates and reload after a change. We check again automatically.`,
  },
  certificate_expired: {
    summary: ({ hostname }) => `The certificate of ${hostname} has expired, so its visitors see a warning.`,
    fix: ({ hostname, cnameTarget }) =>
      `Make sure that the CNAME record of ${hostname} still points to ${cnameTarget} and that the agent runs. We try again automatically, once a day at first; a retry starts over at once.`,
  },
  hostname_claimed: {
    summary: ({ hostname }) => `Another account has proven that ${hostname} is its own, so this domain is no longer valid.`,
    fix: ({ hostname, cnameTarget }) =>
      `If you want ${hostname} to be served here, point its CNAME record to ${cnameTarget} and start again with a retry. Otherwise delete this domain.`,
  },
  ready_to_switch: {
    summary: ({ hostname }) => `The certificate for ${hostname} is at its server. Switch now: visitors will not notice.`,
    fix: addCname,
  },
} satisfies Record<DiagnosisCode, DiagnosisWords>;

/** An additional sentence about work in progress. */
export const STAGE_WORDS: Partial<Record<DiagnosisStage, (facts: DiagnosisFacts) => string>> = {
  renewal: () => 'A renewal is under way; the present certificate stays in place until the new one is served.',
  move: ({ formerServer }) => `It is moving: server ${formerServer} keeps serving it until the new server does.`,
  move_dns: ({ formerServer }) =>
    `It is moving: the new server serves it, and server ${formerServer} keeps serving visitors whom DNS still sends there.`,
};

/** Placeholder for a fact that was not recorded. */
export const NOT_RECORDED = '(not recorded)';

/** The message of a domain's `error`. */
export const DOMAIN_ERROR_WORDS: Record<DomainErrorCode, (facts: ErrorFacts) => string> = {
  cname_not_found: ({ domain, expected_target }) =>
    `No CNAME record was found for ${domain}; it has to point to ${expected_target}.`,
  invalid_cname_target: ({ domain, actual_target, expected_target }) =>
    `The CNAME record of ${domain} points to ${actual_target} instead of ${expected_target}.`,
  dns_validation_failed: ({ domain }) => `The DNS of ${domain} gave no usable answer; we keep checking.`,
  dns_validation_timeout: ({ domain }) =>
    `The CNAME record of ${domain} was not found in time; correct it, and the domain then continues at the next check.`,
  certificate_request_failed: ({ domain, acme_error }) =>
    `The certificate authority did not issue a certificate for ${domain}: ${acme_error}.`,
  certificate_timeout: ({ domain }) =>
    `No certificate was issued for ${domain} in time; remove the obstacle and start again with a retry.`,
  certificate_install_failed: ({ domain }) => `The certificate for ${domain} was issued, but the server does not show it.`,
  certificate_expired: ({ domain }) => `The certificate of ${domain} has expired.`,
};

/** The known labels of a DNS provider's form. */
interface KnownForm {
  name: string;
  fields?: { name?: string; value?: string };
  appendsZone?: boolean;
  proxySwitch?: { name: string; off: string } | false;
}

/** `host`: the record's name without the zone, as forms take it. */
export function dnsFormWords(hostname: string, cnameTarget: string, host: string, form?: KnownForm): DnsForm {
  const target = form?.appendsZone ? `${cnameTarget}. (with the dot at its end)` : cnameTarget;
  return {
    atPlace: form ? `At ${form.name}, the DNS provider of ${hostname}` : `At the DNS provider of ${hostname}`,
    name: form?.fields?.name ? `${host} in the field “${form.fields.name}”` : `the name ${host}`,
    value: form?.fields?.value ? `${target} in the field “${form.fields.value}”` : `the value ${target}`,
    target,
    withoutProxy:
      (form?.proxySwitch
        ? `, with “${form.proxySwitch.name}” set to “${form.proxySwitch.off}”`
        : !form && ', without a proxy (DNS only)') || '',
    turnProxyOff: form?.proxySwitch
      ? `set “${form.proxySwitch.name}” of this record to “${form.proxySwitch.off}”`
      : `turn the proxy off for this record${form ? '' : ' (DNS only; a grey cloud at Cloudflare)'}`,
  };
}
