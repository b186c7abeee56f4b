import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { StepName } from '../../contract/stack/steps.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';

/** What a Lambda asks AWS for. */
export interface AwsRequest {
  /** The function's name, as CDK makes it of its construct. Undefined: nobody of the service. */
  caller: string | undefined;
  action: string;
  body: string;
  /** The domain that it is about. */
  domainId: number | undefined;
}

interface NamedFunction {
  FunctionName?: string | undefined;
  FunctionArn?: string | undefined;
}

/** The access key of each function: recorded_requests.py gives it one made of its ARN. */
export function callersByKey(functions: readonly NamedFunction[]): Map<string, string> {
  const keyOf = (arn: string) => `ASIA${createHash('sha256').update(arn).digest('hex').slice(0, 16).toUpperCase()}`;
  return new Map(functions.map(({ FunctionName = '', FunctionArn = '' }) => [keyOf(FunctionArn), FunctionName]));
}

const CREDENTIAL = /Credential=([^/]+)\//;
const ROW = new RegExp(`"${keys.domain(0).pk.slice(0, -1)}(\\d+)"`);
/** StartExecution's own field, and what is said of a domain to KMS. */
const EXECUTION = /"name":"(\d+)-\d+/;

export function awsRequestOf(headers: IncomingHttpHeaders, body: string, callers: Map<string, string>): AwsRequest {
  const [, accessKey = ''] = CREDENTIAL.exec(headers.authorization ?? '') ?? [];
  const target = String(headers['x-amz-target'] ?? '');
  const [, id] = ROW.exec(body) ?? EXECUTION.exec(body) ?? SEALED_FOR.exec(body) ?? [];
  const domainId = id === undefined ? undefined : Number(id);
  return { caller: callers.get(accessKey), action: target.slice(target.lastIndexOf('.') + 1), body, domainId };
}

const SEALED_FOR = /"domain(?:Id)?":"(\d+)"/;

export function isAskedBy({ caller = '' }: AwsRequest, part: string): boolean {
  return caller.includes(part);
}

/** The part of a step's function's name that no other has: CDK leaves the hyphens out. */
export function functionOf(step: StepName): string {
  return `LifecycleSteps${step.replaceAll('-', '')}`;
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

/** Of the row of a domain. */
export function isRowRead({ action, domainId }: AwsRequest): boolean {
  return action === 'GetItem' && domainId !== undefined;
}
export function isRowWrite({ action, domainId }: AwsRequest): boolean {
  return WRITES.has(action) && domainId !== undefined;
}
