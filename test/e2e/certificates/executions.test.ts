/** @module-tag waits */
import { describe, expect, it, vi } from 'vitest';
import { createWithCname, isActive, until } from '../cloud.ts';
import { executionsOf, stopExecution } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

describe('an execution', () => {
  it('that is stopped by hand is followed by another, and the domain becomes active', async () => {
    const { id } = await createWithCname('stopped');
    await until(id, ({ dns_status }) => dns_status === 'validated');
    // The domain's second execution, if it had to wait for a slot of the CA.
    const running = await vi.waitFor(
      async () => (await executionsOf(id)).find(({ status }) => status === 'RUNNING') ?? expect.fail('none is running'),
      { timeout: PATIENCE_SECONDS * 1000 },
    );
    await stopExecution(running.executionArn ?? '');
    await until(id, isActive);
    const after = await executionsOf(id);
    expect(after.find(({ name }) => name === running.name)?.status).toBe('ABORTED');
    const attempt = Number(running.name?.split('-')[1]);
    expect(after.map(({ name }) => name)).toContain(`${id}-${attempt + 1}`);
  });
});
