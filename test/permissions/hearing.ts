import type { Policies, Role } from './policies.ts';
import { type Place, type Question, questionsAbout, type RecordedRequest } from './questions.ts';
import { type Caller, type Permission, simulate } from './simulate.ts';

export interface Denial {
  caller: string;
  question: Question;
  count: number;
  refusedBy: string | undefined;
}

export interface Hearing {
  recorded: number;
  allowed: number;
  denials: Denial[];
  used: Map<Role, Permission[]>;
}

/** Evaluates every recorded request: whether AWS would allow everything that it does. Equal questions are evaluated once. */
export async function hear(
  requests: readonly (RecordedRequest & { count: number })[],
  policies: Policies,
  place: Place,
): Promise<Hearing> {
  const answers = new Map<string, ReturnType<typeof simulate>>();
  const hearing: Hearing = { recorded: 0, allowed: 0, denials: [], used: new Map() };
  for (const request of requests) {
    const questions = [...questionsAbout(request, place), ...aboutTableKey(request, policies, place)];
    const callers = callersOf(request.caller, policies, place);
    let isAllowed = true;
    for (const [caller, question] of callers.flatMap((one) => questions.map((each) => [one, each] as const))) {
      const key = JSON.stringify([request.caller, caller.role?.arn, question]);
      const asked = answers.get(key) ?? simulate(caller, question, policies.ofResources.get(question.resource));
      answers.set(key, asked);
      const { isAllowed: isThisAllowed, by, refusedBy } = await asked;
      if (caller.role && isThisAllowed) hearing.used.set(caller.role, [...(hearing.used.get(caller.role) ?? []), ...by]);
      if (isThisAllowed) continue;
      isAllowed = false;
      hearing.denials.push({ caller: caller.role?.name ?? request.caller, question, count: request.count, refusedBy });
    }
    hearing.recorded += request.count;
    if (isAllowed) hearing.allowed += request.count;
  }
  return hearing;
}

/**
 * The caller of a request: the function's role, the schedule's, or a service acting for a resource. The calling state machine is
 * not recorded: it may be either, because each has all steps.
 */
function callersOf(caller: string, policies: Policies, place: Place): Caller[] {
  if (caller === 'states.amazonaws.com') return policies.roleOfMachine.map((role) => ({ role }));
  return [callerOf(caller, policies, place)];
}

function callerOf(caller: string, policies: Policies, { account, region }: Place): Caller {
  const [, principal = '', sourceArn] = caller.match(/^(\S+[.]amazonaws[.]com) (.+)$/) ?? [];
  if (sourceArn !== undefined) {
    // API Gateway sends the calling route as source, EventBridge the rule's ARN.
    const route = `arn:aws:execute-api:${region}:${account}:${sourceArn.replace(' /', '/')}`;
    return { service: { principal, sourceArn: sourceArn.startsWith('arn:') ? sourceArn : route, sourceAccount: account } };
  }
  const role = policies.roleOfFunction.get(caller) ?? policies.roles.find(({ arn }) => arn === caller);
  if (!role) throw new Error(`${caller} has made a request, and no template has its role`);
  return { role };
}

/**
 * DynamoDB uses the table's key on behalf of the caller.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
function aboutTableKey({ service, request }: RecordedRequest, { names }: Policies, { account, region }: Place): Question[] {
  if (service !== 'dynamodb' || !request.TableName) return [];
  const [key] = [...names].find(([arn, name]) => name === 'TableKey' && arn.includes(':kms:')) ?? [];
  if (!key) throw new Error('the table has no key of ours');
  const context = { 'kms:CallerAccount': account, 'kms:ViaService': `dynamodb.${region}.amazonaws.com` };
  return [{ action: 'kms:Decrypt', resource: key, context }];
}
