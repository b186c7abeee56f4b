import type { DiagnosisCode } from '../../contract/api/error-codes.ts';
import type { StoryName } from '../../contract/test-mode.ts';
import type { DnsFinding } from '../lifecycle/observation.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { CERTIFICATE_STORIES } from './certificate-stories.ts';
import { ageSeconds, type Moment, type Story, wasServed } from './story.ts';

/** From the block for documentation (RFC 5737). */
const OTHER_ADDRESS = '203.0.113.7';
const NEGATIVE_CACHE_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

type Of<Kind> = Omit<Extract<DnsFinding, { kind: Kind }>, 'kind' | 'actualTarget'>;

function story(code: DiagnosisCode, says: string, finding: (at: Moment) => DnsFinding, reason?: DnsReason): Story {
  const end = { code, phase: 'awaiting-dns', ...(reason && { reason }) } as const;
  return { says, end, world: { dns: finding } };
}
type DnsReason = NonNullable<Of<'cname-missing'>['reason']>;

function recordIsMissing(says: string, finding: Of<'cname-missing'> = {}, code: DiagnosisCode = 'cname_not_found'): Story {
  return story(code, says, () => ({ kind: 'cname-missing', ...finding }), finding.reason);
}

function recordLeadsElsewhere(says: string, target: (domain: Domain) => string, finding: Of<'cname-elsewhere'> = {}): Story {
  const dns = ({ domain }: Moment): DnsFinding => ({ kind: 'cname-elsewhere', actualTarget: target(domain), ...finding });
  return story('invalid_cname_target', says, dns, finding.reason);
}

function noUsableAnswer(says: string, finding: Of<'dns-unknown'> = {}): Story {
  return story('dns_validation_failed', says, () => ({ kind: 'dns-unknown', ...finding }), finding.reason);
}

const toProvider = () => 'shops.hosting-provider.example';
const baseOf = ({ cname }: Domain) => cname.target.slice(cname.target.indexOf('.') + 1);
const proxied = recordIsMissing(
  'The DNS provider’s proxy answers with its own addresses.',
  { reason: 'proxy_addresses', observed: OTHER_ADDRESS },
  'proxied_dns',
);
const beside = recordIsMissing(
  'Another record has the same name as the CNAME record.',
  { reason: 'record_beside_cname', observed: 'TXT' },
  'conflicting_records',
);

/** DNS stories. Each of these domains waits for its CNAME until `retry` is called. */
const DNS_STORIES = {
  'cname-not-found': recordIsMissing('The hostname has no record.'),
  'address-instead': recordIsMissing('The hostname has an address in place of a CNAME record.', {
    reason: 'address_instead',
    observed: OTHER_ADDRESS,
  }),
  'txt-instead': recordIsMissing('The target is in a TXT record.', { reason: 'txt_instead' }),
  'wildcard-answer': recordIsMissing('A wildcard record answers.', { reason: 'wildcard_answer', observed: OTHER_ADDRESS }),
  'doubled-name': {
    ...recordIsMissing('The record’s name contains the domain twice.', { reason: 'doubled_name' }),
    world: {
      dns: ({ domain }) => ({ kind: 'cname-missing', reason: 'doubled_name', observed: `${domain.url}.magic.test` }),
    },
  },
  'name-servers-differ': recordIsMissing('The zone has moved, but the registry lists its former name servers.', {
    reason: 'name_servers_differ',
  }),
  'domain-not-registered': recordIsMissing('The domain is not registered.', {
    reason: 'domain_not_registered',
    observed: 'magic.test',
  }),
  'proxied-dns': proxied,
  'proxy-addresses': proxied,
  'conflicting-records': beside,
  'record-beside-cname': beside,
  'invalid-cname-target': recordLeadsElsewhere('The record points to something else.', toProvider),
  'target-typo': recordLeadsElsewhere('A letter of the target is wrong.', ({ cname }) => `${cname.target.slice(1)}`, {
    reason: 'target_typo',
  }),
  'missing-dot': recordLeadsElsewhere(
    'The provider has appended the domain to the target.',
    ({ cname }) => `${cname.target}.magic.test`,
    {
      reason: 'missing_dot',
    },
  ),
  'base-target': recordLeadsElsewhere('The record has the base target, without the label of the server.', baseOf, {
    reason: 'base_target',
  }),
  'name-before-target': recordLeadsElsewhere(
    'The record’s value is the hostname followed by the target.',
    ({ url, cname }) => `${url}.${cname.target}`,
    { reason: 'name_before_target' },
  ),
  'other-target': recordLeadsElsewhere(
    'The record has the target of another account.',
    (domain) => `abcdefghijklmnop.${baseOf(domain)}`,
    {
      reason: 'other_target',
    },
  ),
  'other-server': {
    ...recordLeadsElsewhere('The record leads to another server of the organization.', toProvider, { reason: 'other_server' }),
    world: {
      dns: ({ domain }) => {
        const target = `qrstuvwxyzabcdef.${baseOf(domain)}`;
        const otherServer = { id: domain.serverId + 1 };
        return { kind: 'cname-elsewhere', actualTarget: target, ownName: target, otherServer, reason: 'other_server' };
      },
    },
  },
  'cname-loop': recordLeadsElsewhere('The CNAME records form a loop.', () => 'loop.magic.test', { reason: 'cname_loop' }),
  'chain-too-long': recordLeadsElsewhere('The CNAME records form a chain of more than eight names.', () => 'one.magic.test', {
    reason: 'chain_too_long',
  }),
  'dns-validation-failed': noUsableAnswer('The name servers give no usable answer.'),
  'chain-unanswered': noUsableAnswer('The chain continues in a zone whose name servers do not answer.', {
    reason: 'chain_unanswered',
    observed: 'shops.hosting-provider.example',
  }),
  servfail: noUsableAnswer('The name servers answer that they fail.', { reason: 'servfail' }),
  'dnssec-bogus': noUsableAnswer('A signature of DNSSEC is wrong.', { reason: 'dnssec_bogus' }),
  'dnssec-expired': noUsableAnswer('A signature of DNSSEC has expired.', { reason: 'dnssec_expired' }),
  'dnssec-key-missing': noUsableAnswer('The key that the registry names is not in the zone.', { reason: 'dnssec_key_missing' }),
  'lame-servers': noUsableAnswer('The name servers do not serve the zone.', { reason: 'lame_servers' }),
  'servers-silent': noUsableAnswer('The name servers do not answer.', { reason: 'servers_silent' }),
  'servers-not-public': noUsableAnswer('The name servers have private addresses.', { reason: 'servers_not_public' }),
  'servers-disagree': noUsableAnswer('One name server has the record, the other does not.', { reason: 'servers_disagree' }),
  'negative-cache': story(
    'in_progress',
    'Resolvers have cached for an hour that there is no record. Then the domain becomes active.',
    ({ domain, now }) =>
      ageSeconds({ domain, now }) < NEGATIVE_CACHE_SECONDS
        ? {
            kind: 'dns-unknown',
            reason: 'negative_cache',
            observed: addSeconds(new Date(domain.createdAt), NEGATIVE_CACHE_SECONDS),
          }
        : { kind: 'cname-matched' },
    'negative_cache',
  ),
  'dns-validation-timeout': {
    ...recordIsMissing('The hostname has no record for 24 hours.'),
    end: { code: 'dns_validation_timeout', phase: 'failed' },
  },
  'hostname-claimed': {
    ...recordIsMissing('A minute later, another organization proves that the hostname is its own.'),
    end: { code: 'hostname_claimed', phase: 'failed' },
    world: {
      dns: () => ({ kind: 'cname-missing' }),
      isClaimed: (at) => ageSeconds(at) >= 60,
    },
  },
} as const satisfies Partial<Record<StoryName, Story>>;

const isSwitched = (at: Moment) => ageSeconds(at) >= 30 * DAY_SECONDS;

/** The hostname's CNAME still points to the former provider. */
function validatedByDns(says: string, end: Story['end'], validation: DnsFinding): Story {
  const world: Story['world'] = {
    dns: (at) => (isSwitched(at) ? undefined : { kind: 'cname-elsewhere', actualTarget: toProvider() }),
    validation: () => validation,
  };
  return { says: `Register it with \`"validation": "dns"\`: ${says}`, validation: 'dns', end, world };
}

const VALIDATION_STORIES = {
  'ready-to-switch': validatedByDns(
    'the certificate is ready, and visitors are led elsewhere for a month. Then the domain becomes active.',
    {
      code: 'ready_to_switch',
      phase: 'awaiting-dns',
      when: ({ domain }) => domain.conditions.obstacle?.found.observed !== undefined,
    },
    { kind: 'cname-matched' },
  ),
  'validation-missing': validatedByDns(
    'the record of the validation is missing.',
    { code: 'cname_not_found', reason: 'validation_missing', phase: 'awaiting-dns' },
    { kind: 'cname-missing' },
  ),
  'validation-wrong': validatedByDns(
    'the record of the validation leads to another provider.',
    { code: 'invalid_cname_target', reason: 'validation_wrong', phase: 'awaiting-dns' },
    { kind: 'cname-elsewhere', actualTarget: 'shop.validation.hosting-provider.example' },
  ),
} as const satisfies Partial<Record<StoryName, Story>>;

const active: Story = {
  says: 'All goes well. The certificate is renewed every sixty days.',
  end: { code: 'ok', phase: 'active' },
  world: {},
};

/** Two days away, two days back. */
const STORM_PERIOD_DAYS = 4;
const STORM_DAYS = 60;
const isStorming = (at: Moment) => wasServed(at) && ageSeconds(at) < STORM_DAYS * DAY_SECONDS;
const isAway = (at: Moment) => isStorming(at) && (ageSeconds(at) / DAY_SECONDS) % STORM_PERIOD_DAYS < STORM_PERIOD_DAYS / 2;

/** Test-mode stories, by the label before the suffix. A code or reason without a story does not compile. */
export const STORIES: Record<StoryName, Story> = {
  active,
  ok: active,
  ...DNS_STORIES,
  ...VALIDATION_STORIES,
  ...CERTIFICATE_STORIES,
  'moves-away': {
    says: 'A day after the domain became active, its record points to something else.',
    end: { code: 'invalid_cname_target', phase: 'active' },
    days: 5,
    world: {
      dns: (at) =>
        wasServed(at) && ageSeconds(at) >= DAY_SECONDS
          ? { kind: 'cname-elsewhere', actualTarget: 'shops.hosting-provider.example' }
          : undefined,
    },
  },
  'renewal-paused': {
    says: 'The record of an active domain is gone for more than a week: no renewal begins until it is back.',
    end: { code: 'cname_not_found', reason: 'renewal_paused', phase: 'active' },
    days: 15,
    world: { dns: (at) => (wasServed(at) ? { kind: 'cname-missing' } : undefined) },
  },
  'webhook-storm': {
    says: 'For sixty days the record of an active domain is gone for two days and back for two. Its events come at once.',
    // The last day's renewal ends it.
    end: { code: 'ok', phase: 'active', when: ({ domain }) => domain.execution.attempt > 1 },
    days: STORM_DAYS + 5,
    world: { dns: (at) => (isAway(at) ? { kind: 'cname-missing' } : undefined) },
  },
  'server-created': {
    ...active,
    says: 'As `active`.',
    shownBy: 'The answer to the request that creates it shows the reason where its `server_id` has made a server.',
  },
  'former-server': {
    ...active,
    says: 'As `active`, but the record follows no move.',
    shownBy: 'Send PATCH with another `server_id`: the domain shows the reason, because its record leads to the former server.',
  },
  'not-seen-now': {
    ...active,
    says: 'As `active`, but a check finds no address of the server.',
    shownBy: 'Call `POST /api/domains/{id}/check`: its answer shows the reason.',
    world: {
      shown: (at) => (wasServed(at) ? { kind: 'failed', cause: 'dns', reason: 'no address' } : undefined),
    },
  },
};
