import { IDENTITY_HEADER } from '../../../contract/http/identity-header.ts';
import { MACHINE_IDENTITY_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { RoleArn } from '../../model/aws-servers/arns.ts';

// A machine proves its AWS role with an STS request that it signs and the service sends. The service sends only what matches that
// exact request. Failures of others here: CVE-2020-16250, CVE-2022-2385.

export interface ProofRequest {
  /** `https://sts.<region>.amazonaws.com`, or the service's configured endpoint. */
  origin: string;
  /** Exactly as signed. */
  pathAndQuery: string;
  /** The endpoint's partition: STS answers only for identities of its own. Absent: any. */
  partition?: string;
}
type CheckedProof = ({ kind: 'good' } & ProofRequest) | { kind: 'problem'; problem: string };

/** The allowed difference of a machine's clock; STS allows 15 minutes. */
const MAX_SKEW_SECONDS = 300;
const MAX_LIFETIME_SECONDS = 300;
const REGIONAL_HOST = /^sts\.([a-z]{2}(?:-[a-z]+){1,2}-\d)\.amazonaws\.com(\.cn)?$/;
/** Each exactly once, in exact case: AWS compares names case-insensitively, so duplicates could contradict each other. */
const QUERY = [
  'Action',
  'Version',
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  // Only temporary role credentials have it, so that no user's long-lived key enrolls a machine.
  'X-Amz-Security-Token',
  'X-Amz-SignedHeaders',
  'X-Amz-Signature',
] as const;
type Query = Record<(typeof QUERY)[number], string>;

/** Accepts nothing but a presigned GetCallerIdentity URL. `ownEndpoint`: the AWS endpoint, where it is not AWS itself. */
export function checkProof(text: string, now: Date, ownEndpoint?: string): CheckedProof {
  const place = placeOf(text, ownEndpoint);
  if (!place) return problem(MACHINE_IDENTITY_PROBLEMS.address);
  const query = queryOf(place.url);
  if (query?.Action !== 'GetCallerIdentity' || query.Version !== '2011-06-15') return problem(MACHINE_IDENTITY_PROBLEMS.query);
  if (!isRightlySigned(query, place.region)) return problem(MACHINE_IDENTITY_PROBLEMS.signature);
  const skewSeconds = skewOf(query, now);
  if (skewSeconds === undefined) return problem(MACHINE_IDENTITY_PROBLEMS.signature);
  if (Math.abs(skewSeconds) > MAX_SKEW_SECONDS) return problem(MACHINE_IDENTITY_PROBLEMS.clock(skewSeconds));
  const { url, partition } = place;
  return { kind: 'good', origin: url.origin, pathAndQuery: url.pathname + url.search, ...(partition && { partition }) };
}

function problem(text: string): CheckedProof {
  return { kind: 'problem', problem: text };
}

interface Place {
  url: URL;
  /** Absent: any. */
  region?: string;
  partition?: string;
}

function placeOf(text: string, ownEndpoint: string | undefined): Place | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.username === '' && url.password === '' && url.pathname === '/' && url.hash === '';
  if (!url || !isBare) return undefined;
  if (ownEndpoint !== undefined && url.origin === new URL(ownEndpoint).origin) return { url };
  const [host, region, china] = REGIONAL_HOST.exec(url.hostname) ?? [];
  if (url.protocol !== 'https:' || url.port !== '' || host === undefined || region === undefined) return undefined;
  const partition = partitionOf(region);
  return (partition === 'aws-cn') === (china !== undefined) ? { url, region, partition } : undefined;
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

function queryOf(url: URL): Query | undefined {
  const entries = [...url.searchParams];
  const names = new Set(entries.map(([name]) => name));
  const isExact = entries.length === QUERY.length && QUERY.every((name) => names.has(name));
  return isExact ? (Object.fromEntries(entries) as Query) : undefined;
}

function isRightlySigned(query: Query, region: string | undefined): boolean {
  const [, day, scopeRegion] =
    /^[A-Z0-9]{16,128}\/(\d{8})\/([a-z0-9-]+)\/sts\/aws4_request$/.exec(query['X-Amz-Credential']) ?? [];
  const lifetime = Number(/^\d{1,3}$/.exec(query['X-Amz-Expires'])?.[0]);
  return (
    query['X-Amz-Algorithm'] === 'AWS4-HMAC-SHA256' &&
    query['X-Amz-SignedHeaders'] === `host;${IDENTITY_HEADER}` &&
    /^[0-9a-f]{64}$/.test(query['X-Amz-Signature']) &&
    query['X-Amz-Date'].startsWith(`${day}T`) &&
    (region === undefined || scopeRegion === region) &&
    lifetime >= 1 &&
    lifetime <= MAX_LIFETIME_SECONDS
  );
}

/** The seconds that the machine's clock is ahead; undefined for an invalid time. */
function skewOf(query: Query, now: Date): number | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query['X-Amz-Date']) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const signedAtMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(signedAtMs) ? undefined : Math.round((signedAtMs - now.getTime()) / 1000);
}

export interface AwsCaller extends RoleArn {
  /** `arn:aws:sts::<account>:assumed-role/<role>/<session>`. */
  arn: string;
}

const CALLER =
  /^(?:<\?xml[^>]*>)?\s*<GetCallerIdentityResponse[^>]*>\s*<GetCallerIdentityResult>((?:\s*<(Arn|UserId|Account)>[^<>]*<\/\2>){3})\s*<\/GetCallerIdentityResult>/;
const ASSUMED_ROLE = /^arn:(aws|aws-cn|aws-us-gov):sts::(\d{12}):assumed-role\/([\w+=,.@-]{1,64})\/[\w+=,.@-]{1,64}$/;

/** Parses the answer of STS. Undefined for any other text, and for callers that are no role: a user, a root user. */
export function parseStsAnswer(answer: string): AwsCaller | undefined {
  const [, result = ''] = CALLER.exec(answer) ?? [];
  const arns = [...result.matchAll(/<Arn>([^<>]*)<\/Arn>/g)].map(([, arn = '']) => arn.trim());
  const [arn, partition, accountId, name] = ASSUMED_ROLE.exec(arns[0] ?? '') ?? [];
  if (arns.length !== 1 || arn === undefined || partition === undefined || accountId === undefined || name === undefined)
    return undefined;
  return { arn, partition, accountId, name };
}
