import type * as z from 'zod/mini';
import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import {
  CHALLENGE_HOSTNAME_HEADER,
  EDGE_PATHS,
  MACHINE_HEADER,
  NO_PENDING_CHALLENGE,
  PENDING_CHALLENGE_HEADER,
} from '../../contract/paths.ts';
import {
  CertificatesAnswer,
  EnrollmentAnswer,
  type EnrollmentRequest,
  KeysAnswer,
  type MachineKeys,
  NonceAnswer,
  type NonceRequest,
  type PollQuery,
  ReportAnswer,
  type ReportRequest,
} from '../../lambdas/agent-api/edge.schema.ts';
import type { ServiceAnswer } from '../challenges/challenge-lookup.ts';
import type { EnrolledIdentity } from '../machine/identity.schema.ts';
import { reasonOf } from '../shared/reason.ts';
import type { EdgeResult } from './edge-result.ts';
import { signRequest } from './request-signature.gateway.ts';

/** The service ends requests after 25 s. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The CA waits about 10 s for a challenge, and the web server in front takes part of that. */
const CHALLENGE_TIMEOUT_MS = 5_000;
/** A key authorization is two base64url strings of 43 characters and a dot (RFC 8555, section 8.1). */
const CHALLENGE_LIMIT_BYTES = 1024;

/** A page is 50 certificates of some 6 kB, and Lambda answers at most 6 MB. */
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

export interface PollFacts {
  awaiting?: number;
  challengePath?: 'ok' | 'failed';
}

function queryOf(since: string | undefined, { awaiting, challengePath }: PollFacts): Record<string, string> {
  return {
    ...(since !== undefined && { since }),
    ...(awaiting !== undefined && { awaiting: String(awaiting) }),
    ...(challengePath && { challenge_path: challengePath }),
  } satisfies PollQuery;
}

export function edgeService(identity: EnrolledIdentity) {
  const { site, machine_id } = identity.enrollment;
  async function sendSigned<S extends z.ZodMiniType>(method: 'GET' | 'POST', path: string, schema: S, body = '') {
    const authorization = await signRequest(identity, { method, pathAndQuery: path, body });
    const headers = { authorization, [MACHINE_HEADER]: machine_id, ...jsonBody(body) };
    return send(`${site}${path}`, { method, headers, ...(body && { body }) }, schema);
  }
  return {
    certificates(since: string | undefined, facts: PollFacts = {}): Promise<EdgeResult<CertificatesAnswer>> {
      const query = new URLSearchParams(queryOf(since, facts)).toString();
      return sendSigned('GET', `${EDGE_PATHS.certificates}${query && `?${query}`}`, CertificatesAnswer);
    },
    registerKeys(keys: MachineKeys): Promise<EdgeResult<KeysAnswer>> {
      return sendSigned('POST', EDGE_PATHS.keys, KeysAnswer, JSON.stringify(keys));
    },
    report(report: ReportRequest): Promise<EdgeResult<ReportAnswer>> {
      return sendSigned('POST', EDGE_PATHS.reports, ReportAnswer, JSON.stringify(report));
    },
  };
}
export type EdgeService = ReturnType<typeof edgeService>;

export function enrollAt(site: string, request: EnrollmentRequest): Promise<EdgeResult<EnrollmentAnswer>> {
  const body = JSON.stringify(request);
  return send(`${site}${EDGE_PATHS.machines}`, { method: 'POST', headers: jsonBody(body), body }, EnrollmentAnswer);
}

export function nonceAt(site: string, request: NonceRequest): Promise<EdgeResult<NonceAnswer>> {
  const body = JSON.stringify(request);
  return send(`${site}${EDGE_PATHS.nonces}`, { method: 'POST', headers: jsonBody(body), body }, NonceAnswer);
}

export type ServiceContact = { kind: 'reached'; atMs?: number } | { kind: 'unreachable'; reason: string };

/** Whether the service answers at all, and its clock. */
export async function contactService(site: string): Promise<ServiceContact> {
  try {
    const url = `${site}${EDGE_PATHS.challenges}/contact`;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS) });
    await response.body?.cancel();
    const atMs = Date.parse(response.headers.get('date') ?? '');
    return { kind: 'reached', ...(!Number.isNaN(atMs) && { atMs }) };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
}

/** The key authorization of a pending challenge, `unknown`, or `unavailable` without a usable answer. */
export async function fetchChallenge(
  { site, machine_id }: Pick<EnrolledIdentity['enrollment'], 'site' | 'machine_id'>,
  token: string,
  hostname: string,
): Promise<ServiceAnswer> {
  try {
    const response = await fetch(`${site}${EDGE_PATHS.challenges}/${token}`, {
      headers: { [CHALLENGE_HOSTNAME_HEADER]: hostname, [MACHINE_HEADER]: machine_id },
      redirect: 'error',
      signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS),
    });
    if (response.status !== 200) await response.body?.cancel();
    const pending = response.headers.get(PENDING_CHALLENGE_HEADER);
    if (response.status === 404 && pending !== null)
      return { kind: 'unknown', ...(pending !== NO_PENDING_CHALLENGE && { pending }) };
    if (response.status !== 200) return { kind: 'unavailable' };
    const text = await readAtMost(response, CHALLENGE_LIMIT_BYTES);
    return text === undefined ? { kind: 'unavailable' } : { kind: 'found', text };
  } catch {
    return { kind: 'unavailable' };
  }
}

async function send<S extends z.ZodMiniType>(url: string, init: RequestInit, schema: S): Promise<EdgeResult<z.output<S>>> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await readAtMost(response, ANSWER_LIMIT_BYTES);
    if (text === undefined)
      return { kind: 'unavailable', reason: `an answer of more than ${ANSWER_LIMIT_BYTES} bytes`, ...retryAfterOf(response) };
    if (response.ok) return { kind: 'answered', body: schema.parse(JSON.parse(text)) };
    if (response.status === 401) return { kind: 'refused', ...dateOf(response) };
    const reason = `HTTP ${response.status}: ${text.slice(0, 500)}`;
    return { kind: 'unavailable', reason, ...retryAfterOf(response), ...(isFinal(response) && { isFinal: true }) };
  } catch (error) {
    return { kind: 'unavailable', reason: reasonOf(error) };
  }
}

/** True when the request itself is wrong, so a later retry would fail too. */
function isFinal({ status }: Response): boolean {
  return status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
}

/** Stops reading beyond the limit and returns undefined. */
async function readAtMost(response: Response, limit: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonBody(body: string): Record<string, string> {
  return body === '' ? {} : { 'content-type': 'application/json' };
}

function retryAfterOf(response: Response): { retryAfterSeconds?: number } {
  const now = sentAt(response.headers.get('date'), Date.now());
  const seconds = retryAfterSeconds(response.headers.get('retry-after'), now);
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

function dateOf(response: Response): { serviceTime?: string } {
  const serviceTime = response.headers.get('date');
  return serviceTime === null ? {} : { serviceTime };
}
