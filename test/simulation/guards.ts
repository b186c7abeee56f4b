import type { Item } from '../../lambdas/shared/table/table.store.ts';
import { type FaultKind, timesOf } from './faults.ts';
import { BEFORE_NIGHT_MS, MAX_WEBHOOKS, type Traits, traitsOf } from './traits.ts';

interface Guarded {
  Key?: Item;
  Item?: Item;
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** A clause to remove from the condition of each write to an item whose `pk|sk` matches `of`. */
interface Clause {
  of: RegExp;
  clause: RegExp;
}

/** The worlds in which a guard matters, if these are few: only they are played to prove it. */
const WORLDS: Partial<Record<GuardName, (traits: Traits, timesOf: (fault: FaultKind) => number) => boolean>> = {
  'a slot is taken with the row of its name': ({ scarce }) => scarce === 'orders',
  'the quota of webhooks has room': ({ webhooks }) => webhooks > MAX_WEBHOOKS,
  'the budget of the CA has room': ({ scarce }) => scarce === 'orders',
  'the budget of the CA is all back': ({ scarce }) => scarce === 'orders',
  // One organization has many names queued when another's are queued before them, and there is more than one slot.
  'a turn of the queue is of what was seen': ({ settings, bulk, callSeconds }) =>
    settings.acme.limits?.ordersPerAccount?.count === 4 && bulk !== 'none' && callSeconds > 0,
  // An interrupted list resumes just when the nightly count treats its places as abandoned.
  'a correction of places is of what was seen': ({ bulk, startMs, scarce, webhooks }, timesOf) =>
    bulk === 'before the night' &&
    startMs === BEFORE_NIGHT_MS &&
    scarce !== 'orders' &&
    webhooks === 0 &&
    (timesOf('a list is left half-way') === 1 || timesOf('a list is left half-way') === 4) &&
    timesOf('slow call') > 1 &&
    timesOf('killed before a call') + timesOf('killed after a call') <= 2 &&
    timesOf('schedule is missed') <= 1,
  'places are given back once': (_, timesOf) => timesOf('lost answer') > 4,
  'a slot of checks is free': ({ scarce }) => scarce === 'checks',
  'a slot of checks is given back by its holder': ({ scarce, isCrowded }, timesOf) =>
    scarce === 'checks' && isCrowded && timesOf('lost answer') > 4,
  'a slot of a webhook is given back by its holder': ({ isCrowded }, timesOf) => isCrowded && timesOf('lost answer') > 4,
  'a certificate is announced where it was seen': ({ callSeconds }, timesOf) =>
    callSeconds > 0 && timesOf('answer of a step is not heard') > 1,
  'a delivery that has ended is not given up': (_, timesOf) => timesOf('message comes twice') > 1,
  'a due delivery is moved once': (traits, timesOf) =>
    isAboutWebhooks(traits) && timesOf('slow call') > 1 && timesOf('schedule comes twice') > 1,
  'a deleted webhook stays away': (traits) => isAboutWebhooks(traits) && traits.callSeconds > 0 && traits.isCrowded,
  'a clock of test mode is moved from where it was': ({ hasTestMode }) => hasTestMode,
};

/** Worlds with little other work, of which many can be played in a minute. */
function isAboutWebhooks({ webhooks, hasPortals, bulk, validation, isDeadly }: Traits): boolean {
  return webhooks > 0 && !hasPortals && bulk === 'none' && validation === 'http' && !isDeadly;
}

export function mattersIn(guard: GuardName, seed: number): boolean {
  return WORLDS[guard]?.(traitsOf(seed), (fault) => timesOf(seed, fault)) ?? true;
}

/** Holds for every item: none has this attribute. */
const ALWAYS = 'attribute_not_exists(takenAway)';
const WHOLE = /^.*$/s;

/**
 * Conditions of writes that prevent lost or repeated work. A play can remove each of them; some seed must then find a violation.
 */
const CONDITIONS = {
  'the version of a domain': [{ of: /^DOMAIN#/, clause: /version = :seen/ }],
  'a timeline ends once': [{ of: /^DOMAIN#.*TIMELINE/, clause: /attribute_not_exists\(#end\) OR #end > :end/ }],
  'a claim is taken from nobody': [{ of: /^HOST#/, clause: /attribute_not_exists\(pk\).*/ }],
  'an event is numbered once': [{ of: /^OUTBOX#/, clause: /attribute_not_exists\(#number\)/ }],
  'an event takes the next place of its log': [
    { of: /^ORG#/, clause: /.*#last.*/ },
    { of: /^EVENTS#/, clause: WHOLE },
  ],
  'an answer is kept once': [{ of: /^IDEMPOTENCY#/, clause: WHOLE }],
  'a certificate is retired by its own attempt': [{ of: /^SERVER#/, clause: /.*domainId.*attempt.*/ }],
  'a certificate is announced where it was seen': [{ of: /^SERVER#/, clause: /attribute_not_exists\(announcedAt\).*/ }],
  'the budget of the CA has room': [{ of: /^ACME#/, clause: /arrivalMs <= :latest/ }],
  'the budget of the CA is all back': [{ of: /^ACME#/, clause: /\(attribute_not_exists\(arrivalMs\).*/ }],
  'a quota of domains': [{ of: /^ORG#/, clause: /(\(places[.]domains <|places[.]domains <= :most).*/ }],
  'places are given back once': [{ of: /^ORG#/, clause: /places[.]givenBackBy1 <> :by( AND places[.]givenBackBy\d <> :by)*/ }],
  'a reconciliation goes on once': [{ of: /^ORG#.*USE/, clause: WHOLE }],
  'a correction of places is of what was seen': [{ of: /^ORG#/, clause: /places[.]changes = :seen/ }],
  'the rate of a key': [{ of: /^KEY#/, clause: /\(requestsInMinute < .*?\)\)/ }],
  'the rate of an organization': [{ of: /^ORG#/, clause: /\(requestsInHour < .*?\)\)/ }],
  'a window of a rate goes on': [{ of: /^(KEY|ORG)#/, clause: /\(attribute_not_exists\(counted\w+\) OR \w+ < :window\)/ }],
  'a turn of the queue is of what was seen': [{ of: /^ACME#/, clause: /\(attribute_not_exists\(#turn\).*/ }],
  'a signature is used once': [{ of: /^SIGNATURE#/, clause: WHOLE }],
  'a deleted webhook stays away': [{ of: /^ORG#.*WEBHOOK#/, clause: /^attribute_exists\(pk\)$/ }],
  'a slot of senders is free': [{ of: /^SENDER#/, clause: /\(attribute_not_exists\(#slot\).*/ }],
  'a slot of a webhook is free': [{ of: /^ORG#.*WEBHOOK#/, clause: /\(attribute_not_exists\(#slot\d\).*:slot\d\)/ }],
  'a slot of a webhook is given back by its holder': [
    { of: /^ORG#.*WEBHOOK#/, clause: /#slot\d = :lease( AND #slot\d = :lease)*/ },
  ],
  'an attempt is claimed by one sender': [{ of: /^DELIVERIES#/, clause: /attribute_not_exists\(pk\) OR .*/ }],
  'a delivery that has ended is not given up': [
    { of: /^DELIVERIES#/, clause: /#state = :pending AND \(attribute_not_exists\(c.*/ },
  ],
  'a due delivery is moved once': [{ of: /^DELIVERIES#/, clause: /duePk = :readPk.*/ }],
  'the quota of webhooks has room': [{ of: /^ORG#/, clause: /attribute_not_exists\(#count\) OR #count < :limit/ }],
  'a slot of checks is free': [{ of: /^DNS#/, clause: /\(attribute_not_exists\(#slot\).*/ }],
  'a slot of checks is given back by its holder': [{ of: /^DNS#/, clause: /#slot = :lease/ }],
  'a clock of test mode is moved from where it was': [{ of: /^ORG#.*TEST_CLOCK/, clause: WHOLE }],
} as const satisfies Record<string, readonly Clause[]>;
/** Guards that are not conditions: they are removed where the simulation calls the functions. */
export const OTHER_GUARDS = ['the name of an execution', 'a slot is taken with the row of its name'] as const;
export type GuardName = keyof typeof CONDITIONS | (typeof OTHER_GUARDS)[number];
export const GUARD_NAMES = [...(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]), ...OTHER_GUARDS];

export function withoutGuard(name: GuardName, input: object): object {
  if (!isCondition(name)) return input;
  const clauses: readonly Clause[] = CONDITIONS[name];
  const strip = (write: Guarded): Guarded => {
    const { pk, sk } = write.Key ?? write.Item ?? {};
    const { ConditionExpression: condition } = write;
    if (condition === undefined) return write;
    const found = clauses.find(({ of, clause }) => of.test(`${pk}|${sk}`) && clause.test(condition));
    return found ? withoutUnused({ ...write, ConditionExpression: condition.replace(found.clause, ALWAYS) }) : write;
  };
  const { TransactItems } = input as { TransactItems?: Record<string, Guarded>[] };
  if (!TransactItems) return strip(input);
  const items = TransactItems.map((item) =>
    Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, strip(write)])),
  );
  return { ...input, TransactItems: items };
}

/** DynamoDB rejects names and values that no expression uses. */
function withoutUnused(write: Guarded): Guarded {
  const { ConditionExpression, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...rest } = write;
  const used = new Set(`${ConditionExpression} ${UpdateExpression}`.match(/[:#]\w+/g));
  const names = Object.entries(ExpressionAttributeNames ?? {}).filter(([name]) => used.has(name));
  const values = Object.entries(ExpressionAttributeValues ?? {}).filter(([name]) => used.has(name));
  return {
    ...rest,
    ...(ConditionExpression && { ConditionExpression }),
    ...(UpdateExpression && { UpdateExpression }),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

function isCondition(name: GuardName): name is keyof typeof CONDITIONS {
  return name in CONDITIONS;
}
