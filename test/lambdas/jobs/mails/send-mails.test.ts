import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventName } from '../../../../contract/api/events.ts';
import { sendMails } from '../../../../lambdas/jobs/mails/send-mails.ts';
import { accountStore } from '../../../../lambdas/model/accounts/account.store.ts';
import { invitationStore } from '../../../../lambdas/model/accounts/people/invitation.store.ts';
import { newInvitation } from '../../../../lambdas/model/accounts/people/invitation.ts';
import { mailNoticeStore } from '../../../../lambdas/model/accounts/people/mail-notice.store.ts';
import { memberStore } from '../../../../lambdas/model/accounts/people/member.store.ts';
import type { Member } from '../../../../lambdas/model/accounts/people/people.schema.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import type { Mail, MailOutcome } from '../../../../lambdas/shared/aws/mail.gateway.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { guardRequests, holdItems } from '../../held-items.ts';

const MINUTE = HOUR / 60;
const DAY = 24 * HOUR;
const ORG = 'org_A';
const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const notices = mailNoticeStore(table);
const invitations = invitationStore(table);
const members = memberStore(table);
const appended = eventAppendStore(table, {});
const owners = (count: number) => ({ ...peopleKeys.owners(ORG), owners: count });

const aMember = (letter: string, mutedMails?: Member['mutedMails']) => ({
  ...peopleKeys.member(ORG, `usr_${letter}`),
  ...{ organizationId: ORG, userId: `usr_${letter}`, email: `${letter}@acme.example`, role: 'viewer', roleFrom: 'member' },
  ...{ joinedAt: iso(0), ...(mutedMails && { mutedMails }) },
});

/** An organization with people and an event log, and a fake SES. Times count from the start. */
function scene(people: Record<string, unknown>[], answers: (mail: Mail) => MailOutcome = () => 'sent') {
  const { items } = holdItems(dynamo, [{ ...keys.organization(ORG), id: ORG, name: 'Acme', createdAt: iso(0) }, ...people]);
  const sent: Mail[] = [];
  const log = vi.fn();
  let now = 0;
  let last = 0;
  const ports = {
    ...{
      notices,
      events: { ...eventLogStore(table, {}), ...appended },
      members,
      invitations,
      accounts: accountStore(table),
    },
    settings: { siteUrl: 'https://certificates.example.net' },
    sendMail: async (mail: Mail) => {
      const outcome = answers(mail);
      if (outcome === 'sent') sent.push(mail);
      return outcome;
    },
    ...{ clock: () => later(now), log },
  };
  /** Logs an event like the relay. */
  const happens = async (
    event: EventName,
    data: object,
    cause: 'certificate_at_risk' | 'api_key_ends' = 'certificate_at_risk',
  ) => {
    last += 1;
    const body = JSON.stringify({ id: `evt_${last}`, event, created_at: iso(now), data });
    const entry = { kind: 'event', id: `evt_${last}`, createdAt: iso(now), organizationId: ORG, event, notify: true, body };
    const key = keys.event(ORG, last);
    items.set(`${key.pk}|${key.sk}`, { ...key, ...entry, number: last, loggedAt: iso(now) });
    if (event !== 'domain.updated') await appended.noteMail(ORG, cause, last, later(now));
  };
  const run = async (at: number) => {
    now = at;
    return sendMails(ports, later(at + HOUR));
  };
  const at = (ms: number) => {
    now = ms;
  };
  return { items, sent, log, happens, run, at };
}
const shop = (n: number) => ({ domain: { id: n, url: `shop${n}.customer.com` } });
const KEY = { api_key: { id: 'cps_pk_1', name: 'ci' } };
const letters = (sent: Mail[]) => sent.map(({ to }) => to[0]);
const left = (items: Map<string, unknown>) => [...items.keys()].filter((key) => key.startsWith('MAILS#'));

afterEach(() => guardRequests(undefined));

describe('what happens to the certificates of an organization', () => {
  it('is told its people in one mail, ten minutes after the first', async () => {
    const { sent, happens, run } = scene([aMember('a'), aMember('b')]);
    await happens('certificate.at_risk', shop(1));
    await happens('domain.updated', shop(9));
    await happens('certificate.renewal_failed', shop(2));
    await happens('certificate.at_risk', shop(1));
    await run(9 * MINUTE);
    expect(sent).toEqual([]);
    await run(10 * MINUTE);
    expect(letters(sent)).toEqual(['a', 'b']);
    expect(sent[0]?.subject).toBe('Certificate at risk: shop1.customer.com and 1 more');
    expect(sent[0]?.text).not.toContain('shop9');
  });

  it('is told at most once a day, and then whatever has come meanwhile', async () => {
    const { sent, happens, run, at } = scene([aMember('a')]);
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    at(HOUR);
    await happens('certificate.at_risk', shop(2));
    for (let hour = 1; hour <= 24; hour += 1) await run(hour * HOUR);
    expect(sent).toHaveLength(1);
    await run(DAY + 10 * MINUTE);
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Certificate at risk: shop1.customer.com',
      'Certificate at risk: shop2.customer.com',
    ]);
  });

  it('leaves nothing behind when nothing more has come for a day, and is told again when something does', async () => {
    const { items, sent, happens, run } = scene([aMember('a')]);
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    await run(DAY + 10 * MINUTE);
    expect(left(items)).toEqual([]);
    await happens('certificate.at_risk', shop(1));
    await run(DAY + 20 * MINUTE);
    expect(sent).toHaveLength(2);
  });

  it('is not told to whoever has no address, and nothing is tried', async () => {
    const asked = vi.fn<(mail: Mail) => MailOutcome>(() => 'sent');
    const { happens, run } = scene([{ ...aMember('a'), email: '' }, aMember('b')], asked);
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    expect(asked.mock.calls.map(([{ to }]) => to)).toEqual(['b@acme.example']);
  });

  it('is not told to whoever does not want that', async () => {
    const { sent, happens, run } = scene([aMember('a', ['certificate_at_risk']), aMember('b', ['api_key_ends'])]);
    await happens('certificate.at_risk', shop(1));
    await happens('api_key.expiring', KEY, 'api_key_ends');
    await run(10 * MINUTE);
    expect(sent.map(({ to, subject }) => [to[0], subject]).toSorted()).toEqual([
      ['a', 'API key ends: ci'],
      ['b', 'Certificate at risk: shop1.customer.com'],
    ]);
  });
});

describe('a mail', () => {
  it('is sent to nobody twice, and at most the one under way is lost, where a run is killed at any write', async () => {
    const found: string[] = [];
    for (let killedAt = 1; killedAt < 6; killedAt += 1) {
      const { sent, happens, run } = scene([aMember('a'), aMember('b')]);
      await happens('certificate.at_risk', shop(1));
      let writes = 0;
      guardRequests((action) => {
        if (!['PutItem', 'UpdateItem', 'TransactWriteItems'].includes(action)) return;
        writes += 1;
        if (writes >= killedAt) throw new Error('killed');
      });
      await run(10 * MINUTE);
      guardRequests(undefined);
      await run(11 * MINUTE);
      await run(2 * DAY);
      found.push(letters(sent).join());
    }
    expect(new Set(found)).toEqual(new Set(['a,b']));
  });

  it('that was claimed and not sent when its run died is lost, and no other', async () => {
    const { sent, happens, run } = scene([aMember('a'), aMember('b')], ({ to }) => {
      if (to.startsWith('a')) throw new Error('killed');
      return 'sent';
    });
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    await run(11 * MINUTE);
    expect(letters(sent)).toEqual(['b']);
  });

  it('that may have been sent is not tried again', async () => {
    const { sent, happens, run } = scene([aMember('a'), aMember('b')], ({ to }) => (to.startsWith('a') ? 'unknown' : 'sent'));
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    await run(HOUR);
    expect(letters(sent)).toEqual(['b']);
  });

  it('that is refused for one person keeps nobody else from theirs, and no address is in the log', async () => {
    const { sent, happens, run, log } = scene([aMember('a'), aMember('b')], ({ to }) =>
      to.startsWith('a') ? 'refused' : 'sent',
    );
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    await run(HOUR);
    expect(letters(sent)).toEqual(['b']);
    expect(JSON.stringify(log.mock.calls)).not.toContain('@acme.example');
  });

  it('that SES does not take now is tried again later, for those alone who have not got it', async () => {
    let isThrottled = true;
    const answers = ({ to }: Mail) => (to.startsWith('b') && isThrottled ? 'later' : 'sent');
    const { sent, happens, run } = scene([aMember('a'), aMember('b')], answers);
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    expect(letters(sent)).toEqual(['a']);
    isThrottled = false;
    await run(20 * MINUTE);
    expect(letters(sent)).toEqual(['a']);
    await run(25 * MINUTE);
    expect(letters(sent)).toEqual(['a', 'b']);
  });

  it('is given up after six tries, with a line in the log, while another cause goes on', async () => {
    const answers = ({ subject }: Mail) => (subject.startsWith('API') ? 'sent' : 'later');
    const { sent, items, happens, run, log } = scene([aMember('a')], answers);
    await happens('certificate.at_risk', shop(1));
    await happens('api_key.expired', KEY, 'api_key_ends');
    for (let minutes = 10; minutes < 24 * 60; minutes += 5) await run(minutes * MINUTE);
    expect(sent).toHaveLength(1);
    expect(log.mock.calls.filter(([level, text]) => level === 'error' && text === 'mail is given up')).toHaveLength(1);
    expect(left(items)).toEqual(['MAILS#org_A|api_key_ends']);
  });
});

describe('an invitation', () => {
  const invitation = newInvitation(
    'inv_1',
    { organizationId: ORG, email: 'new@acme.example', role: 'developer', invitedBy: 'administrator' },
    NOW,
  );
  const audit = {
    ...{ id: 'aud_1', at: iso(0), organizationId: ORG, action: 'invitation.created' },
    ...{ resource: { type: 'invitation' as const, id: 'inv_1' }, actor: { type: 'administrator' as const } },
  };
  const invite = async () =>
    invitations.create(invitation, audit, await invitations.use(ORG, NOW), [notices.invitationWrite(ORG, 'inv_1', NOW)]);

  it('is mailed once to whoever is invited', async () => {
    const { sent, items, run } = scene([aMember('a')]);
    await invite();
    await run(1);
    await run(2);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([['new@acme.example', 'Invitation to Acme']]);
    expect(left(items)).toEqual([]);
  });

  it('that was withdrawn or has ended by then is not', async () => {
    const { sent, run } = scene([]);
    await invite();
    await invitations.withdraw(invitation, { ...audit, id: 'aud_2' });
    await run(1);
    const other = scene([]);
    await invite();
    await other.run(8 * DAY);
    expect([sent, other.sent]).toEqual([[], []]);
  });
});

describe('the mails of one organization', () => {
  const SHARE = 20;
  const audit = (id: string, organizationId: string) => ({
    ...{ id, at: iso(0), organizationId, action: 'invitation.created' },
    ...{ resource: { type: 'invitation' as const, id }, actor: { type: 'administrator' as const } },
  });
  async function inviteTo(organizationId: string, count: number, minute: number) {
    for (let each = 0; each < count; each += 1) {
      const id = `inv_${each}`;
      const email = `${each}@${organizationId}.example`;
      const invitation = newInvitation(id, { organizationId, email, role: 'viewer', invitedBy: 'administrator' }, NOW);
      const write = notices.invitationWrite(organizationId, id, later(minute * MINUTE + each));
      await invitations.create(invitation, audit(id, organizationId), await invitations.use(organizationId, NOW), [write]);
    }
  }
  const crowd = (size: number) =>
    Array.from({ length: size }, (_, n) => ({ ...aMember(`m${n}`), email: `${String(n).padStart(2, '0')}@acme.example` }));
  const places = (sent: Mail[]) => sent.map(({ to }) => to.split('@')[1]);

  it('that say what happened go before those who are invited, its own and those of others', async () => {
    const { sent, happens, run } = scene([aMember('a')]);
    await inviteTo('org_B', 3, 0);
    await inviteTo(ORG, 3, 0);
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    expect(places(sent)[0]).toBe('acme.example');
    expect(sent).toHaveLength(7);
  });

  it('wait after a share of a run, so that an invitation of another is sent in it, though it came later', async () => {
    const { sent, run } = scene([]);
    await inviteTo('org_B', 3 * SHARE, 0);
    await inviteTo('org_C', 2, 5);
    await run(10 * MINUTE);
    expect(places(sent).slice(0, 4)).toEqual(['org_b.example', 'org_c.example', 'org_b.example', 'org_c.example']);
    expect(sent).toHaveLength(SHARE + 2);
    await run(15 * MINUTE);
    await run(20 * MINUTE);
    expect(sent).toHaveLength(3 * SHARE + 2);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  });

  it('to many members come run by run, to each once, and are no failed try', async () => {
    const { sent, items, happens, run } = scene(crowd(9 * SHARE + 1));
    await happens('certificate.at_risk', shop(1));
    for (let each = 1; each <= 10; each += 1) {
      await run((5 + 5 * each) * MINUTE);
      expect(sent).toHaveLength(Math.min(each * SHARE, 9 * SHARE + 1));
    }
    await run(60 * MINUTE);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
    await run(2 * DAY);
    expect([sent.length, left(items)]).toEqual([9 * SHARE + 1, []]);
  });

  it('name the same to each member, and what happens between two runs is told to all of them the next day', async () => {
    const { sent, happens, run } = scene(crowd(SHARE + 1));
    await happens('certificate.at_risk', shop(1));
    await run(10 * MINUTE);
    await happens('certificate.at_risk', shop(2));
    await run(15 * MINUTE);
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set(['Certificate at risk: shop1.customer.com']));
    expect(sent).toHaveLength(SHARE + 1);
    await run(DAY + HOUR);
    await run(DAY + 2 * HOUR);
    expect(sent.slice(SHARE + 1).map(({ subject }) => subject)).toEqual(
      Array(SHARE + 1).fill('Certificate at risk: shop2.customer.com'),
    );
  });

  it('do not keep others from theirs where SES refuses an address, as one that bounced', async () => {
    const { sent, run, items } = scene([], ({ to }) => (to.startsWith('0@') ? 'refused' : 'sent'));
    await inviteTo('org_B', 3, 0);
    expect((await run(10 * MINUTE)).failures).toEqual([]);
    expect(sent.map(({ to }) => to)).toEqual(['1@org_b.example', '2@org_b.example']);
    expect(left(items)).toEqual([]);
  });
});

describe('a member who becomes an admin or owner', () => {
  const owner = (letter: string) => ({ ...aMember(letter), role: 'owner' });
  const change = (id: string, action: string, at = 0) => ({
    ...{ id, at: iso(at), organizationId: ORG, action, resource: { type: 'member' as const, id: 'usr_n' } },
    actor: { type: 'administrator' as const },
  });
  const joins = (role: Member['role'], at = 0): Member => {
    const who = { organizationId: ORG, userId: 'usr_n', email: 'n@acme.example' };
    return { ...who, role, roleFrom: 'member', joinedAt: iso(at) };
  };
  const add = (role: Member['role'], at = 0) => members.add(joins(role, at), change(`aud_${at}`, 'member.joined', at));

  it('is told to every owner of before once, to one who was removed meanwhile, too', async () => {
    const { sent, items, run } = scene([owner('a'), owner('b'), aMember('c'), owners(2)]);
    await add('owner');
    const [first] = (await members.list(ORG)).filter(({ userId }) => userId === 'usr_a');
    if (first) await members.remove(first, change('aud_r', 'member.removed'));
    await run(1);
    await run(2);
    expect(letters(sent)).toEqual(['a', 'b']);
    expect(sent[0]?.subject).toBe('n@acme.example is now owner of Acme');
    expect(left(items)).toEqual([]);
  });

  it('is told to an owner who was removed before it was done once more', async () => {
    const { sent, run } = scene([owner('a'), owner('b'), owners(2)]);
    await add('owner');
    const [first] = (await members.list(ORG)).filter(({ userId }) => userId === 'usr_a');
    if (first) await members.remove(first, change('aud_r', 'member.removed'));
    await members.changeRole(joins('owner'), 'viewer', change('aud_l', 'member.role_changed', 1));
    await members.changeRole(joins('viewer'), 'owner', change('aud_h', 'member.role_changed', 2));
    await run(MINUTE);
    expect(letters(sent)).toEqual(['a', 'b']);
  });

  it('is told again when it happens again, a day after the last mail about it', async () => {
    const { sent, run } = scene([owner('a'), owners(1)]);
    await add('admin');
    await run(1);
    await members.remove(joins('admin'), change('aud_r', 'member.removed'));
    await add('admin', HOUR);
    await run(HOUR);
    expect(letters(sent)).toEqual(['a']);
    await run(DAY + 1);
    expect(letters(sent)).toEqual(['a', 'a']);
  });

  it('is told by one mail an owner, however often the role is changed before it goes', async () => {
    const { sent, run } = scene([owner('a'), owners(1)]);
    await add('viewer');
    for (let n = 1; n <= 5; n += 1) {
      await members.changeRole(joins('viewer'), 'admin', change(`aud_${n}a`, 'member.role_changed', n));
      await members.changeRole(joins('admin'), 'viewer', change(`aud_${n}b`, 'member.role_changed', n));
    }
    await run(MINUTE);
    expect(sent.map(({ subject }) => subject)).toEqual(['n@acme.example is now admin of Acme']);
  });

  it('is told before anybody is invited, and to many owners run by run, to each once', async () => {
    const many = Array.from({ length: 21 }, (_, n) => ({ ...owner(`m${n}`), email: `${n}@acme.example` }));
    const { sent, items, run } = scene([...many, owners(21)]);
    const invitation = newInvitation(
      'inv_1',
      { organizationId: 'org_B', email: 'i@b.example', role: 'viewer', invitedBy: 'administrator' },
      NOW,
    );
    const entry = { ...change('aud_i', 'invitation.created'), organizationId: 'org_B' };
    const write = notices.invitationWrite('org_B', 'inv_1', NOW);
    await invitations.create(invitation, entry, await invitations.use('org_B', NOW), [write]);
    await add('admin', MINUTE);
    await run(5 * MINUTE);
    expect([sent.length, sent.at(-1)?.to]).toEqual([21, 'i@b.example']);
    await run(10 * MINUTE);
    await run(15 * MINUTE);
    expect([sent.length, new Set(sent.map(({ to }) => to)).size, left(items)]).toEqual([22, 22, []]);
  });

  it('leaves a notice that ends by itself where no mail is sent', async () => {
    const { items } = scene([owner('a'), owners(1)]);
    await add('admin');
    expect(items.get(left(items)[0] ?? '')?.expiresAtSeconds).toBe(later(7 * DAY).getTime() / 1000);
  });

  it('is told to nobody where there is no other owner: the first one of an organization', async () => {
    const { items } = scene([]);
    await add('owner');
    expect(left(items)).toEqual([]);
  });
});
