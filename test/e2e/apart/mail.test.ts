/** @module-tag waits */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MailCause } from '../../../contract/api/events.ts';
import { MailNotice } from '../../../lambdas/model/accounts/people/mail-notice.store.ts';
import { memberWrites } from '../../../lambdas/model/accounts/people/member.store.ts';
import type { Member } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { stateDir as layoutOf } from '../../../local/machine/state-dir.ts';
import { peopleFile, setPassword } from '../../../local/sign-in/people.ts';
import { api, component, connection, createDomain, type Key, newHostname, stateDir } from '../cloud.ts';
import { admin, domains, EVERYTHING, newOrganization, sendMails, sweepOverdue, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { Person } from '../person.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 500 };
const ofThisRun = Date.now();
const address = (name: string, domain = 'cps.test') => `${name}-${ofThisRun}@${domain}`;

/** Mails to an address, oldest first, from the folder in which the local mail sink stores them. */
function mailsTo(email: string): string[] {
  const files = readdirSync(connection.mails_folder).filter((name) => name.endsWith(` ${email}.eml`));
  return files.toSorted().map((name) => readFileSync(join(connection.mails_folder, name), 'utf8'));
}
const subjectsTo = (email: string) => mailsTo(email).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());

async function until<Value>(read: () => Value | Promise<Value>, expected: Value): Promise<void> {
  await expect
    .poll(async () => {
      await sendMails();
      return read();
    }, IN_TIME)
    .toEqual(expected);
}

/** Ends a key and writes its event. */
async function endKey(name: string, key: Key): Promise<void> {
  const expires_at = new Date(Date.now() + 1500).toISOString();
  const { body } = await api<{ id: string }>('POST', '/keys', { key, body: { name, permissions: ['domains.read'], expires_at } });
  const told = async () => {
    await sweepOverdue();
    const { data } = (await api<Events>('GET', '/events?sort=newest', { key })).body;
    return data.some((event) => event.event === 'api_key.expired' && event.data.api_key?.id === body.id);
  };
  await expect.poll(told, IN_TIME).toBe(true);
}
interface Events {
  data: { event: string; data: { api_key?: { id: string } } }[];
}

/** Ends the day between two mails about the same cause, or the pause before a retry. */
async function hurry(organizationId: string, cause: MailCause): Promise<void> {
  await table.update(keys.mailNotice(organizationId, cause), {
    expression: 'SET stepDueAt = :past',
    condition: 'attribute_exists(pk)',
    values: { ':past': new Date(Date.now() - 1).toISOString() },
  });
}
async function noticeOf(organizationId: string, cause: MailCause): Promise<MailNotice> {
  return MailNotice.parse(await table.get(keys.mailNotice(organizationId, cause)));
}

/** A member who has signed in before. */
async function addMember(organizationId: string, email: string): Promise<void> {
  const userId = `usr_${email}`;
  const rest = { role: 'viewer', roleFrom: 'member', joinedAt: new Date().toISOString() } as const;
  const member: Member = { organizationId, userId, email, ...rest };
  await table.transact(await memberWrites(table, member));
}

describe('mail', () => {
  const [owner, quiet] = [address('owner'), address('quiet')];
  const [refused, slow] = [address('refused', 'refuses.test'), address('slow', 'slow.test')];
  let organizationId: string;
  let key: Key;
  let theOwner: Person;
  beforeAll(async () => {
    ({ organizationId, key } = await newOrganization(EVERYTHING));
    const { password = '' } = await admin('create-user', '--organization', organizationId, '--email', owner);
    theOwner = new Person();
    expect((await theOwner.signIn({ email: owner, password }, '?fresh=1')).status).toBe(200);
  });

  it('of an invitation goes once to whoever is invited, and leads to the sign-in', async () => {
    const invited = await theOwner.ask('/app/v1/invitations', { method: 'POST', body: { email: quiet, role: 'developer' } });
    expect([invited.status, invited.json.is_mailed]).toEqual([201, true]);
    await until(() => subjectsTo(quiet), ['Invitation to Stranger']);
    const [mail = ''] = mailsTo(quiet);
    expect(mail).toContain(`Sign in: ${connection.site_url}/app/sign-in`);
    expect(mail).toMatch(/^From: certificates@cps\.test\r?$/m);
    setPassword(peopleFile(layoutOf(stateDir).signIn), quiet, 'a password');
    expect((await new Person().signIn({ email: quiet, password: 'a password' })).status).toBe(200);
  });

  it('of an invitation by an administrator goes out, too', async () => {
    const other = address('other');
    await admin('create-user', '--organization', organizationId, '--email', other);
    await until(() => subjectsTo(other), ['Invitation to Stranger']);
  });

  it('of a key that ends goes once a day to everybody who wants it, whoever else refuses it or does not answer', async () => {
    const person = new Person();
    await person.signIn({ email: quiet, password: 'a password' });
    const choice = await person.ask('/app/v1/me', { method: 'PATCH', body: { mail: { api_key_ends: false } } });
    expect(choice.json.mail).toMatchObject({ is_sent: true, wanted: { api_key_ends: false } });
    await addMember(organizationId, refused);
    await addMember(organizationId, slow);
    const before = subjectsTo(owner);

    await endKey('ci', key);
    // Concurrent runs must not send a mail twice: the schedule can start the function at any time.
    await until(
      async () => (await Promise.all([sendMails(), sendMails()])) && subjectsTo(owner).slice(before.length),
      ['API key ends: ci'],
    );
    await expect.poll(() => subjectsTo(slow), IN_TIME).toEqual(['API key ends: ci']);
    expect(mailsTo(owner).at(-1)).toContain(`Open API keys: ${connection.site_url}/dashboard/live/keys`);

    await endKey('deploy', key);
    await sendMails();
    expect(subjectsTo(owner).slice(before.length)).toEqual(['API key ends: ci']);

    await hurry(organizationId, 'api_key_ends');
    await until(() => subjectsTo(owner).slice(before.length), ['API key ends: ci', 'API key ends: deploy']);
    await expect.poll(() => subjectsTo(slow), IN_TIME).toEqual(['API key ends: ci', 'API key ends: deploy']);
    expect([subjectsTo(quiet), subjectsTo(refused)]).toEqual([['Invitation to Stranger'], []]);
  });

  it('of a certificate at risk is neither lost nor sent twice where nothing takes mail for a while', async () => {
    const { organizationId: ours, key: ourKey } = await newOrganization(EVERYTHING);
    const reader = address('reader');
    await addMember(ours, reader);
    const { id, url } = await createDomain(newHostname('risk'), 1, ourKey);
    await component('mail-sink').stop();
    // Its lifecycle steps write the same row.
    await againAfterLostRace(10, async () => {
      const domain = (await domains.get(id)) ?? expect.fail(`there is no domain ${id}`);
      await domains.replace(domain, domain, { timeline: `test.${domain.phase}`, events: ['certificate.at_risk'] });
    });
    await until(async () => (await noticeOf(ours, 'certificate_at_risk')).tries, 1);
    expect(subjectsTo(reader)).toEqual([]);
    await component('mail-sink').start();
    await hurry(ours, 'certificate_at_risk');
    await until(() => subjectsTo(reader), [`Certificate at risk: ${url}`]);
    await hurry(ours, 'certificate_at_risk');
    await sendMails();
    expect(subjectsTo(reader)).toHaveLength(1);
  });
});
