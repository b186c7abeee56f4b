/** @module-tag waits */
import { describe, expect, it } from 'vitest';
import { createWithCname, isActive, until } from '../cloud.ts';
import { executionsOf, stopExecution } from '../operator.ts';

describe('an execution', () => {
  it('that is stopped by hand is followed by another, and the domain becomes active', async () => {
    const { id } = await createWithCname('stopped');
    await until(id, ({ dns_status }) => dns_status === 'validated');
    const [execution] = await executionsOf(id);
    await stopExecution(execution?.executionArn ?? '');
    await until(id, isActive);
    const names = (await executionsOf(id)).map(({ name }) => name).sort();
    expect(names).toEqual([`${id}-1`, `${id}-2`]);
  });
});
