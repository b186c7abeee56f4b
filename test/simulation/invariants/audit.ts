import { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import type { DayOfHeads, Seal } from '../../../lambdas/shared/audit/seal.schema.ts';
import { sealAfter, sealedEntry } from '../../../lambdas/shared/audit/seal.ts';
import { AuditVerification } from '../../../lambdas/shared/audit/verify.ts';
import { auditPartition, auditPlace } from '../../../lambdas/shared/table/keys.ts';
import { monthsBetween } from '../../../lambdas/shared/time/instant.ts';
import type { Invariant, World } from '../world.ts';

/** Longer than a function can run with everything that it waits for. */
const WRITTEN_WITHIN_MS = 60_000;
const SKEW_MS = 1_000;

/** The seals that the sealing function derives from the table's stream, as one chain per organization. */
const chains = new WeakMap<World, Map<string, Seal[]>>();

export const AUDIT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'the audit has the time of day',
    isByTime: true,
    sentence: 'An entry of the audit says when its request came by the time of day, however far a test clock is ahead.',
    begin({ scheduler, watch }, violated) {
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (before || !after || !key.startsWith('AUDIT#') || !key.includes('#changes#')) continue;
          const { action, at } = AuditEntry.parse(after);
          const lateMs = scheduler.nowMs - Date.parse(at);
          if (lateMs > WRITTEN_WITHIN_MS || lateMs < -SKEW_MS)
            violated(`${action} is of ${at}, and is written at ${new Date(scheduler.nowMs).toISOString()}`);
        }
      });
    },
  },
  {
    name: 'the audit is as it was written',
    sentence: 'The verification of the audit names nothing where nobody has changed it.',
    begin(world) {
      const sealed = new Map<string, Seal[]>();
      chains.set(world, sealed);
      world.watch((changed) => {
        for (const { key, before, after } of changed) {
          if (before || !after || !key.startsWith('AUDIT#') || !key.includes('#changes#')) continue;
          const organizationId = String(after.organizationId);
          const chain = sealed.get(organizationId) ?? [];
          chain.push(sealAfter(chain.at(-1), organizationId, [sealedEntry(after)], new Date(world.scheduler.nowMs)));
          sealed.set(organizationId, chain);
        }
      });
    },
    atRest(world, violated) {
      // Entries lost in a restore are rightly reported as removed.
      if (world.restores > 0) return;
      const now = new Date(world.scheduler.nowMs);
      for (const [organizationId, chain] of chains.get(world) ?? []) {
        const since = new Date(Date.parse(String(chain[0]?.sealedAt)) - WRITTEN_WITHIN_MS);
        const verification = new AuditVerification(organizationId, daysOf(organizationId, chain), { since, until: now }, now);
        for (const seal of chain) verification.seal({ ...seal, sk: seal.number });
        const places = monthsBetween(since, now).map((month) => auditPlace('changes', month));
        for (const place of new Set([...verification.places, ...places]))
          for (const item of world.held.rows(`${auditPartition(organizationId, place)}|`)) verification.entry(item);
        for (const { kind, what, detail } of verification.finish().findings)
          violated(`${organizationId}: ${kind} ${what}, ${detail}`);
      }
    },
  },
];

/** One signed day per date. Entries must have a seal from the first one on. */
function daysOf(organizationId: string, chain: readonly Seal[]): DayOfHeads[] {
  const byDay = Map.groupBy(chain, ({ sealedAt }) => sealedAt.slice(0, 10));
  return [...byDay].flatMap(([day, seals]) => {
    const head = seals.at(-1);
    return head ? [{ day, signedAt: head.sealedAt, previousSha256: '', heads: { [organizationId]: head } }] : [];
  });
}
