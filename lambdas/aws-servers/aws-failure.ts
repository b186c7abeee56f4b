import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { AwsProblemReason } from '../../contract/api/error-codes.ts';
import { AWS_CALLS, type AwsCall } from '../model/aws-servers/aws-calls.ts';
import { cleanText } from '../model/domains/diagnosis/conditions.ts';
import type { AwsProblem } from '../model/servers/server.schema.ts';

const OF_THE_SERVER: AwsProblemReason[] = [
  'role_not_assumable',
  'action_denied',
  'listener_not_found',
  'listener_without_tls',
  'distribution_not_found',
  'connection_group_not_found',
];

/** A call in an integrator's account, or the call that assumes its role. */
export type AccountCall = AwsCall | 'sts:AssumeRole';

/**
 * An AWS call that failed. `later`: nothing is wrong with the call itself, and no other call in the account and region, or with
 * this role, would succeed now. Otherwise somebody must act, and other calls may succeed.
 */
export class AwsFailure extends Error {
  readonly later: 'account' | 'role' | undefined;
  readonly problem: Omit<AwsProblem, 'at'>;

  constructor(problem: Omit<AwsProblem, 'at'>, cause: unknown, later?: AwsFailure['later']) {
    super(`${problem.reason}: ${problem.observed ?? ''}`, { cause });
    this.name = 'AwsFailure';
    this.problem = problem;
    this.later = later;
  }

  /** True when the failure affects all work at the server, not only one certificate or tenant. */
  get isOfTheServer(): boolean {
    const { reason, observed = '' } = this.problem;
    return OF_THE_SERVER.includes(reason) && !/:certificate\/[\da-f]|:distribution-tenant\/\w/.test(observed);
  }
}

/** Errors with a meaning for one call are values of its gateway and do not come here. */
export async function callAws<T>(call: AccountCall, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw awsFailure(call, error);
  }
}

/** AWS's names for an error; the SDK appends `Exception` to some. */
export function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name.replace(/Exception$/, ''));
}

// ACM calls it AccessDeniedException; ELB, IAM and STS AccessDenied.
const DENIED = ['AccessDenied', 'AccessDenied', 'UnauthorizedOperation', 'NotAuthorized'];
/** Credentials that expired, or are invalid in this region. */
const CREDENTIALS = ['ExpiredToken', 'InvalidClientTokenId', 'UnrecognizedClient', 'RegionDisabled', 'OptInRequired'];

/** From each API reference, "Errors". Unmodelled errors are in IAM's guide ("Troubleshoot access denied error messages"). */
const REASON_OF_NAME: Record<string, AwsProblemReason> = {
  ListenerNotFound: 'listener_not_found',
  LoadBalancerNotFound: 'listener_not_found',
  UnsupportedProtocol: 'listener_without_tls',
  TooManyCertificates: 'listener_full',
  TooManyRules: 'rules_full',
  UnsupportedCertificate: 'certificate_unsupported',
  ResourceInUse: 'certificate_in_use',
  NoSuchDistribution: 'distribution_not_found',
  CNAMEAlreadyExists: 'hostname_taken_at_aws',
  EntityLimitExceeded: 'tenants_full',
};
/** For ImportCertificate these mean an unsupported certificate. Elsewhere they would be the service's own error. */
const UNSUPPORTED_IMPORT = ['Validation', 'ValidationError', 'InvalidParameter'];

function awsFailure(call: AccountCall, error: unknown): AwsFailure {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const observed = cleanText(`${name}: ${message}`);
  // A role belongs to one server; other calls affect everything in the account.
  const later = call === 'sts:AssumeRole' ? 'role' : 'account';
  // STS has a host in every AWS region, so the listener's ARN names a wrong region. A DNS failure would be EAI_AGAIN.
  if (call === 'sts:AssumeRole' && isHostUnknown(error)) return new AwsFailure({ reason: 'listener_not_found', observed }, error);
  if (isOfTheSdk(error)) {
    // The SDK counts this name of a full quota as a throttle.
    const isQuota = isNamed(error, 'LimitExceeded') && call === 'acm:ImportCertificate';
    if (isThrottlingError(error) && !isQuota) return new AwsFailure({ reason: 'aws_throttled', observed }, error, later);
    if (isTransientError(error)) return new AwsFailure({ reason: 'aws_unavailable', observed }, error, later);
  }
  if (call === 'sts:AssumeRole' || isNamed(error, ...CREDENTIALS)) {
    return new AwsFailure({ reason: 'role_not_assumable', observed }, error);
  }
  if (isNamed(error, ...DENIED))
    return new AwsFailure({ reason: 'action_denied', action: deniedAction(call, message), observed }, error);
  return new AwsFailure({ reason: reasonOf(call, error, message), observed }, error);
}

function reasonOf(call: AwsCall, error: unknown, message: string): AwsProblemReason {
  if (call === 'acm:ImportCertificate') {
    // "You have imported the maximum number of 5000 certificates in the last year." Only the text distinguishes it.
    if (isNamed(error, 'LimitExceeded')) return /\byear\b/i.test(message) ? 'imports_used_up' : 'certificates_full';
    if (isNamed(error, ...UNSUPPORTED_IMPORT)) return 'certificate_unsupported';
  }
  // For a tenant to be created, the missing entity is one that it names: the connection group only if the request has one.
  if (isNamed(error, 'EntityNotFound'))
    return /connection.?group/i.test(call + message) ? 'connection_group_not_found' : 'distribution_not_found';
  // The error has no name of its own: "Could not verify Domain Name ownership. It may not be pointing to a valid CloudFront
  // resource."
  if (isNamed(error, 'InvalidArgument') && /ownership|pointing/i.test(message)) return 'hostname_not_at_cloudfront';
  const name = error instanceof Error ? error.name.replace(/Exception$/, '') : '';
  return REASON_OF_NAME[name] ?? 'aws_unavailable';
}

/** AWS names the denied action only in its text. If it does not, the called action itself is missing. */
function deniedAction(call: AwsCall, message: string): string {
  const [, action] = /is not authorized to perform: ([\w-]+:\w+)/.exec(message) ?? [];
  return action ?? AWS_CALLS[call][0];
}

function isHostUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
}

function isOfTheSdk(error: unknown): error is Parameters<typeof isThrottlingError>[0] {
  return error instanceof Error;
}
