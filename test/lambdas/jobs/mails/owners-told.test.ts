import { describe, expect, it } from 'vitest';
import { sendMails } from '../../../../lambdas/jobs/mails/send-mails.ts';
import { accountStore } from '../../../../lambdas/model/accounts/account.store.ts';
import { invitationStore } from '../../../../lambdas/model/accounts/people/invitation.store.ts';
import { mailNoticeStore } from '../../../../lambdas/model/accounts/people/mail-notice.store.ts';
import { memberStore } from '../../../../lambdas/model/accounts/people/member.store.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import type { Mail, MailOutcome } from '../../../../lambdas/shared/aws/mail.gateway.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, later, NOW } from '../../a-domain.ts';
import { clock, itemsUnder, log, table, tableHolds } from '../../api/api-caller.ts';
import { ask, person, sessionItem, sessionOf } from '../../api/people-api/an-app.ts';
import { itemsOf, ORGANIZATION, userId } from '../../model/accounts/people/a-person.ts';

const MINUTE = HOUR / 60;
const DAY = 24 * HOUR;

/** An organization with signed-in people, and a fake SES. Times count from the start. */
function scene(...people: ReturnType<typeof person>[]) {
  const items = tableHolds(
    { ...keys.organization(ORGANIZATION), id: ORGANIZATION, name: 'Acme', createdAt: NOW.toISOString() },
    ...itemsOf(...people),
    ...people.map(({ userId: id }) => sessionItem(sessionOf(id.slice(-1)))),
  );
  const tried: string[] = [];
  const sent: Mail[] = [];
  const run = async (at: number, answer: (mail: Mail) => MailOutcome | Promise<MailOutcome> = () => 'sent') => {
    clock.now = later(at);
    await sendMails(
      {
        notices: mailNoticeStore(table),
        events: { ...eventLogStore(table, {}), ...eventAppendStore(table, {}) },
        members: memberStore(table),
        invitations: invitationStore(table),
        accounts: accountStore(table),
        settings: { siteUrl: 'https://certificates.example.net' },
        sendMail: async (mail) => {
          tried.push(mail.to);
          const outcome = await answer(mail);
          if (outcome === 'sent') sent.push(mail);
          return outcome;
        },
        clock: () => clock.now,
        log,
      },
      later(at + HOUR),
    );
  };
  return { items, tried, sent, run };
}
async function change(by: string, of: string, role: string, at = 0): Promise<void> {
  clock.now = later(at);
  expect((await ask('PATCH', `/members/${userId(of)}`, { letter: by, body: { role } })).status).toBe(200);
}
const about = (sent: Mail[], address: string) =>
  sent.filter(({ subject }) => subject.startsWith(`${address} `)).map(({ to }) => to);

describe('a new admin', () => {
  it('is told to an owner once a day, however often the role is given and taken away, and the last time is', async () => {
    const { sent, run } = scene(person('owner', {}, 'O'), person('admin', {}, 'A'), person('developer', {}, 'D'));
    for (let minute = 0; minute < 9; minute += 1) {
      await change('A', 'D', 'admin', minute * MINUTE);
      await run(minute * MINUTE);
      await change('A', 'D', 'developer', minute * MINUTE);
    }
    expect(sent).toHaveLength(1);
    await run(DAY - 1);
    expect(sent).toHaveLength(1);
    await run(DAY);
    await run(DAY + MINUTE);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain(
      later(8 * MINUTE)
        .toISOString()
        .slice(11, 16),
    );
  });

  it('is told a day later, too, where the role is given again while the mail about the first time goes out', async () => {
    const { items, sent, run } = scene(person('owner', {}, 'O'), person('admin', {}, 'A'), person('developer', {}, 'D'));
    await change('A', 'D', 'admin');
    await run(MINUTE, async () => {
      await change('A', 'D', 'developer', 2 * MINUTE);
      await change('A', 'D', 'admin', 3 * MINUTE);
      return 'sent' as const;
    });
    for (const at of [4 * MINUTE, DAY]) await run(at);
    expect(sent).toHaveLength(1);
    for (const at of [DAY + 3 * MINUTE, DAY + HOUR]) await run(at);
    expect(sent).toHaveLength(2);
    expect(itemsUnder(items, 'MAILS#')).toEqual([]);
  });

  it('is told a day later, too, where the role is given again while the mail to another owner is put off', async () => {
    const people = [person('owner', {}, 'O'), person('owner', {}, 'P'), person('admin', {}, 'A'), person('developer', {}, 'D')];
    const { items, sent, run } = scene(...people);
    await change('A', 'D', 'admin');
    await run(0, ({ to }) => (to === 'p@acme.test' ? 'later' : 'sent'));
    await change('A', 'D', 'developer', MINUTE);
    await change('A', 'D', 'admin', MINUTE);
    await run(15 * MINUTE);
    expect(about(sent, 'd@acme.test')).toEqual(['o@acme.test', 'p@acme.test']);
    for (const at of [DAY, DAY + HOUR]) await run(at);
    expect(about(sent, 'd@acme.test')).toEqual(['o@acme.test', 'p@acme.test', 'o@acme.test']);
    expect(itemsUnder(items, 'MAILS#')).toEqual([]);
  });

  it('who becomes an owner is told at once, too', async () => {
    const { sent, run } = scene(person('owner', {}, 'O'), person('developer', {}, 'D'));
    await change('O', 'D', 'admin');
    await run(0);
    await change('O', 'D', 'owner', MINUTE);
    await run(MINUTE);
    expect(sent.map(({ subject }) => subject)).toEqual(['d@acme.test is now admin of Acme', 'd@acme.test is now owner of Acme']);
  });

  it('is told to whoever became an owner while the mail waited, too', async () => {
    const people = [
      person('owner', {}, 'O'),
      person('admin', {}, 'A'),
      person('developer', {}, 'D'),
      person('developer', {}, 'E'),
    ];
    const { items, sent, run } = scene(...people);
    await change('A', 'D', 'admin');
    await run(0, () => 'later');
    await change('O', 'E', 'owner');
    await run(15 * MINUTE);
    expect(about(sent, 'd@acme.test').toSorted()).toEqual(['e@acme.test', 'o@acme.test']);
    expect(about(sent, 'e@acme.test')).toEqual(['o@acme.test']);
    expect(itemsUnder(items, 'MAILS#')).toEqual([]);
  });

  it('is told to the other owners where SES puts off the mail to one, who gets it later', async () => {
    const { sent, run } = scene(person('owner', {}, 'O'), person('owner', {}, 'P'), person('developer', {}, 'D'));
    await change('O', 'D', 'admin');
    await run(0, ({ to }) => (to === 'o@acme.test' ? 'later' : 'sent'));
    expect(about(sent, 'd@acme.test')).toEqual(['p@acme.test']);
    await run(15 * MINUTE);
    expect(about(sent, 'd@acme.test')).toEqual(['p@acme.test', 'o@acme.test']);
  });

  it('is told to an owner who was removed at once, and to one who wants no mail', async () => {
    const { sent, run } = scene(person('owner', {}, 'O'), person('owner', {}, 'P'), person('developer', {}, 'D'));
    const mail = { certificate_at_risk: false, certificate_expired: false, api_key_ends: false, webhook_disabled: false };
    await ask('PATCH', '/me', { letter: 'O', body: { mail } });
    await change('P', 'D', 'owner');
    expect((await ask('DELETE', `/members/${userId('O')}`, { letter: 'D' })).status).toBe(200);
    await run(0);
    expect(about(sent, 'd@acme.test').toSorted()).toEqual(['o@acme.test', 'p@acme.test']);
  });

  it('is not tried to be told to an owner without an address', async () => {
    const { tried, run } = scene(person('owner', { email: '' }, 'B'), person('owner', {}, 'O'), person('developer', {}, 'D'));
    await change('O', 'D', 'admin');
    await run(0);
    expect(tried).toEqual(['o@acme.test']);
  });
});
