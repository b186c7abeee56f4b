import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { StoryName } from '../../contract/test-mode.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import {
  ageSeconds,
  type CaaTrouble,
  type Moment,
  type PathTrouble,
  type ShownCertificate,
  type Story,
  type World,
  wasServed,
} from './story.ts';

// Stories about CAA records, the challenge's path, the CA and the server.

const DAY_SECONDS = 86_400;
const OTHER_ADDRESS = '203.0.113.7';

function caa(says: string, trouble: (at: Moment) => CaaTrouble, reason?: DiagnosisReason): Story {
  return { says, end: { code: 'caa_forbids_issuance', phase: 'preparing', ...(reason && { reason }) }, world: { caa: trouble } };
}

function forbids(says: string, reason?: DiagnosisReason): Story {
  const trouble = ({ domain }: Moment): CaaTrouble => ({
    kind: 'caa-forbids',
    changes: [{ action: 'add', name: domain.url, value: '0 issue "ca.magic.test"' }],
    ...(reason && { reason }),
  });
  return caa(says, trouble, reason);
}

function path(says: string, trouble: Partial<PathTrouble> = {}): Story {
  const { reason } = trouble;
  return {
    says,
    end: { code: 'challenge_unreachable', phase: 'preparing', ...(reason && { reason }) },
    world: { path: () => ({ mayBlockOnlyUs: false, ...trouble }) },
  };
}

function answeredBy(what: string, reason: DiagnosisReason): Story {
  return path(`At the challenge’s path, ${what} answers.`, { reason });
}

/** After the domain is active, one check finds the problem; a second one an hour later confirms it. */
function showsInstead(says: string, reason: DiagnosisReason, peer: (at: Moment) => ShownCertificate): Story {
  return {
    says,
    end: { code: 'certificate_not_served', reason, phase: 'active' },
    days: 3,
    world: { shown: (at) => (wasServed(at) ? peer(at) : undefined) },
  };
}

/** The server is a load balancer on which the service cannot install. */
function balancer(says: string, access: NonNullable<World['access']>): Story {
  const code = access === 'access_unchecked' ? 'server_not_connected' : 'certificate_install_failed';
  const end = { code, reason: access, phase: 'installing' } as const;
  return { says, end, world: { access, shown: () => never } };
}

/** Machines stop polling. A daily check finds it, and a second one an hour later confirms it. */
function silent(says: string, reason: DiagnosisReason, world: Pick<World, 'machines' | 'shown'>): Story {
  return { says, end: { code: 'server_not_connected', reason, phase: 'active' }, days: 3, world };
}

/** Both since the certificate was first served, so neither fetches another one. */
const bothSilent = ({ domain: { served } }: Moment) => served && [served.since, served.since];
const stillTheFirst = ({ domain }: Moment): ShownCertificate | undefined => {
  if (!('issued' in domain && domain.served)) return undefined;
  const { fingerprintSha256, issuer, notAfter } = domain.served.certificate;
  return { fingerprintSha256, issuer, notAfter };
};

const never: ShownCertificate = { kind: 'failed', cause: 'timeout', reason: 'no answer within 10 s' };
const acme = (name: string, detail: string, status: number): AcmeProblem => ({
  type: `urn:ietf:params:acme:error:${name}`,
  detail,
  status,
});
const refusal = acme('rejectedIdentifier', 'The CA does not issue for this name', 400);
const renewalRefused = (at: Moment) => (wasServed(at) ? refusal : undefined);
const endsAt = ({ domain }: Moment): string => domain.served?.certificate.notAfter ?? domain.updatedAt;
const otherCertificate = { fingerprintSha256: '5e'.repeat(32), subject: 'CN=other.example', issuer: 'O=Another CA, CN=R1' };

export const CERTIFICATE_STORIES = {
  'caa-forbids-issuance': forbids('CAA records forbid the CA to issue.'),
  'caa-restricted': forbids('CAA records allow the CA for another account only.', 'caa_restricted'),
  'caa-not-understood': forbids('A critical CAA record is of an unknown kind.', 'caa_not_understood'),
  'caa-at-target': forbids('The service’s own CAA records forbid the CA to issue.', 'caa_at_target'),
  'caa-unreadable': caa(
    'The name servers fail when they are asked for CAA records.',
    () => ({ kind: 'caa-unreadable' }),
    'caa_unreadable',
  ),
  'challenge-unreachable': path('The challenge’s path does not lead to the service.'),
  'addresses-elsewhere': path('Some addresses of the hostname lead elsewhere.', {
    reason: 'addresses_elsewhere',
    observed: OTHER_ADDRESS,
  }),
  'ipv6-elsewhere': path('The IPv6 address of the hostname leads elsewhere.', {
    reason: 'ipv6_elsewhere',
    observed: '2001:db8::7',
  }),
  'lookup-failed': path('The address of the hostname is not found.', { reason: 'lookup_failed' }),
  'connection-failed': path('The server refuses the connection at port 80.', { reason: 'connection_failed' }),
  'server-busy': path('The server answers that it is busy.', { reason: 'server_busy' }),
  'bad-gateway': path('The server’s gateway answers 502.', { reason: 'bad_gateway' }),
  'redirect-refused': path('The server redirects to where no CA follows.', { reason: 'redirect_refused' }),
  'answered-by-wordpress': answeredBy('WordPress', 'answered_by_wordpress'),
  'answered-by-login-page': answeredBy('a page to sign in', 'answered_by_login_page'),
  'answered-by-parked-page': answeredBy('the page of a parked domain', 'answered_by_parked_page'),
  'answered-by-cloudflare': answeredBy('Cloudflare', 'answered_by_cloudflare'),
  'answered-by-default-page': answeredBy('the web server’s default page', 'answered_by_default_page'),
  'answered-by-firewall': answeredBy('a firewall', 'answered_by_firewall'),
  'reached-by-agent': path('The agent sees its challenges; the service is refused. Minutes later the CA is asked all the same.', {
    reason: 'reached_by_agent',
    mayBlockOnlyUs: true,
  }),
  'server-not-connected': {
    says: 'No machine is enrolled at the server.',
    end: { code: 'server_not_connected', phase: 'preparing' },
    world: { machines: () => 'none', path: () => ({ mayBlockOnlyUs: false, reason: 'connection_failed' }) },
  },
  'ca-rate-limited': {
    says: 'The CA’s rate limit is used up.',
    end: { code: 'ca_rate_limited', phase: 'ordering' },
    world: {
      order: () => ({ ...acme('rateLimited', 'too many certificates', 429), isRateLimit: true, retryAfterSeconds: 3_600 }),
    },
  },
  'ca-account-refused': {
    says: 'The CA does not accept the account of the service.',
    end: { code: 'certificate_request_failed', reason: 'ca_account_refused', phase: 'ordering' },
    world: { order: () => acme('externalAccountRequired', 'an external account binding is required', 403) },
  },
  'certificate-request-failed': {
    says: 'The CA refuses the name for good.',
    end: { code: 'certificate_request_failed', phase: 'failed' },
    world: { order: () => refusal },
  },
  'in-progress': {
    says: 'The CA works on the order for ten hours. Then the domain becomes active.',
    end: { code: 'in_progress', phase: 'validating' },
    world: { validationSeconds: 36_000 },
  },
  'certificate-timeout': {
    says: 'The CA works on the order for more than 24 hours.',
    end: { code: 'certificate_timeout', phase: 'failed' },
    world: { validationSeconds: 90 * DAY_SECONDS },
  },
  'certificate-install-failed': {
    says: 'The server shows another certificate for 24 hours.',
    end: { code: 'certificate_install_failed', phase: 'failed' },
    world: { shown: () => otherCertificate },
  },
  'certificate-not-served': {
    says: 'The certificate is at the server, but nobody is served it.',
    end: { code: 'certificate_not_served', phase: 'installing' },
    world: { shown: () => never },
  },
  'former-certificate': showsInstead('The server shows an older certificate.', 'former_certificate', (at) => ({
    fingerprintSha256: '5e'.repeat(32),
    notAfter: addSeconds(new Date(endsAt(at)), -20 * DAY_SECONDS),
  })),
  'certificate-ends-soon': showsInstead(
    'The server shows a certificate that ends tomorrow.',
    'certificate_ends_soon',
    ({ now }) => ({
      ...otherCertificate,
      notAfter: addSeconds(now, DAY_SECONDS),
    }),
  ),
  'other-certificate': showsInstead(
    'The server shows the certificate of another CA.',
    'other_certificate',
    () => otherCertificate,
  ),
  'other-hostname': showsInstead('The server shows a certificate for another hostname.', 'other_hostname', () => ({
    ...otherCertificate,
    isForAnotherName: true,
  })),
  'self-signed': showsInstead('The server shows a self-signed certificate.', 'self_signed', () => ({
    ...otherCertificate,
    issuer: otherCertificate.subject,
  })),
  'chain-incomplete': showsInstead(
    'The server does not send the certificates between its own and the root.',
    'chain_incomplete',
    () => ({
      verifyError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    }),
  ),
  'tls-failed': showsInstead('The server refuses the handshake.', 'tls_failed', () => ({
    kind: 'failed',
    cause: 'tls',
    reason: 'alert handshake failure',
  })),
  'https-unreachable': showsInstead('Port 443 of the server does not answer.', 'https_unreachable', () => never),
  'server-silent': silent('No machine of the server asks the service any more.', 'server_silent', {
    machines: bothSilent,
    shown: stillTheFirst,
  }),
  'machine-silent': silent('One of two machines does not ask the service any more.', 'machine_silent', {
    machines: ({ domain }) => [undefined, domain.createdAt],
  }),
  'access-unchecked': balancer('The server is a load balancer that was not checked yet.', 'access_unchecked'),
  'role-not-assumable': balancer('The load balancer’s IAM role cannot be assumed.', 'role_not_assumable'),
  'external-id-not-required': balancer('The IAM role requires no external id.', 'external_id_not_required'),
  'action-denied': balancer('The IAM role may not import certificates.', 'action_denied'),
  'listener-not-found': balancer('The load balancer’s listener was deleted.', 'listener_not_found'),
  'listener-of-other-account': balancer('The listener is in another AWS account than the role.', 'listener_of_other_account'),
  'listener-without-tls': balancer('The listener speaks HTTP.', 'listener_without_tls'),
  'rules-full': balancer('The load balancer has as many rules as AWS allows.', 'rules_full'),
  'listener-full': balancer('The load balancer has as many certificates as AWS allows.', 'listener_full'),
  'certificates-full': balancer('The AWS account holds as many certificates as AWS allows.', 'certificates_full'),
  'imports-used-up': balancer('The AWS account has imported as many certificates this year as AWS allows.', 'imports_used_up'),
  'certificate-unsupported': balancer('The load balancer does not take the certificate.', 'certificate_unsupported'),
  'certificate-in-use': balancer('AWS does not delete a certificate that is in use elsewhere.', 'certificate_in_use'),
  'distribution-not-found': balancer('The CloudFront distribution was deleted.', 'distribution_not_found'),
  'distribution-for-one-tenant': balancer('The CloudFront distribution cannot have tenants.', 'distribution_for_one_tenant'),
  'connection-group-not-found': balancer('CloudFront’s connection group was deleted.', 'connection_group_not_found'),
  'tenants-full': balancer('The AWS account has as many distribution tenants as AWS allows.', 'tenants_full'),
  'hostname-taken-at-aws': balancer('Another distribution of CloudFront has the hostname.', 'hostname_taken_at_aws'),
  'managed-certificate-failed': balancer('CloudFront gets no certificate for the hostname.', 'managed_certificate_failed'),
  'hostname-not-at-cloudfront': balancer('CloudFront does not find that the hostname leads to it.', 'hostname_not_at_cloudfront'),
  'aws-throttled': balancer('AWS takes no more requests of the account.', 'aws_throttled'),
  'aws-unavailable': balancer('AWS does not answer.', 'aws_unavailable'),
  'server-offline': {
    says: 'The whole server goes down: its machines are silent, and port 443 does not answer.',
    end: {
      code: 'server_not_connected',
      reason: 'server_silent',
      phase: 'active',
      when: ({ domain }) => (domain.served?.notified.risks.length ?? 0) > 0,
    },
    days: 3,
    world: {
      machines: bothSilent,
      shown: (at) => (wasServed(at) ? never : undefined),
    },
  },
  'certificate-expired': {
    says: 'The CA refuses every renewal until the certificate ends.',
    end: { code: 'certificate_expired', phase: 'failed' },
    days: 100,
    world: { order: renewalRefused },
  },
  'renewal-fails': {
    says: 'The CA refuses every renewal. The present certificate ends a month later.',
    end: { code: 'certificate_request_failed', phase: 'active', when: ({ domain }) => (domain.served?.renewalFailures ?? 0) > 0 },
    days: 100,
    world: { order: renewalRefused },
  },
  'expires-in-3d': {
    says: 'The first certificate ends in three days, and the CA refuses to renew it.',
    end: {
      code: 'certificate_request_failed',
      phase: 'active',
      when: ({ domain }) => (domain.served?.notified.expiryNotices ?? 0) > 0,
    },
    days: 2,
    world: { order: renewalRefused, daysLeft: (at) => (wasServed(at) ? undefined : 3) },
  },
  revoked: {
    says: 'The CA revokes the certificate a day later. The service notices, and renews at once.',
    end: { code: 'ok', phase: 'active', when: ({ domain }) => domain.execution.attempt > 1 },
    days: 10,
    world: { isRevokedByCa: ({ domain }) => domain.execution.attempt === 1 },
  },
  slow: {
    says: 'The record comes after 20 minutes, the CA takes 10, and the server 5. In real time, some 15 seconds.',
    end: { code: 'ok', phase: 'active' },
    pauseMs: 350,
    world: {
      dns: (at) => (ageSeconds(at) < Math.min(1_200, windowSeconds(at) / 2) ? { kind: 'cname-missing' } : undefined),
      validationSeconds: 600,
      shown: (at) => (at.domain.phase === 'installing' && isJustIssued(at.domain, at.now) ? never : undefined),
    },
  },
} as const satisfies Partial<Record<StoryName, Story>>;

function isJustIssued({ issued }: DomainIn<'installing'>, now: Date): boolean {
  return now.getTime() - Date.parse(issued.notBefore) < 300_000;
}

/** The DNS window: a stage may have a shorter one than the specification. */
function windowSeconds({ domain }: Moment): number {
  if (domain.phase !== 'awaiting-dns') return DAY_SECONDS;
  return (Date.parse(domain.dnsDeadlineAt) - Date.parse(domain.dnsStartedAt)) / 1000;
}
