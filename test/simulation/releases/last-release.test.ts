import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { listChanges } from '../../../lambdas/agent-api/list-changes.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { settings } from '../../lambdas/settings.ts';
import type { Send } from '../table/open-table.ts';
import { openLastRelease } from './last-release.ts';

function open(send: Send = async () => ({})) {
  const outside = { settings, ca: { authority: () => ({}) }, zone: { client: () => ({}) } };
  return openLastRelease(outside as never, send);
}

describe('the functions of the last release', () => {
  it('are its own code, with the table opened by its own code', async () => {
    const sent: string[] = [];
    const { agent } = open(async (command) => {
      sent.push(command.constructor.name);
      return {};
    });
    expect(agent.listChanges).not.toBe(listChanges);
    await agent.ports.table.get({ pk: 'a', sk: 'b' });
    expect(sent).toEqual(['GetCommand']);
  });

  it('lose a race by an error of our table, which we know as a lost race, too', async () => {
    const refusal = new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
    const { table } = open(() => Promise.reject(refusal)).agent.ports;
    await expect(table.put({ pk: 'a', sk: 'b' })).rejects.toBeInstanceOf(LostRace);
  });

  it('answer 404 at a route that has come since, and do nothing for a function that has', async () => {
    const functions = open() as unknown as { later(): Promise<unknown>; routes(): { later: { handle(): Promise<unknown> } } };
    expect(await functions.routes().later.handle()).toEqual({ status: 404 });
    expect(await functions.later()).toBeUndefined();
  });
});
