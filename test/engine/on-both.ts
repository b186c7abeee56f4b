import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { LostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Difference } from './differences.ts';
import { type EngineTable, newTable } from './engine-tables.ts';
import { ENGINE_NAMES, type EngineName } from './start-engines.ts';

type Observe<Seen> = (on: EngineTable) => Promise<Seen>;

const tables = {} as Record<EngineName, EngineTable>;

/** One table per engine and test file: each case uses its own partitions. */
export function tablesOfThisFile(): void {
  beforeAll(async () => {
    for (const engine of ENGINE_NAMES) tables[engine] = await newTable(engine);
  });
}

/** A case with the same behaviour in both engines, on which the service may rely. */
export function onBoth<Seen>(title: string, observe: Observe<Seen>, expected: Seen): void {
  it.each(ENGINE_NAMES)(`${title}, on %s`, async (engine) => {
    expect(await observe(tables[engine])).toEqual(expected);
  });
}

/** A case with different behaviour, checked in both engines: if an engine changes, the difference has to be removed. */
export function apart<Seen>(title: Difference, observe: Observe<Seen>, expected: Record<EngineName, Seen>): void {
  it.each(ENGINE_NAMES)(`${title}, as it is on %s`, async (engine) => {
    expect(await observe(tables[engine])).toEqual(expected[engine]);
  });
}

/** The result of a request: `taken`, the cancellation reasons of a transaction, or the error's name. */
export async function fateOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'taken';
  } catch (thrown) {
    const error = (thrown instanceof LostRace ? thrown.cause : thrown) as Error;
    if (!(error instanceof TransactionCanceledException)) return error.name;
    return `cancelled: ${error.CancellationReasons?.map(({ Code }) => Code).join(', ')}`;
  }
}
