import * as z from 'zod/mini';
import { TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';
import { outboxWrite } from '../../../shared/outbox/outbox.store.ts';
import { DUE_ZONE_PARTITION, keys } from '../../../shared/table/keys.ts';
import { wonRace } from '../../../shared/table/lost-race.ts';
import type { Table, TableReads } from '../../../shared/table/table.store.ts';
import type { Clock } from '../../../shared/time/clock.gateway.ts';
import { addSeconds, readAtMostEvery } from '../../../shared/time/instant.ts';

/** What a CA is to be answered when it asks a hostname for this token. Nothing in it is secret. */
export const StoredChallenge = z.object({
  hostname: z.string(),
  keyAuthorization: z.string(),
  expiresAtSeconds: z.int(),
});
export type StoredChallenge = z.infer<typeof StoredChallenge>;

export function challengeStore(table: Table) {
  return {
    /**
     * A token belongs to one challenge for ever, so a repeat writes the same item. Beside it as that of its hostname: an agent
     * that is flooded with tokens is told the real one, whichever it asks about.
     */
    async put(token: string, challenge: StoredChallenge): Promise<void> {
      await Promise.all([
        table.put({ ...keys.challenge(token), ...challenge }),
        table.put({ ...keys.challenge(challenge.hostname), ...challenge }),
      ]);
    },

    async get(token: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(token)), now);
    },

    /** The one that was published last. */
    async ofHostname(hostname: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(hostname)), now);
    },
  };
}

function parseUnlessExpired(item: Record<string, unknown> | undefined, now: Date): StoredChallenge | undefined {
  const challenge = item && StoredChallenge.parse(item);
  return challenge && challenge.expiresAtSeconds > now.getTime() / 1000 ? challenge : undefined;
}
export type ChallengeStore = ReturnType<typeof challengeStore>;

/** What its writer has made of a proof (model/servers/label-records.schema.ts): once it is served, it is due when it is to go. */
const ShownProof = z.object({
  proof: z.object({ value: z.string(), until: z.string(), domainId: z.int() }),
  stepDueAt: z.optional(z.string()),
});

interface Proven {
  label: string;
  organizationId: string;
  /** Whose proof it is: a hostname that is created anew has the same label. */
  domainId: number;
}

/** What a CA is to find at the label of a hostname, and until when at most. */
export interface Proof extends Proven {
  value: string;
  until: string;
}

/** The end of a proof that is withdrawn: over by every clock, also by that of a step which began before. */
const LONG_AGO = new Date(0).toISOString();

/** Of what is left, so much is left at each renewal: some of them write nothing. */
const LEFT_SECONDS = 200 * 86_400;

/** The proofs that hostnames show to a CA in DNS. Each write wakes the writer of the zone. */
export function proofStore(table: Table, newId: () => string) {
  const wake = (organizationId: string, now: Date) =>
    outboxWrite(table, { kind: 'zone', id: newId(), createdAt: now.toISOString(), organizationId });
  return {
    /**
     * Has the zone show it. True once all its name servers do. A repeat writes nothing. Neither does a step whose domain was
     * deleted meanwhile: nobody would withdraw it. Where a wildcard and its base order at the same time, the second waits until
     * the first is withdrawn, or its time is over: a label shows one proof. One that stands, of a former domain of the hostname,
     * is taken over.
     */
    async show({ label, organizationId, domainId, value, until }: Proof, now: Date): Promise<boolean> {
      const row = await table.get(keys.labelRecords(label));
      const known = row && ShownProof.parse(row);
      const isSame = known?.proof.value === value && known.proof.domainId === domainId;
      if (isSame && known.proof.until > now.toISOString()) return known.stepDueAt === known.proof.until;
      const want = table.updateWrite(keys.labelRecords(label), {
        expression:
          'SET label = :label, organizationId = :organizationId, addresses = :none, proof = :proof, duePk = :duePk, stepDueAt = :now ' +
          'REMOVE problem ADD revision :one',
        condition: 'attribute_not_exists(proof) OR proof.#until <= :now OR proof.domainId = :domainId OR proof.#value = :value',
        names: { '#until': 'until', '#value': 'value' },
        values: {
          ':domainId': domainId,
          ':value': value,
          ':label': label,
          ':organizationId': organizationId,
          ':none': [],
          ':proof': { value, until, domainId },
          ':duePk': DUE_ZONE_PARTITION,
          ':now': now.toISOString(),
          ':one': 1,
        },
      });
      /** Changes nothing, as a ConditionCheck, which would need a right of its own. */
      const isNotDeleted = table.updateWrite(keys.domain(domainId), {
        expression: 'REMOVE nothing',
        condition: 'attribute_exists(pk) AND phase <> :removing',
        values: { ':removing': 'removing' },
      });
      await wonRace(table.transact([want, isNotDeleted, wake(organizationId, now)]));
      return false;
    },

    /**
     * Leaves what is shown until then, for orders to come. Writes nothing where much of that time is left; a proof that was never
     * shown is not for long.
     */
    async leave({ label, domainId }: Proven, { until }: Pick<Proof, 'until'>, now: Date): Promise<void> {
      const leave = {
        expression: 'SET proof.#until = :until, stepDueAt = :until',
        condition:
          'attribute_exists(proof) AND proof.domainId = :domainId AND stepDueAt = proof.#until AND proof.#until BETWEEN :now AND :soon',
        names: { '#until': 'until' },
        values: { ':until': until, ':domainId': domainId, ':now': now.toISOString(), ':soon': addSeconds(now, LEFT_SECONDS) },
      };
      await wonRace(table.update(keys.labelRecords(label), leave));
    },

    /** Has the zone forget this domain's proof now. Does nothing where there is none. Throws `LostRace` if it may still stand. */
    async withdraw({ label, organizationId, domainId }: Proven, now: Date): Promise<void> {
      const forget = table.updateWrite(keys.labelRecords(label), {
        expression: 'SET proof.#until = :longAgo, stepDueAt = :now ADD revision :one',
        condition: 'attribute_exists(proof) AND proof.#until > :now AND proof.domainId = :domainId',
        names: { '#until': 'until' },
        values: { ':longAgo': LONG_AGO, ':now': now.toISOString(), ':domainId': domainId, ':one': 1 },
      });
      await wonRace(table.transact([forget, wake(organizationId, now)]));
    },
  };
}
export type ProofStore = ReturnType<typeof proofStore>;

/**
 * A batch takes 300 labels and a minute at most (lambdas/zone): whoever orders behind so many labels has its proof served after
 * four minutes. The hour that a CA gives leaves room for what processes order before they see that so many wait.
 */
const MOST_WAITING_LABELS = 1_000;
/** Longer than any batch of a zone that works: Route 53 refuses, is throttled, or its writer fails. */
const LONGEST_WAIT_SECONDS = 600;
const CACHED_MS = 10_000;

/** Whether the writer of the zone is so far behind that an order placed now might not be proven in time. */
export type IsZoneBehind = () => Promise<boolean>;

/** One Query in ten seconds in each process. */
export function zoneBacklogReader(table: Pick<TableReads, 'query'>, clock: Clock): IsZoneBehind {
  return readAtMostEvery(CACHED_MS, clock, () => isZoneBehind(table, clock()));
}

async function isZoneBehind(table: Pick<TableReads, 'query'>, now: Date): Promise<boolean> {
  const { items } = await table.query({
    IndexName: TABLE_SHAPE.byDue.name,
    KeyConditionExpression: 'duePk = :due AND stepDueAt <= :now',
    Limit: MOST_WAITING_LABELS,
    values: { ':due': DUE_ZONE_PARTITION, ':now': now.toISOString() },
  });
  const [oldest] = items;
  if (oldest === undefined) return false;
  return items.length === MOST_WAITING_LABELS || String(oldest.stepDueAt) < addSeconds(now, -LONGEST_WAIT_SECONDS);
}
