import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, later, NOW } from '../../a-domain.ts';
import { itemsOf, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { clock, itemsUnder, organizationItem, tableHolds } from '../api-caller.ts';
import { ask, person, sessionItem } from './an-app.ts';

const HOUR_NOW = NOW.toISOString().slice(0, 13);
const END_OF_HOUR = new Date(`${HOUR_NOW}:00:00Z`).getTime() + HOUR;
const OPEN = 50;
const HOURLY = 20;

let items: ReturnType<typeof tableHolds>;
const hold = (limits: object = {}) => {
  items = tableHolds(...itemsOf(person('owner')), sessionItem(), organizationItem(ORGANIZATION, 'Acme'), {
    ...keys.limits(ORGANIZATION),
    ...limits,
  });
};
beforeEach(() => hold());

let made = 0;
/** Invites as a user who has just signed in. */
function invite(email?: string) {
  made += 1;
  const { pk, sk } = sessionItem();
  items.set(`${pk}|${sk}`, { ...items.get(`${pk}|${sk}`), authenticatedAt: clock.now.toISOString() });
  return ask('POST', '/invitations', { body: { email: email ?? `n${made}@acme.test`, role: 'viewer' } });
}
const open = () => itemsUnder(items, `ORG#${ORGANIZATION}`).filter(({ sk }) => String(sk).startsWith('INVITATION#'));

async function inviteMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const { status, json } = await invite();
    expect(status).toBe(201);
    ids.push(json.id);
  }
  return ids;
}

describe('invitations of an hour', () => {
  it('are twenty, and the next is refused with 429 until the hour is over', async () => {
    await inviteMany(HOURLY);
    const { status, json, headers } = await invite();
    const reset_at = new Date(END_OF_HOUR).toISOString();
    expect([status, json.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(json.error.details).toEqual({ limit: HOURLY, remaining: 0, reset_at });
    expect(headers).toHaveProperty('retry-after');
    clock.now = new Date(END_OF_HOUR);
    expect((await invite()).status).toBe(201);
  });

  it('are no more where they are withdrawn, and another is made in place of each', async () => {
    for (const id of await inviteMany(HOURLY)) expect((await ask('DELETE', `/invitations/${id}`)).status).toBe(200);
    expect((await invite()).status).toBe(429);
  });

  it('are no more where many are made at the same moment', async () => {
    await inviteMany(HOURLY - 5);
    const answers = await Promise.all(Array.from({ length: 40 }, () => invite()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(open()).toHaveLength(HOURLY);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 429 || status === 503)).toBe(true);
  });

  it('are counted on in the hour that a faster clock has begun', async () => {
    clock.now = new Date(END_OF_HOUR);
    await inviteMany(HOURLY);
    clock.now = new Date(END_OF_HOUR - 1000);
    expect((await invite()).json.error.details.reset_at).toBe(new Date(END_OF_HOUR + HOUR).toISOString());
  });

  it('do not count what was refused', async () => {
    await invite('known@acme.test');
    for (let each = 0; each < HOURLY; each += 1) expect((await invite('known@acme.test')).code).toBe('conflict');
    await inviteMany(HOURLY - 1);
  });

  it('are as many as an administrator has set', async () => {
    hold({ newInvitationsPerHour: HOURLY + 1 });
    await inviteMany(HOURLY + 1);
    expect((await invite()).json.error.details.limit).toBe(HOURLY + 1);
  });
});

describe('open invitations', () => {
  const fill = async () => {
    hold({ newInvitationsPerHour: 1000 });
    return inviteMany(OPEN);
  };

  it('are fifty, and the next is refused with 422 until one is withdrawn', async () => {
    const [first] = await fill();
    const { status, json } = await invite();
    expect([status, json.error.code]).toEqual([422, 'quota_exceeded']);
    expect(json.error.details).toEqual({ resource: 'open_invitations', limit: OPEN, used: OPEN });
    await ask('DELETE', `/invitations/${first}`);
    expect((await invite()).status).toBe(201);
    expect((await invite()).status).toBe(422);
  });

  it('give their places back when they expire, also those that are still in the table', async () => {
    await fill();
    clock.now = later(7 * 24 * HOUR + 1);
    items.set(`${sessionItem().pk}|${sessionItem().sk}`, {
      ...sessionItem(),
      endsAt: later(8 * 24 * HOUR).toISOString(),
      lastSeenAt: clock.now.toISOString(),
      authenticatedAt: clock.now.toISOString(),
    });
    expect((await invite()).status).toBe(201);
    expect(open()).toHaveLength(OPEN + 1);
  });

  it('are no more where many are made at the same moment', async () => {
    const [first] = await fill();
    await ask('DELETE', `/invitations/${first}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(open()).toHaveLength(OPEN);
  });

  it('are as many as an administrator has set', async () => {
    hold({ openInvitations: 1 });
    await inviteMany(1);
    expect((await invite()).json.error.details).toEqual({ resource: 'open_invitations', limit: 1, used: 1 });
  });
});

it('an address that is invited twice at the same moment is invited once', async () => {
  const answers = await Promise.all([invite('twice@acme.test'), invite('twice@acme.test'), invite('twice@acme.test')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});
