import { identityHeader } from '../../contract/http/identity-header.ts';
import type { EnrollmentAnswer, EnrollmentRequest, NonceAnswer, NonceRequest } from '../../lambdas/agent-api/edge.schema.ts';
import {
  type EnrolledIdentity,
  type HostMarks,
  type Identity,
  isOfAnotherHost,
  type KeyPairs,
} from '../machine/identity.schema.ts';
import { publicKeys } from '../machine/public-keys.ts';
import { type EdgeResult, waitAfterFailure } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';
import { reasonOf } from '../shared/reason.ts';

export interface EnrollPorts {
  readIdentity: () => Promise<Identity | undefined>;
  writeIdentity: (identity: Identity) => Promise<void>;
  newIdentity: () => Promise<KeyPairs>;
  readHostMarks: () => Promise<HostMarks>;
  /** Sends a signed request without effect, to see whether the service still accepts this machine's keys. */
  askAsEnrolled: (identity: EnrolledIdentity) => Promise<EdgeResult<unknown>>;
  enrollAt: (site: string, request: EnrollmentRequest) => Promise<EdgeResult<EnrollmentAnswer>>;
  nonceAt: (site: string, request: NonceRequest) => Promise<EdgeResult<NonceAnswer>>;
  /** A presigned AWS STS request with the machine's own credentials. Throws with the remedy. */
  presignIdentity: (header: string) => Promise<string>;
  describeAwsIdentity: (url: string, header: string) => Promise<string | undefined>;
  wait: (seconds: number) => Promise<void>;
  nowMs: () => number;
  jitter: () => number;
  log: Log;
}

/** What the machine enrolls by: a token, or a server that accepts its AWS role. */
export type EnrollmentRight = { token: string } | { organizationId: string; serverId: number };

export interface EnrollOptions {
  site: string;
  right: EnrollmentRight;
  name: string;
  replace: boolean;
  /** How long to retry while the service does not answer: nobody watches a machine boot. */
  retrySeconds: number;
}

/**
 * Enrolls this machine once. An enrolled machine enrolls again only for `replace`, for keys that came with another machine's
 * image, or when the service no longer knows the keys. Throws with the remedy.
 */
export async function enroll(options: EnrollOptions, ports: EnrollPorts): Promise<void> {
  const site = checkedSite(options.site);
  const host = await ports.readHostMarks();
  const found = await ports.readIdentity();
  const isForeign = found !== undefined && isOfAnotherHost(found, host);
  if (isForeign) ports.log('warn', 'the keys in this folder were made on another machine; this one gets its own');
  if (found && (options.replace || isForeign)) return enrollAnew(found, site, host, options, ports);
  if (found?.enrollment) {
    const { enrollment } = found;
    // A start-up script may still name the site before `set-site`.
    const sites = [enrollment.site, enrollment.former?.site ?? enrollment.site];
    if (!sites.map(checkedSite).includes(site))
      throw new Error(`this folder is enrolled at ${enrollment.site}; use another, or --replace`);
    return renew({ ...found, enrollment }, host, options, ports);
  }
  const identity: Identity = found ?? { ...(await ports.newIdentity()), host };
  // Stored before they are sent to the service.
  await ports.writeIdentity(identity);
  await enrollAs(identity, site, options, ports);
}

/**
 * Enrolls with new keys. The machine stores them beside its old identity until the service accepts them: after a lost answer it
 * enrolls with the same keys, and so remains the same machine.
 */
async function enrollAnew(found: Identity, site: string, host: HostMarks, options: EnrollOptions, ports: EnrollPorts) {
  const kept = found.anew && !isOfAnotherHost(found.anew, host) ? found.anew : undefined;
  const anew = kept ?? { ...(await ports.newIdentity()), host };
  if (!kept) await ports.writeIdentity({ ...found, anew });
  await enrollAs(anew, site, options, ports);
}

async function enrollAs(identity: Identity, site: string, options: EnrollOptions, ports: EnrollPorts): Promise<void> {
  const enrollment = { ...(await askUntilEnrolled(site, identity, options, ports)), site };
  await ports.writeIdentity({ ...identity, enrollment });
  ports.log('info', 'enrolled', enrollment);
}

/** Beyond it the service refuses every signature, which proves nothing about the machine. */
const CLOCK_LIMIT_MS = 60_000;

/** Gives new keys to a machine that was retired while it was off. Never throws: the machine still has certificates to serve. */
async function renew(enrolled: EnrolledIdentity, host: HostMarks, options: EnrollOptions, ports: EnrollPorts): Promise<void> {
  const { enrollment } = enrolled;
  const result = await ports.askAsEnrolled(enrolled);
  if (result.kind !== 'refused') return ports.log('info', 'already enrolled', { ...enrollment });
  const offMs = ports.nowMs() - Date.parse(result.serviceTime ?? '');
  if (Math.abs(offMs) >= CLOCK_LIMIT_MS)
    return ports.log('error', 'the service refuses this machine, whose clock is wrong: set it', { ...enrollment });
  ports.log('warn', 'the service knows this machine no more: it enrolls anew, with new keys', { ...enrollment });
  try {
    await enrollAnew(enrolled, enrollment.site, host, options, ports);
  } catch (error) {
    const { organization_id, server_id } = enrollment;
    ports.log('error', 'the service refuses this machine, which serves what is here and gets nothing new', {
      reason: reasonOf(error),
      remedy: `make a token: POST /api/servers/${server_id}/enrollments (${organization_id}); then: CPS_AGENT_TOKEN=enr_… cps-agent enroll --replace --site ${enrollment.site}, and restart the agent`,
    });
  }
}

/** Retries while the service does not answer, up to the time limit. */
async function askUntilEnrolled(
  site: string,
  identity: Identity,
  options: EnrollOptions,
  ports: EnrollPorts,
): Promise<EnrollmentAnswer> {
  const untilMs = ports.nowMs() + options.retrySeconds * 1000;
  for (let failures = 1; ; failures += 1) {
    const result = await tryOnce(site, identity, options, ports);
    if (result.kind === 'answered') return result.body;
    const message = `not enrolled: ${result.reason}`;
    const seconds = waitAfterFailure(failures, result.retryAfterSeconds, ports.jitter());
    if (result.isFinal || ports.nowMs() + seconds * 1000 > untilMs) throw new Error(message);
    ports.log('warn', `${message}; trying again`, { in_seconds: Math.round(seconds) });
    await ports.wait(seconds);
  }
}

type Tried = Exclude<EdgeResult<EnrollmentAnswer>, { kind: 'refused' }>;

async function tryOnce(site: string, identity: Identity, { right, name }: EnrollOptions, ports: EnrollPorts): Promise<Tried> {
  const keys = publicKeys(identity);
  if (!('token' in right)) return tryByIdentity(site, { ...keys, name }, right, ports);
  const result = await ports.enrollAt(site, { token: right.token, name, ...keys });
  if (result.kind !== 'refused') return result;
  return toFinal('the service does not accept the token: it is used up, revoked or too old; make a new one');
}

async function tryByIdentity(
  site: string,
  machine: Omit<EnrollmentRequest, 'token' | 'aws_identity'>,
  { organizationId, serverId }: Exclude<EnrollmentRight, { token: string }>,
  ports: EnrollPorts,
): Promise<Tried> {
  const { signing_jwk, encryption_jwk } = machine;
  const at = { organization_id: organizationId, server_id: serverId };
  const given = await ports.nonceAt(site, { ...at, signing_jwk, encryption_jwk });
  if (given.kind === 'refused') return toFinal('this service takes no machines by their AWS identity');
  if (given.kind === 'unavailable') return given;
  const { nonce } = given.body;
  const header = identityHeader(nonce, { organizationId, serverId, signingKey: signing_jwk, encryptionKey: encryption_jwk });
  const url = await ports.presignIdentity(header);
  const result = await ports.enrollAt(site, { ...machine, aws_identity: { ...at, nonce, url } });
  if (result.kind !== 'refused') return result;
  const arn = await ports.describeAwsIdentity(url, header);
  const who = arn === undefined ? 'AWS STS does not accept its credentials either' : `AWS says that it is ${arn}`;
  return toFinal(
    `server ${organizationId}/${serverId} does not take this machine: ${who}. Its role must be in config.machine_roles of the server`,
  );
}

function toFinal(reason: string): Tried {
  return { kind: 'unavailable', reason, isFinal: true };
}

/**
 * The URL as its parser writes it, without a final slash. Plain HTTP, which would expose the token, is allowed only to this
 * machine itself.
 */
export function checkedSite(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  const isLocal = url !== null && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(isLocal && url?.protocol === 'http:'))
    throw new Error('--site must be an https:// address');
  return url.href.replace(/\/+$/, '');
}
