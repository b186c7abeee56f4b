import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COUNTS } from '../../../bin/admin/prices/counts.ts';
import { DUE_SHARDS } from '../../../contract/stack/table-shape.ts';
import { MAX_RESTARTS_PER_SECOND } from '../../../lambdas/jobs/sweep/sweep.ts';

// Writes and reads per second in one shard with a hundred million domains, computed. simulation.test.ts simulates the worst days.

const page = readFileSync(new URL('../../../docs/internals/data-model.md', import.meta.url), 'utf8');

/** Hard limits of one partition: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const PARTITION = { writeUnits: 1_000, readUnits: 3_000 };
const DAY_SECONDS = 86_400;
const domains = 100_000_000 / DUE_SHARDS;
/** A changed index entry is a delete and a put. */
const MOVED = 2;
/** Writes of a domain's row per renewal. */
const WRITES = 7;

/** Certificates are renewed after two thirds of their lifetime. */
const renewals = (lifetimeDays: number) => (domains / (lifetimeDays * (2 / 3) * DAY_SECONDS)) * WRITES * MOVED;
const visits = (domains * COUNTS.visitedDay.writeUnit) / DAY_SECONDS;
/** Two pages a day of 100 items with 250 bytes, strongly consistent. */
const visitReads = ((2 * domains) / DAY_SECONDS / 100) * ((100 * 250) / 4096);
const restarts = (MAX_RESTARTS_PER_SECOND / DUE_SHARDS) * MOVED;

describe('a shard of a hundred million domains', () => {
  it.each([
    ['visits', visits, PARTITION.writeUnits],
    ['reads of visits', visitReads, PARTITION.readUnits],
    ['renewals after 30 days', renewals(45), PARTITION.writeUnits],
    ['renewals of certificates of 6.7 days', renewals(6.7), PARTITION.writeUnits],
    ['restarts by the sweep', restarts, PARTITION.writeUnits],
  ])('has twice the room for its %s', (_, units, most) => {
    expect(units).toBeLessThan(most / 2);
  });

  it('is told of in the page with these figures', () => {
    const shown = [visits, restarts, renewals(45), renewals(6.7)].map((units) => Math.round(units));
    const [visited, swept, ofAMonth, ofDays] = shown;
    expect(page.replaceAll('\n', ' ')).toContain(
      `visits take ${visited}, the sweep ${swept}, and renewals of certificates of 45 days ${ofAMonth} in each index (of 6.7 days ${ofDays}`,
    );
  });
});
