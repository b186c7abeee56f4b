import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SIGN_INS } from '../../../contract/api/limits.ts';
import { emailHash, identityHash } from '../../../lambdas/model/accounts/people/invitation.ts';
import { memberStore } from '../../../lambdas/model/accounts/people/member.store.ts';
import type { Member, User } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { sessionStore } from '../../../lambdas/model/accounts/people/session.store.ts';
import { readSessionToken } from '../../../lambdas/model/accounts/people/session.ts';
import { keys, peopleKeys } from '../../../lambdas/shared/table/keys.ts';
import { openProvider } from '../../../lambdas/sign-in/provider.gateway.ts';
import { later, NOW } from '../a-domain.ts';
import { clock, itemsUnder, table, tableHolds, wholeRequests } from '../api/api-caller.ts';
import { guardRequests } from '../held-items.ts';
import { aMember, anInvitation, aUser, itemsOf, ORGANIZATION } from '../model/accounts/people/a-person.ts';
import { type ABrowser, aSignIn, OWN, SITE } from './a-browser.ts';
import { CLIENT_ID, ISSUER } from './a-provider.ts';

const MARA = { sub: '17', email: 'M@acme.test', email_verified: true, name: 'Mara' };
const members = memberStore(table);
const sessions = sessionStore(table);
const OTHER = `org_${'B'.repeat(26)}`;

const invited = (changes: Parameters<typeof anInvitation>[0] = {}) => {
  const invitation = anInvitation(changes);
  const { organizationId, invitationId, email } = invitation;
  return [
    { ...peopleKeys.invitation(organizationId, invitationId), ...invitation },
    { ...peopleKeys.invitationByEmail(emailHash(email), invitationId), organizationId },
  ];
};

let items: ReturnType<typeof tableHolds>;
let { provider, browser } = aSignIn();
const holds = (...held: Record<string, unknown>[]) => {
  items = tableHolds(...itemsOf(aMember('O')), ...held);
};

/** The rows of a member of these organizations. */
const known = (member: Member, organizationIds = [ORGANIZATION], changes: Partial<User> = {}) => [
  { ...peopleKeys.user(member.userId), ...aUser('M'), email: member.email, ...changes },
  { ...peopleKeys.identity(identityHash(ISSUER, MARA.sub)), userId: member.userId },
  ...organizationIds.flatMap((organizationId) => itemsOf({ ...member, organizationId }).slice(0, 2)),
];
const mara = aMember('M', { email: 'M@acme.test', name: 'Mara', role: 'developer' });
const WHO_IS_THERE = [
  ['M@acme.test', 'developer'],
  ['o@acme.test', 'owner'],
];
beforeEach(() => {
  ({ provider, browser } = aSignIn());
  holds(...known(mara));
});

const tokenOf = (of: ABrowser) => readSessionToken(of.cookies.get('__Host-session') ?? '');
async function signIn(of = browser(), person: Parameters<typeof provider.authorize>[1] = MARA, query = '') {
  const answer = await of.callback(provider.authorize(await of.begin(query), person));
  const token = tokenOf(of);
  return { browser: of, answer, token, open: token && (await sessions.open(token, clock.now)) };
}
const membersNow = async () => (await members.list(ORGANIZATION)).map(({ email, role }) => [email, role]);
const toldToOwners = () => itemsUnder(items, 'MAILS#').map(({ role, email, owners }) => [role, email, owners]);
const sessionsNow = () => itemsUnder(items, 'USER#').filter(({ sk }) => String(sk).startsWith('SESSION#'));

describe('a sign-in', () => {
  it('sends the browser to the provider with state, nonce and the hash of a verifier that only we can read', async () => {
    const mara = browser();
    const url = new URL(await mara.begin());
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${SITE}/app/callback` });
    const cookie = mara.cookies.get('__Host-sign-in') ?? '';
    for (const secret of [sent.state, sent.nonce]) expect(Buffer.from(cookie, 'base64url').includes(secret ?? '')).toBe(false);
    expect(mara.set[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('gives the browser a cookie that no script reads and no other site sends, and takes away that of the flow', async () => {
    const { browser: mara } = await signIn();
    expect(mara.set).toEqual([
      expect.stringMatching(
        /^__Host-session=org_.{26}\.usr_.{26}\..{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
      ),
      '__Host-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    const secret = tokenOf(mara)?.secret ?? '?';
    expect(JSON.stringify([...items.values()])).not.toContain(secret);
  });

  it('finds the person again, makes no second user, and ends the session that the browser had', async () => {
    const first = await signIn();
    const second = await signIn(first.browser);
    expect(second.token?.userId).toBe(first.token?.userId);
    expect(first.token && (await sessions.open(first.token, NOW))).toBeUndefined();
    expect(second.open).toBeDefined();
    expect(itemsUnder(items, 'IDENTITY#')).toHaveLength(1);
    const elsewhere = await signIn();
    expect(sessionsNow()).toHaveLength(2);
    expect(elsewhere.open).toBeDefined();
  });

  it('asks for the address where the token of the provider does not have it', async () => {
    provider.faults = { shortToken: true };
    expect((await signIn()).open?.member).toMatchObject({ email: 'M@acme.test' });
    expect(provider.asked).toContain('/userinfo');
  });

  it('leads to the page that was wanted, and never to another site', async () => {
    const wanted = async (path: string) =>
      (await signIn(browser(), MARA, `return=${encodeURIComponent(path)}`)).answer.headers.location;
    expect(await wanted('/dashboard/live/domains?q=a')).toBe(`${SITE}/dashboard/live/domains?q=a`);
    for (const foreign of ['//evil.test', '/\\evil.test', 'https://evil.test', '/\t/evil.test', 'javascript:alert(1)', '']) {
      expect(await wanted(foreign)).toBe(`${SITE}/dashboard/`);
    }
  });

  it('has plain cookies where the site has no https: on a machine of a developer', async () => {
    const local = aSignIn({ site: 'http://localhost:8080' });
    const mara = local.browser();
    await mara.begin();
    expect(mara.set[0]).toMatch(/^sign-in=.*HttpOnly; SameSite=Lax$/);
  });
});

describe('a sign-in that is under way', () => {
  it('is not ended by a stranger’s link to the callback, whose state is not its own', async () => {
    const of = browser();
    const answer = provider.authorize(await of.begin(), MARA);
    const asked = provider.asked.length;
    for (const state of ['of-a-stranger', '']) {
      expect((await of.callback(new URLSearchParams({ code: 'x', state, iss: ISSUER }))).code).toBe('sign_in_failed');
    }
    expect((await of.ask('GET', '/app/callback')).code).toBe('sign_in_failed');
    expect(provider.asked).toHaveLength(asked);
    expect((await of.callback(answer)).status).toBe(303);
    expect(tokenOf(of)).toBeDefined();
  });

  it('is not ended by the answer to one that was begun before it in another tab', async () => {
    const of = browser();
    const first = provider.authorize(await of.begin(), MARA);
    const second = provider.authorize(await of.begin(), MARA);
    expect((await of.callback(first)).code).toBe('sign_in_failed');
    expect((await of.callback(second)).status).toBe(303);
  });
});

describe('a fresh sign-in', () => {
  const begun = later(0);

  it('has the provider ask for the password again, and says when it did', async () => {
    const mara = browser();
    const url = await mara.begin('fresh=1');
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    // The claims are compared with the real time.
    const asked = new Date(Math.floor(Date.now() / 1000) * 1000);
    await mara.callback(provider.authorize(url, MARA, asked));
    const token = tokenOf(mara);
    expect(token && (await sessions.open(token, begun))?.session.authenticatedAt).toBe(asked.toISOString());
  });

  it('is refused where the provider asked for no password', async () => {
    const mara = browser();
    const { code } = await mara.callback(provider.authorize(await mara.begin('fresh=1'), MARA, new Date(Date.now() - 3_600_000)));
    expect([code, sessionsNow()]).toEqual(['sign_in_failed', []]);
  });

  it('is none where the provider does not say when it asked', async () => {
    provider.faults = { claims: { auth_time: undefined } };
    expect((await signIn()).open?.session.authenticatedAt).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('a sign-in that is not as it was begun', () => {
  type Change = (answer: URLSearchParams, of: ABrowser) => unknown;
  const attempt = async (change: Change) => {
    const mara = browser();
    const answer = provider.authorize(await mara.begin(), MARA);
    change(answer, mara);
    return mara.callback(answer);
  };
  const isRefused = async (given: { status: number; code: string }) => {
    expect([given.status, given.code]).toEqual([400, 'sign_in_failed']);
    expect([sessionsNow(), await membersNow()]).toEqual([[], WHO_IS_THERE]);
  };
  const flowOf = (of: ABrowser) => of.cookies.get('__Host-sign-in') ?? '';

  it.each<[string, Change]>([
    ['with another state', (answer) => answer.set('state', 'x')],
    ['with the answer of another issuer', (answer) => answer.set('iss', 'https://other.test')],
    ['with the answer of no issuer', (answer) => answer.delete('iss')],
    ['after ten minutes', () => (clock.now = later(600_000))],
    [
      'where the cookie of the flow was changed',
      (_, of) => of.cookies.set('__Host-sign-in', flowOf(of).slice(0, -2) + (flowOf(of).endsWith('AA') ? 'BB' : 'AA')),
    ],
    ['where the cookie of the flow is there twice', (_, of) => of.cookies.set(' __Host-sign-in', 'x')],
    [
      'where the person has refused it',
      (answer) => {
        answer.delete('code');
        answer.set('error', 'access_denied');
      },
    ],
  ])('is refused %s', async (_, change) => {
    await isRefused(await attempt(change));
  });

  it('is refused with a code that was begun with another verifier', async () => {
    const other = provider.authorize(await browser().begin(), MARA).get('code') ?? '';
    await isRefused(await attempt((answer) => answer.set('code', other)));
  });

  it.each([
    ['with the nonce of another sign-in', { claims: { nonce: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://other.test' } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['that somebody else has signed', { forged: true }],
  ])('is refused with a token %s', async (_, faults) => {
    provider.faults = faults;
    await isRefused(await attempt(() => {}));
  });

  it('is refused in a browser in which it was not begun, before the provider is asked', async () => {
    const answer = provider.authorize(await browser().begin(), MARA);
    const asked = provider.asked.length;
    await isRefused(await browser().callback(answer));
    expect(provider.asked).toHaveLength(asked);
  });

  it('is refused with a code that was used', async () => {
    const mara = browser();
    const answer = provider.authorize(await mara.begin(), MARA);
    const flow = mara.cookies.get('__Host-sign-in') ?? '';
    expect((await mara.callback(answer)).status).toBe(303);
    mara.cookies.set('__Host-sign-in', flow);
    expect((await mara.callback(answer)).code).toBe('sign_in_failed');
    expect(sessionsNow()).toHaveLength(1);
  });

  it('is told to a browser as a page', async () => {
    const { status, text } = await browser().ask('GET', '/app/callback', 'code=1', { accept: 'text/html' });
    expect([status, text]).toEqual([400, expect.stringContaining('Please sign in again.')]);
  });
});

describe('who is no member', () => {
  beforeEach(() => holds(...invited()));

  it('gets no session, and nothing is kept of them', async () => {
    const { answer, token } = await signIn(browser(), { ...MARA, sub: '18', email: 'n@acme.test' });
    expect([answer.status, answer.code, token]).toEqual([403, 'not_a_member', undefined]);
    expect([itemsUnder(items, 'USER#'), itemsUnder(items, 'IDENTITY#')]).toEqual([[itemsOf(aMember('O'))[1]], []]);
  });

  it('is whoever has the address of an invitation without proof that it is theirs', async () => {
    const { answer } = await signIn(browser(), { ...MARA, email_verified: false });
    expect([answer.code, await membersNow()]).toEqual(['not_a_member', [['o@acme.test', 'owner']]]);
  });

  it('is whoever comes when the invitation has expired', async () => {
    holds(...invited({ expiresAt: NOW.toISOString() }));
    expect((await signIn()).answer.code).toBe('not_a_member');
  });

  it('is whoever was removed, and who is asked again where somebody invites them again', async () => {
    holds(...known(mara, []));
    expect((await signIn()).answer.code).toBe('not_a_member');
    for (const item of invited({ role: 'viewer' })) items.set(`${item.pk}|${item.sk}`, item);
    expect((await signIn()).answer.headers.location).toBe(`${SITE}/app/confirm`);
  });
});

describe('an invitation', () => {
  const ANOTHER = `org_${'C'.repeat(26)}`;
  const organization = (id: string, name: string) => ({ ...keys.organization(id), id, name, createdAt: NOW.toISOString() });
  const ADDRESSED = { organization: ORGANIZATION, invitation: 'inv_1' };
  const [ACCEPT, DECLINE] = [
    { ...ADDRESSED, action: 'accept' },
    { ...ADDRESSED, action: 'decline' },
  ];
  const NOBODY_JOINED = [['o@acme.test', 'owner']];
  const page = async (of: ABrowser) => of.ask('GET', '/app/confirm');
  beforeEach(() => holds(...invited(), organization(ORGANIZATION, 'Shops')));

  it('makes nobody a member by a sign-in: a page asks first, and begins no session', async () => {
    const { browser: of, answer, token } = await signIn();
    expect([answer.status, answer.headers.location, token]).toEqual([303, `${SITE}/app/confirm`, undefined]);
    await page(of);
    expect([await membersNow(), sessionsNow(), itemsUnder(items, 'AUDIT#')]).toEqual([NOBODY_JOINED, [], []]);
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(1);
  });

  it.each([
    ['a member', { email: 'o@acme.test', name: '<b>Ota</b>' } as const, 'Invited by: &lt;b&gt;Ota&lt;/b&gt; (o@acme.test)'],
    ['a member without an address', { email: '', name: 'Ota' }, 'Invited by: Ota (no verified e-mail address)'],
    ['an administrator', 'administrator' as const, 'Invited by: an administrator of this service'],
  ])('names organization, role and %s who invited, and whatever strangers wrote is text', async (_, invitedBy, words) => {
    holds(...invited({ invitedBy, role: 'admin' }), organization(ORGANIZATION, '"><script>alert(1)</script>'));
    const { browser: of } = await signIn();
    const { status, text, headers } = await page(of);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const said of [
      words,
      'Your role: admin',
      'Invitation to &quot;&gt;&lt;script&gt;alert(1)',
      'You have signed in as M@acme.test',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('<script>alert');
    const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('makes a member of whoever accepts it, in that organization, with an audit entry', async () => {
    const { browser: of } = await signIn(browser(), MARA, 'return=/dashboard/live/domains/1');
    const { status, json } = await of.confirm(ACCEPT);
    expect([status, json]).toEqual([200, { next: `${SITE}/dashboard/` }]);
    const token = tokenOf(of);
    expect(token && (await sessions.open(token, clock.now))).toMatchObject({
      member: { role: 'developer', roleFrom: 'member', email: 'M@acme.test', name: 'Mara' },
      session: { endsAt: later(86_400_000).toISOString() },
    });
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'member.joined',
        actor: expect.objectContaining({ type: 'user', userId: token?.userId, sourceIp: '192.0.2.1' }),
      }),
    ]);
    expect(of.cookies.has('__Host-sign-in')).toBe(false);
    expect((await page(of)).code).toBe('sign_in_failed');
  });

  it.each([
    ['owner', [['owner', 'M@acme.test', ['o@acme.test']]]],
    ['admin', [['admin', 'M@acme.test', ['o@acme.test']]]],
    ['developer', []],
  ] as const)('is told to the owners once it is accepted, where it makes somebody admin or owner: %s', async (role, told) => {
    holds(...invited({ role }), organization(ORGANIZATION, 'Shops'));
    const { browser: of } = await signIn();
    expect(toldToOwners()).toEqual([]);
    expect((await of.confirm(ACCEPT)).status).toBe(200);
    expect(toldToOwners()).toEqual(told);
  });

  it('is accepted once by a double click, and makes one member with one session', async () => {
    const { browser: of } = await signIn();
    const twin = browser();
    for (const [name, value] of of.cookies) twin.cookies.set(name, value);
    const answers = await Promise.all([of.confirm(ACCEPT), twin.confirm(ACCEPT)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['sign_in_failed', undefined]);
    expect([await membersNow(), itemsUnder(items, 'IDENTITY#').length]).toEqual([WHO_IS_THERE, 1]);
    expect(sessionsNow()).toHaveLength(1);
  });

  it('is not answered by the cookie of a sign-in that has begun its session, which shows nothing either', async () => {
    for (const item of invited({ organizationId: ANOTHER, invitationId: 'inv_2' })) items.set(`${item.pk}|${item.sk}`, item);
    const { browser: of } = await signIn();
    const proven = of.cookies.get('__Host-sign-in') ?? '';
    await of.confirm(ACCEPT);
    await of.ask('POST', '/app/sign-out', '', OWN);
    for (const action of ['accept', 'decline', 'enter']) {
      of.cookies.set('__Host-sign-in', proven);
      const { code } = await of.confirm({ action, organization: ANOTHER, invitation: 'inv_2' });
      expect([code, (await page(of)).code]).toEqual(['sign_in_failed', 'sign_in_failed']);
    }
    expect([itemsUnder(items, 'INVITED#').length, sessionsNow()]).toEqual([1, []]);
  });

  it('ends when it is declined, with an audit entry; nothing is kept of whoever declines', async () => {
    const { browser: of } = await signIn();
    expect((await of.confirm(DECLINE)).json).toEqual({ next: `${SITE}/app/confirm` });
    expect((await page(of)).code).toBe('not_a_member');
    expect((await of.confirm(ACCEPT)).code).toBe('conflict');
    expect([await membersNow(), sessionsNow(), itemsUnder(items, 'INVITED#')]).toEqual([NOBODY_JOINED, [], []]);
    expect(itemsUnder(items, 'IDENTITY#')).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({ action: 'invitation.declined', before: { email: 'm@acme.test', role: 'developer' } }),
    ]);
  });

  it.each([
    ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a form of our own site, without the header', { 'sec-fetch-site': 'same-origin', origin: SITE }],
    ['a page of a neighbour below the same domain', { ...OWN, 'sec-fetch-site': 'same-site' }],
  ])('is not answered by %s', async (_, headers) => {
    const { browser: of } = await signIn();
    for (const fields of [ACCEPT, DECLINE]) expect((await of.confirm(fields, headers)).code).toBe('foreign_request');
    expect([await membersNow(), itemsUnder(items, 'INVITED#').length]).toEqual([NOBODY_JOINED, 1]);
  });

  it('is answered only by whoever has its address, verified, and has just signed in with it', async () => {
    const mallory = { sub: '66', email: 'x@acme.test', email_verified: true };
    for (const item of invited({ organizationId: ANOTHER, invitationId: 'inv_2', email: 'x@acme.test' }))
      items.set(`${item.pk}|${item.sk}`, item);
    const { browser: of } = await signIn(browser(), mallory);
    expect((await of.confirm(ACCEPT)).code).toBe('conflict');
    await of.confirm(DECLINE);
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(2);
    expect((await browser().confirm(ACCEPT)).code).toBe('sign_in_failed');
    const begun = browser();
    await begun.begin();
    expect((await begun.confirm(ACCEPT)).code).toBe('sign_in_failed');
    const { browser: slow } = await signIn();
    clock.now = later(600_000);
    expect((await slow.confirm(ACCEPT)).code).toBe('sign_in_failed');
    expect(await membersNow()).toEqual(NOBODY_JOINED);
  });

  it('of another organization can wait: a member goes on to the own one, which stays the default', async () => {
    const foreign = `org_${'0'.repeat(26)}`;
    holds(
      ...known(mara),
      ...invited({ organizationId: foreign, invitationId: 'inv_2' }),
      organization(ORGANIZATION, 'Shops'),
      organization(foreign, 'Strangers'),
    );
    const { browser: of, answer } = await signIn(browser(), MARA, 'return=/dashboard/live/keys');
    expect(answer.headers.location).toBe(`${SITE}/app/confirm`);
    expect((await page(of)).text).toContain('Go on to Shops');
    expect((await of.confirm({ action: 'enter', organization: ORGANIZATION })).json).toEqual({
      next: `${SITE}/dashboard/live/keys`,
    });
    expect(tokenOf(of)?.organizationId).toBe(ORGANIZATION);
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(1);
    expect((await of.confirm({ action: 'enter', organization: foreign })).code).toBe('sign_in_failed');
  });
});

describe('a member of several organizations', () => {
  // The other organization is older, so its id comes first.
  const FOREIGN = `org_${'0'.repeat(26)}`;
  const names = [ORGANIZATION, FOREIGN].map((id) => ({ ...keys.organization(id), id, name: `Name of ${id}`, createdAt: 'x' }));
  const enter = (organization: string) => ({ action: 'enter', organization });
  const organizationOf = async (of: ABrowser, query = '') => (await signIn(of, MARA, query)).token?.organizationId;
  beforeEach(() => holds(...known(mara, [FOREIGN, ORGANIZATION], { lastOrganizationId: ORGANIZATION }), ...names));

  it('comes into the one of the last sign-in, also in another browser', async () => {
    expect(await organizationOf(browser())).toBe(ORGANIZATION);
    const { browser: of } = await signIn(browser(), MARA, `organization=${FOREIGN}`);
    await of.confirm(enter(FOREIGN));
    expect([await organizationOf(browser()), await organizationOf(of)]).toEqual([FOREIGN, FOREIGN]);
  });

  it('is asked before a link leads into another one, and stays where they were until then', async () => {
    const of = browser();
    await signIn(of);
    const { answer, token } = await signIn(of, MARA, `organization=${FOREIGN}&return=/dashboard/test`);
    expect([answer.headers.location, token?.organizationId]).toEqual([`${SITE}/app/confirm`, ORGANIZATION]);
    const { text } = await of.ask('GET', '/app/confirm');
    for (const said of [`You are about to switch to Name of ${FOREIGN}`, `Go on to Name of ${ORGANIZATION}`])
      expect(text).toContain(said);
    expect(tokenOf(of)?.organizationId).toBe(ORGANIZATION);
    expect((await of.confirm(enter(FOREIGN))).json).toEqual({ next: `${SITE}/dashboard/test` });
    expect(tokenOf(of)?.organizationId).toBe(FOREIGN);
    expect(sessionsNow()).toHaveLength(1);
  });

  it('is led into nobody else’s, nor asked about it', async () => {
    for (const foreign of [`org_${'C'.repeat(26)}`, 'org_', 'x'.repeat(5000)])
      expect(await organizationOf(browser(), `organization=${foreign}`)).toBe(ORGANIZATION);
    const { browser: of } = await signIn(browser(), MARA, `organization=${FOREIGN}`);
    expect((await of.confirm(enter(`org_${'C'.repeat(26)}`))).code).toBe('conflict');
    expect(tokenOf(of)).toBeUndefined();
  });

  it('comes into another one where that of the last sign-in has removed them', async () => {
    holds(...known(mara, [FOREIGN], { lastOrganizationId: ORGANIZATION }), ...names);
    expect(await organizationOf(browser())).toBe(FOREIGN);
  });

  it('is asked into which one where no sign-in has led into any yet, whatever a link says, and not again', async () => {
    holds(...known(mara, [FOREIGN, ORGANIZATION]), ...names);
    const { browser: of, answer, token } = await signIn(browser(), MARA, `organization=${FOREIGN}&return=/dashboard/test`);
    expect([answer.headers.location, token]).toEqual([`${SITE}/app/confirm`, undefined]);
    const { text } = await of.ask('GET', '/app/confirm');
    for (const id of [FOREIGN, ORGANIZATION]) expect(text).toContain(`Go on to Name of ${id}`);
    expect((await of.confirm(enter(ORGANIZATION))).json).toEqual({ next: `${SITE}/dashboard/test` });
    expect(await organizationOf(browser())).toBe(ORGANIZATION);
  });

  it('joins by a group without a change of that', async () => {
    ({ provider, browser } = aSignIn({ groupRoles: [{ group: 'all', organizationId: FOREIGN, role: 'viewer' }] }));
    holds(...known(mara, [ORGANIZATION]));
    expect((await signIn(browser(), { ...MARA, groups: ['all'] })).token?.organizationId).toBe(ORGANIZATION);
    expect(await members.get(FOREIGN, mara.userId)).toMatchObject({ role: 'viewer' });
    expect((await signIn(browser(), { ...MARA, groups: ['all'] })).token?.organizationId).toBe(ORGANIZATION);
  });
});

describe('the address of a member', () => {
  const addresses = async () => [
    (await members.get(ORGANIZATION, mara.userId))?.email,
    (await members.get(OTHER, mara.userId))?.email,
    items.get(`USER#${mara.userId}|USER`)?.email,
  ];
  const FORMER = ['M@acme.test', 'M@acme.test', 'M@acme.test'];
  beforeEach(() => holds(...known(mara, [ORGANIZATION, OTHER], { lastOrganizationId: ORGANIZATION })));

  it('is the one that the provider verified last, in each organization, with an audit entry', async () => {
    await signIn(browser(), { ...MARA, email: 'mara@new.test' });
    expect(await addresses()).toEqual(['mara@new.test', 'mara@new.test', 'mara@new.test']);
    const facts = { before: { email: 'M@acme.test' }, after: { email: 'mara@new.test' } };
    expect(itemsUnder(items, 'AUDIT#')).toEqual(
      [ORGANIZATION, OTHER].map((organizationId) =>
        expect.objectContaining({ organizationId, action: 'member.email_changed', ...facts }),
      ),
    );
    await signIn(browser(), { ...MARA, email: 'mara@new.test' });
    expect(itemsUnder(items, 'AUDIT#')).toHaveLength(2);
  });

  it('stays where the provider has not verified the other one, names none or no single one, or writes it in other capitals', async () => {
    for (const person of [
      { ...MARA, email: 'x@acme.test', email_verified: false },
      { sub: MARA.sub },
      { ...MARA, email: 'Locked<x@acme.test>' },
      { ...MARA, email: 'm@ACME.test' },
    ])
      expect((await signIn(browser(), person)).token?.userId).toBe(mara.userId);
    expect([await addresses(), itemsUnder(items, 'AUDIT#')]).toEqual([FORMER, []]);
  });

  it('is not another’s that only looks like it: a Kelvin sign is no k', async () => {
    holds(...invited({ email: 'k@acme.test' }));
    const { answer } = await signIn(browser(), { ...MARA, email: '\u212a@acme.test' });
    expect([answer.code, itemsUnder(items, 'INVITED#').length]).toEqual(['not_a_member', 1]);
  });
});

describe('whoever comes back again and again', () => {
  it('has the provider asked once for each sign-in, whatever comes of it', async () => {
    const of = browser();
    const { searchParams } = new URL(await of.begin());
    const query = new URLSearchParams({ code: 'stolen', state: searchParams.get('state') ?? '', iss: ISSUER });
    const flow = of.cookies.get('__Host-sign-in') ?? '';
    for (let times = 0; times < 5; times += 1) {
      of.cookies.set('__Host-sign-in', flow);
      expect((await of.callback(query)).code).toBe('sign_in_failed');
    }
    expect(provider.asked.filter((path) => path === '/token')).toHaveLength(1);
  });

  it('has the provider asked so often in a minute from one address, whichever of its own network it is, and no more', async () => {
    const attempt = async (address: string) => {
      const of = browser();
      of.address = address;
      return (await signIn(of)).answer;
    };
    for (let times = 0; times < SIGN_INS.limit; times += 1) expect((await attempt(`2001:db8::${times}`)).status).toBe(303);
    const { status, code, headers } = await attempt('2001:db8::ffff');
    expect([status, code, headers['retry-after']]).toEqual([429, 'rate_limit_exceeded', expect.stringMatching(/^\d+$/)]);
    expect(provider.asked.filter((path) => path === '/token')).toHaveLength(SIGN_INS.limit);
    expect((await attempt('2001:db8:0:1::1')).status).toBe(303);
    clock.now = later(60_000);
    expect((await attempt('2001:db8::1')).status).toBe(303);
  });
});

describe('the requests of a sign-in to the table', () => {
  it('are seven where nothing is asked, and the last one led into the same organization', async () => {
    holds(...known(mara, [ORGANIZATION], { lastOrganizationId: ORGANIZATION }));
    const of = browser();
    const answer = provider.authorize(await of.begin(), MARA);
    const before = wholeRequests().length;
    await of.callback(answer);
    expect(wholeRequests().slice(before)).toEqual([
      'UpdateItem SIGNIN#192.0.2.1 2026-06-01T12:00:00.000Z',
      'UpdateItem SIGNIN#… USED',
      'GetItem IDENTITY#1eb9068b8cdd5284a250866b89632a145b434be2eaa21ebca02e3c723c0a5426 IDENTITY',
      'Query INVITED#…',
      'GetItem USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM USER',
      'Query USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM MEMBER#',
      'PutItem USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM SESSION#…',
    ]);
  });
});

describe('groups of the provider', () => {
  const groupRoles = [
    { group: 'ops', organizationId: ORGANIZATION, role: 'admin' as const },
    { group: 'all', organizationId: ORGANIZATION, role: 'viewer' as const },
    { group: 'all', organizationId: OTHER, role: 'owner' as const },
  ];
  /** A user who has to choose enters ORGANIZATION. */
  const inGroups = async (...groups: string[]) => {
    const { browser: of } = await signIn(browser(), { sub: '19', email: 'g@acme.test', email_verified: true, groups });
    if (!tokenOf(of)) await of.confirm({ action: 'enter', organization: ORGANIZATION });
    const token = tokenOf(of);
    return { token, open: token && (await sessions.open(token, clock.now)) };
  };
  beforeEach(() => {
    ({ provider, browser } = aSignIn({ groupRoles }));
    holds();
  });

  it('give the highest of their roles, without an invitation', async () => {
    expect((await inGroups('all', 'ops')).open).toMatchObject({ member: { role: 'admin', roleFrom: 'group' } });
    expect(await members.get(OTHER, (await inGroups('all')).token?.userId ?? '')).toMatchObject({ role: 'owner' });
  });

  it('are told to the owners where they make somebody admin or owner, also of a member who was less', async () => {
    await inGroups('all');
    expect(toldToOwners()).toEqual([]);
    await inGroups('all', 'ops');
    expect(toldToOwners()).toEqual([['admin', 'g@acme.test', ['o@acme.test']]]);
  });

  it('give it without the address that the provider has not verified, of which nobody is told, until it has', async () => {
    const stranger = { sub: '20', email: 'o@acme.test', groups: ['ops'] };
    const { open } = await signIn(browser(), { ...stranger, email_verified: false });
    expect(open?.member).toMatchObject({ role: 'admin', email: '' });
    expect(items.get(`USER#${open?.member.userId}|USER`)?.email).toBe('');
    expect(toldToOwners()).toEqual([['admin', '', ['o@acme.test']]]);
    expect(itemsUnder(items, 'AUDIT#').map(({ after }) => after)).toEqual([{ role: 'admin' }]);
    await signIn(browser(), { ...stranger, email: 'g@acme.test', email_verified: true });
    expect((await members.get(ORGANIZATION, open?.member.userId ?? ''))?.email).toBe('g@acme.test');
  });

  it('take it away again at the next sign-in', async () => {
    await inGroups('ops');
    expect((await inGroups('all')).open?.member.role).toBe('viewer');
    const { token } = await inGroups();
    expect(await members.get(ORGANIZATION, token?.userId ?? '')).toBeUndefined();
  });

  it('leave the last owner', async () => {
    const { token } = await inGroups('all');
    const again = await inGroups();
    expect(again.token).toMatchObject({ organizationId: OTHER, userId: token?.userId });
  });

  it('change no role that a member has given', async () => {
    const { open } = await inGroups('ops');
    if (!open) throw new Error('not signed in');
    items.set(`ORG#${ORGANIZATION}|MEMBER#${open.member.userId}`, { ...open.member, role: 'developer', roleFrom: 'member' });
    expect((await inGroups('ops')).open?.member.role).toBe('developer');
    expect((await inGroups()).open?.member.role).toBe('developer');
  });
});

describe('a provider in trouble', () => {
  it('that is down is told to whoever signs in, and those who are signed in go on', async () => {
    const { token } = await signIn();
    ({ provider, browser } = aSignIn());
    provider.faults = { down: true };
    const { status, code, headers } = await browser().ask('GET', '/app/sign-in');
    expect([status, code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    expect(token && (await sessions.open(token, later(3_600_000)))).toBeDefined();
  });

  it('that goes down after its endpoints were found is one only for the token', async () => {
    const mara = browser();
    const answer = provider.authorize(await mara.begin(), MARA);
    provider.faults = { down: true };
    clock.now = later(300_000);
    expect((await mara.callback(answer)).code).toBe('service_unavailable');
    clock.now = later(3_700_000);
    expect((await mara.ask('GET', '/app/sign-in')).status).toBe(303);
  });

  it.each([
    ['answers nothing', { silentToken: true }],
    ['answers with an error of its own', { tokenStatus: 502 }],
  ])('whose token endpoint %s costs nobody a session', async (_, faults) => {
    provider.faults = faults;
    const { answer } = await signIn();
    expect([answer.code, sessionsNow()]).toEqual(['service_unavailable', []]);
  });
});

describe('a sign-in that breaks off', () => {
  const brought = async () => {
    const of = browser();
    const answer = provider.authorize(await of.begin(), MARA);
    return { of, show: () => of.ask('GET', '/app/callback', answer.toString(), { accept: 'text/html' }) };
  };
  const LINK = '<a href="/app/sign-in">Sign in again</a>';
  afterEach(() => guardRequests(undefined));

  it.each([
    ['the provider has trouble', () => Object.assign(provider, { faults: { tokenStatus: 503 } })],
    [
      'AWS is busy',
      () =>
        guardRequests((action, input) => {
          if (action === 'TransactWriteItems' || JSON.stringify(input).includes('IDENTITY#'))
            throw Object.assign(new Error('busy'), { name: 'ThrottlingException', $metadata: {} });
        }),
    ],
  ])('is begun again by a link, and names no time for a reload, which would be refused: %s', async (_, trouble) => {
    const { of, show } = await brought();
    trouble();
    const shown = await show();
    expect([shown.status, shown.headers['retry-after'], shown.text]).toEqual([503, undefined, expect.stringContaining(LINK)]);
    guardRequests(undefined);
    provider.faults = {};
    const again = await show();
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(LINK)]);
    expect((await of.callback(provider.authorize(await of.begin(), MARA))).status).toBe(303);
  });
});

describe('a sign-out', () => {
  it('ends the session at once, without the provider', async () => {
    const { browser: mara, token } = await signIn();
    provider.faults = { down: true };
    expect((await mara.ask('POST', '/app/sign-out', '', OWN)).status).toBe(204);
    const cleared = (name: string) => `__Host-${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`;
    expect(mara.set).toEqual([cleared('session'), cleared('sign-in')]);
    expect(token && (await sessions.open(token, NOW))).toBeUndefined();
  });

  it('ends the sign-in that asks something in another tab: whoever comes next is not let in by its page', async () => {
    holds(...known(mara, [ORGANIZATION, OTHER], { lastOrganizationId: ORGANIZATION }));
    const { browser: of } = await signIn();
    expect((await signIn(of, MARA, `organization=${OTHER}`)).answer.headers.location).toBe(`${SITE}/app/confirm`);
    await of.ask('POST', '/app/sign-out', '', OWN);
    expect((await of.confirm({ action: 'enter', organization: ORGANIZATION })).code).toBe('sign_in_failed');
    expect(sessionsNow()).toEqual([]);
  });

  it('tells the browser where the provider ends its own session, if it has such a place', async () => {
    provider.faults = { metadata: { end_session_endpoint: 'https://idp.acme.test/end?of=session' } };
    const { browser: mara, token } = await signIn();
    const { status, text } = await mara.ask('POST', '/app/sign-out', '', OWN);
    expect(status).toBe(200);
    const { origin, searchParams } = new URL(JSON.parse(text).provider_url);
    expect(origin).toBe('https://idp.acme.test');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ of: 'session', client_id: CLIENT_ID, post_logout_redirect_uri: `${SITE}/dashboard/` },
    });
    expect(token && (await sessions.open(token, NOW))).toBeUndefined();
  });

  it.each([
    ['with', { end_session_endpoint: 'https://acme.auth.test/logout' }],
    ['without', {}],
  ])('ends the session at Cognito as that wants it, %s the endpoint in its metadata', async (_, more) => {
    const issuer = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_1';
    const metadata = { issuer, authorization_endpoint: 'https://acme.auth.test/oauth2/authorize', ...more };
    const cognito = openProvider(
      { issuer, clientId: 'c1', groupsClaim: 'cognito:groups', groupRoles: [] },
      { clock: () => NOW, clientSecret: async () => undefined, fetch: async () => Response.json(metadata) },
    );
    const url = await cognito.signOutUrl(`${SITE}/dashboard/`);
    expect(url?.href).toBe(`https://acme.auth.test/logout?client_id=c1&logout_uri=${encodeURIComponent(`${SITE}/dashboard/`)}`);
  });

  it('without such a place at the provider is one here alone', async () => {
    const { browser: mara } = await signIn();
    expect((await mara.ask('POST', '/app/sign-out', '', OWN)).status).toBe(204);
  });

  it.each([
    ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a form of our own site', { 'sec-fetch-site': 'same-origin', origin: SITE }],
    ['a page of a neighbour below the same domain', { ...OWN, 'sec-fetch-site': 'same-site' }],
    ['a browser that says only its origin', { 'x-requested-with': 'cps', origin: 'https://evil.test' }],
  ])('is not for %s to ask', async (_, headers) => {
    const { browser: mara, token } = await signIn();
    expect((await mara.ask('POST', '/app/sign-out', '', headers)).code).toBe('foreign_request');
    expect(token && (await sessions.open(token, NOW))).toBeDefined();
  });
});
