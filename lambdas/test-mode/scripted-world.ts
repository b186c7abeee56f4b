import { SILENT_AFTER_SECONDS } from '../../contract/stack/settings.schema.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { storyOf } from '../../contract/test-mode.ts';
import { challengeMethod, challengeTypeOf, type Preflight } from '../acme/challenge.ts';
import { serverChecker } from '../checks/look-at-server.ts';
import { type CaaObservation, forbiddenByCaa } from '../dns/look-at-caa.ts';
import type { ExpectedCname } from '../dns/look-at-cname.ts';
import { newDomain } from '../lifecycle/new-domain.ts';
import type { DnsFinding, DnsObservation, DomainObservation, DryRunObservation } from '../lifecycle/observation.ts';
import { unreachableDiagnosis } from '../lifecycle/preparation-transition.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Domain, Validation } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/scan-time.ts';
import { validationName } from '../model/domains/validation.ts';
import type { AgentServer, Machine, Server } from '../model/servers/server.schema.ts';
import { silenceDueAt, silentMachines, WITHOUT_MACHINES, withSilent } from '../model/servers/server.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { GuardedNet, PeerCertificate } from '../shared/net/guarded.gateway.ts';
import { STORIES } from './stories.ts';
import { isRetried, type Moment, type Story, type World } from './story.ts';

/** From the block for documentation (RFC 5737). */
const SERVER_ADDRESS = '192.0.2.80';
const HTTPS_PORT = 443;

/** A domain without a story is healthy. */
export function storyOfDomain({ url }: Pick<Domain, 'url'>): Story {
  return STORIES[storyOf(url) ?? 'active'];
}

export function worldOf(at: Moment): World {
  return isRetried(at) ? {} : storyOfDomain(at.domain).world;
}

/** Replaces everything outside the service for the steps and checks of one domain. `at`: the current domain and its time. */
export function scriptedWorld(at: () => Moment) {
  const servers = {
    get: async (_organizationId: string, serverId: number) => serverAt(serverId, at()),
    machines: async () => machinesAt(at()),
  };
  const net: Pick<GuardedNet, 'tlsPeer' | 'tlsPeers'> = {
    tlsPeer: async () => peerAt(at()),
    tlsPeers: async () => [peerAt(at())],
  };
  const lookAtCname = async (domain: Domain, now: Date): Promise<DnsObservation> => {
    const dns = dnsAt({ domain, now });
    return domain.validation ? { ...dns, validation: validationAt({ domain, now }, domain.validation) } : dns;
  };
  const lookAtValidation = async (domain: Domain, validation: Validation, now: Date) => validationAt({ domain, now }, validation);
  const lookAtCaa = async () => [caaAt(at())];
  const preflight = async (domain: Domain, now: Date) => pathAt({ domain, now });
  const settings = { edgeHttpsPort: HTTPS_PORT, agent: { silentAfterSeconds: SILENT_AFTER_SECONDS } };
  const lookAtServer = serverChecker({ net, servers, settings });

  async function dryRun(domain: Domain, now: Date): Promise<DryRunObservation> {
    const forbidden = forbiddenByCaa(caaAt({ domain, now }));
    if (forbidden) return { kind: 'dry-run-failed', diagnosis: forbidden };
    const trouble = await challengeMethod(challengeTypeOf(domain)).isPublished(domain, { preflight, servers }, now);
    return trouble ? { kind: 'dry-run-failed', diagnosis: unreachableDiagnosis(trouble) } : { kind: 'dry-run-passed' };
  }

  return {
    servers,
    net,
    httpsPort: HTTPS_PORT,
    lookAtCname,
    lookAtCaa,
    lookAtValidation,
    preflight,
    lookAtServer,
    lookAtOwnTarget: async (domain: Domain, now: Date) => ownTargetAt({ domain, now }),
    async lookAtDomain(domain: Domain, now: Date): Promise<DomainObservation> {
      const dns = await lookAtCname(domain, now);
      const seen = await lookAtServer(domain, now);
      return { dns, ...seen, ...(isDryRunDue(domain, now) && { dryRun: await dryRun(domain, now) }) };
    },
  };
}
export type ScriptedWorld = ReturnType<typeof scriptedWorld>;

/**
 * Checks a hostname without a domain like one created now. Without a target, the server does not exist yet and no record leads
 * there.
 */
export function scriptedDnsChecks(timings: Timings) {
  const request = { server_id: 1, send_notifications: false, metadata: {} };
  const facts = { id: 0, organizationId: '', whyNotReady: undefined, serverIsNew: false };
  const at = (url: string, cnameTarget: string, now: Date): Moment => ({
    domain: newDomain({ url, ...request }, { ...facts, cnameTarget }, { now, timings }),
    now,
  });
  return {
    lookAtCname: async ({ url, cname: { target } }: ExpectedCname, now: Date): Promise<DnsObservation> =>
      target === undefined ? { kind: 'cname-missing', evidence: [] } : dnsAt(at(url, target, now)),
    lookAtCaa: async (url: string, target: string | undefined, now: Date) => caaAt(at(url, target ?? '', now)),
  };
}

function dnsAt(at: Moment): DnsObservation {
  return withEvidence(worldOf(at).dns?.(at) ?? { kind: 'cname-matched' }, at);
}

function validationAt(at: Moment, { target }: Validation): DnsObservation {
  const { domain, now } = at;
  const finding = worldOf(at).validation?.(at);
  if (!finding) return dnsAt(at);
  const record = { url: validationName(domain), cname: { target } };
  return withEvidence(finding, { domain: record, now });
}

/** For a moving hostname: only the new server's label counts. */
function ownTargetAt(at: Moment): DnsObservation {
  const { move } = at.domain;
  const former = move?.fromCnameTarget;
  if (storyOf(at.domain.url) !== 'former-server' || !move || former === undefined) return dnsAt(at);
  const otherServer = { id: move.fromServerId };
  return withEvidence(
    { kind: 'cname-elsewhere', actualTarget: former, ownName: former, otherServer, reason: 'other_server' },
    at,
  );
}

interface CnameRecord {
  url: string;
  cname: { target: string };
}

function withEvidence(finding: DnsFinding, { domain, now }: { domain: CnameRecord; now: Date }): DnsObservation {
  return { ...finding, evidence: [evidence('dns', `CNAME ${domain.url}`, answerTo(finding, domain), now, 'ns1.magic.test')] };
}

function answerTo(finding: DnsFinding, { cname }: CnameRecord): string {
  switch (finding.kind) {
    case 'cname-matched':
      return cname.target;
    case 'cname-elsewhere':
      return finding.actualTarget;
    case 'cname-missing':
      return finding.observed === undefined ? 'no record' : `no record; ${finding.observed}`;
    case 'dns-unknown':
      return finding.reason === 'servers_silent' ? 'no answer' : 'SERVFAIL';
  }
}

function caaAt(at: Moment): CaaObservation {
  const { domain, now } = at;
  const trouble = worldOf(at).caa?.(at);
  if (!trouble) return { kind: 'caa-allows' };
  const said = trouble.kind === 'caa-forbids' ? `${domain.url} CAA 0 issue ";"` : 'SERVFAIL';
  return { ...trouble, evidence: [evidence('caa', `CAA ${domain.url}`, said, now)] };
}

function pathAt(at: Moment): Preflight {
  const { domain, now } = at;
  const trouble = worldOf(at).path?.(at);
  if (!trouble) return { kind: 'passed' };
  const said = evidence('http', `GET http://${domain.url}/.well-known/acme-challenge/probe`, answerOf(trouble), now);
  return { kind: 'failed', ...trouble, evidence: [said] };
}

function answerOf({ reason = 'not the answer' }: { reason?: string }): string {
  return reason.replaceAll('_', ' ');
}

function peerAt(at: Moment): PeerCertificate | Failed {
  const { domain } = at;
  const expected = 'issued' in domain ? domain.issued : domain.served?.certificate;
  if (!expected) return { kind: 'failed', cause: 'connection', reason: 'connection refused' };
  const shown = worldOf(at).shown?.(at);
  if (shown && 'cause' in shown) return shown;
  const { fingerprintSha256, issuer, notAfter } = expected;
  return {
    kind: 'certificate',
    fingerprintSha256,
    issuer,
    notAfter,
    subject: `CN=${domain.url}`,
    address: SERVER_ADDRESS,
    ...shown,
  };
}

function serverAt(id: number, at: Moment): Server {
  const { organizationId, createdAt, cname } = at.domain;
  const [label = ''] = cname.target.split('.');
  const common = { organizationId, id, name: `Server ${id}`, label, createdAt };
  const { access } = worldOf(at);
  if (access !== undefined) return { ...common, ...balancerWith(access, createdAt) };
  return withStoryMachines({ ...common, type: 'agent', ...WITHOUT_MACHINES, revision: 0 }, at);
}

/** The server as if the story's machines were enrolled there, too, and reported that challenges reach them. */
export function withStoryMachines(server: AgentServer, at: Moment): AgentServer {
  const machines = machinesAt(at);
  const lastSeenAt = [server, ...machines]
    .flatMap((each) => each.lastSeenAt ?? [])
    .toSorted()
    .at(-1);
  const machineCount = server.machineCount + machines.length;
  const silent = silentMachines(machines, SILENT_AFTER_SECONDS, at.now);
  return withSilent({ ...server, machineCount, lastSeenAt, challengePathSeenAt: lastSeenAt }, silent);
}

function balancerWith(found: NonNullable<World['access']>, at: string) {
  const observed = found === 'action_denied' ? { action: 'acm:ImportCertificate' } : { observed: found.replaceAll('_', ' ') };
  const problem = found === 'access_unchecked' ? undefined : { reason: found, ...observed, at };
  const access = problem && { access: { checkedAt: at, quotas: [], problem } };
  return { type: 'alb' as const, roleArn: '', listenerArn: '', region: '', ...access };
}

export function machinesAt(at: Moment): Machine[] {
  const machines = worldOf(at).machines?.(at) ?? [undefined];
  if (machines === 'none') return [];
  return machines.map((silentSince, position) => ({
    id: `mch_story${position + 1}`,
    name: `machine ${position + 1}`,
    signingJwk: {},
    encryptionJwk: {},
    enrolledAt: at.domain.createdAt,
    lastSeenAt: silentSince ?? at.now.toISOString(),
    challengePath: 'ok' as const,
  }));
}

/** When the silence of machines is noticed. Undefined while all poll. */
export function silenceNoticedAt(at: Moment): string | undefined {
  const machines = worldOf(at).machines?.(at) ?? [];
  const silent = machines === 'none' ? [] : machines.filter((since) => since !== undefined);
  const [first] = silent.toSorted();
  return first === undefined ? undefined : silenceDueAt({ enrolledAt: first }, SILENT_AFTER_SECONDS);
}
