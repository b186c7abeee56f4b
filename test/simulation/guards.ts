import type { Item } from '../../lambdas/shared/table/table.store.ts';

/** A write with its condition, as the table gets it. */
interface Guarded {
  Key?: Item;
  Item?: Item;
  ConditionExpression?: string;
}

/**
 * Conditions of writes without which something would be lost or done twice. Each can be taken away in a play: then some seed must
 * find that. `of`: how the key of what is written begins; `condition`: what its condition says.
 */
export const GUARDS = {
  'the version of a domain': { of: 'DOMAIN#', condition: /version = :seen/ },
  'a claim is taken from nobody': { of: 'HOST#', condition: /attribute_not_exists\(pk\)/ },
  'a claim is validated by its own domain': { of: 'HOST#', condition: /domainId = :domain AND #state/ },
  'a claim is released by its own domain': { of: 'HOST#', condition: /domainId = :domain(?! AND #state)/ },
  'an event is numbered once': { of: 'OUTBOX#', condition: /attribute_not_exists\(#number\)/ },
  'the counter of a log': { of: 'ORG#', condition: /#last/ },
  'an event takes a new place': { of: 'EVENTS#', condition: /attribute_not_exists\(pk\)/ },
  'an answer is kept once': { of: 'IDEMPOTENCY#', condition: /./ },
  'a certificate is retired by its own attempt': { of: 'SERVER#', condition: /domainId|attempt/ },
  'the budget of the CA': { of: 'ACME#', condition: /./ },
  'a quota of domains': { of: 'ORG#', condition: /places/ },
  'a reconciliation goes on once': { of: 'ORG#', condition: /#task/ },
} as const satisfies Record<string, { of: string; condition: RegExp }>;
/** Guards that are no conditions: the simulation takes them away where it calls the functions. */
export const OTHER_GUARDS = ['the attempt of an execution', 'the name of an execution'] as const;
export type GuardName = keyof typeof GUARDS | (typeof OTHER_GUARDS)[number];
export const GUARD_NAMES = [...(Object.keys(GUARDS) as (keyof typeof GUARDS)[]), ...OTHER_GUARDS];

/** The same request without the guard. */
export function withoutGuard(name: GuardName, input: object): object {
  if (!isCondition(name)) return input;
  const { of, condition } = GUARDS[name];
  const strip = (write: Guarded): Guarded => {
    const isMeant = String((write.Key ?? write.Item)?.pk).startsWith(of) && condition.test(write.ConditionExpression ?? '');
    if (!isMeant) return write;
    const { ConditionExpression: _, ...rest } = write;
    return rest;
  };
  const { TransactItems } = input as { TransactItems?: Record<string, Guarded>[] };
  if (!TransactItems) return strip(input);
  const items = TransactItems.map((item) =>
    Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, strip(write)])),
  );
  return { ...input, TransactItems: items };
}

function isCondition(name: GuardName): name is keyof typeof GUARDS {
  return name in GUARDS;
}
