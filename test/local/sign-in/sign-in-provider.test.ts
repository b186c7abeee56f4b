import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProvider, type Provider } from '../../../lambdas/sign-in/provider.gateway.ts';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import { LOCAL_CLIENT_ID } from '../../../local/processes/sign-in.ts';
import { findPerson, peopleFile, setPassword } from '../../../local/sign-in/people.ts';
import { signInProvider } from '../../../local/sign-in/provider.ts';
import { signInAt } from './sign-in-at.ts';

const SITE = 'http://localhost:8080';
const EMAIL = 'mara@cps.test';
const file = peopleFile(mkdtempSync(join(tmpdir(), 'people-')));
const flow = (more: object = {}) => ({
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  codeVerifier: 'v'.repeat(43),
  returnPath: '/',
  isFresh: false,
  endsAt: '2099-01-01T00:00:00.000Z',
  ...more,
});

let server: ReturnType<typeof signInProvider>;
let provider: Provider;
beforeAll(async () => {
  setPassword(file, EMAIL, 'right');
  const issuer = `http://localhost:${await anyFreePort()}`;
  server = signInProvider({ issuer, clientId: LOCAL_CLIENT_ID, siteUrl: SITE, file }).listen(
    Number(new URL(issuer).port),
    '127.0.0.1',
  );
  await once(server, 'listening');
  const config = { issuer, clientId: LOCAL_CLIENT_ID, groupsClaim: 'groups', groupRoles: [] };
  provider = openProvider(config, { clock: () => new Date(), clientSecret: async () => undefined });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const redirectUri = `${SITE}/app/callback`;
const signIn = async (password: string, more: object = {}) =>
  signInAt((await provider.authorizationUrl(flow(more), redirectUri)).href, { email: EMAIL, password });

describe('the local identity provider', () => {
  it('is the OpenID provider that the service speaks to', async () => {
    const answer = await signIn('right');
    expect(await provider.readIdentity(answer, flow(), redirectUri)).toMatchObject({
      subject: EMAIL,
      email: EMAIL,
      name: 'mara',
      authenticatedAt: expect.any(Date),
    });
  });

  it('signs out whom the service sends, and leads back to the dashboard alone', async () => {
    const url = await provider.signOutUrl(`${SITE}/dashboard/`);
    const response = await fetch(url ?? '');
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('/session/end/confirm')]);
    const refused = await fetch((await provider.signOutUrl(`${SITE}/elsewhere`)) ?? '');
    expect(refused.status).toBe(400);
  });

  it('takes a code once, and with its own verifier only', async () => {
    const used = await signIn('right');
    await provider.readIdentity(used, flow(), redirectUri);
    await expect(provider.readIdentity(used, flow(), redirectUri)).rejects.toMatchObject({ code: 'sign_in_failed' });
    const other = await signIn('right', { codeVerifier: 'w'.repeat(43) });
    await expect(provider.readIdentity(other, flow(), redirectUri)).rejects.toMatchObject({ code: 'sign_in_failed' });
  });

  it('has its answer refused with another nonce or state', async () => {
    for (const more of [{ nonce: 'x' }, { state: 'x' }])
      await expect(provider.readIdentity(await signIn('right'), flow(more), redirectUri)).rejects.toMatchObject({
        code: 'sign_in_failed',
      });
  });

  it('says when it asked for the password, where a fresh sign-in is wanted', async () => {
    const { authenticatedAt } = await provider.readIdentity(
      await signIn('right', { isFresh: true }),
      flow({ isFresh: true }),
      redirectUri,
    );
    expect(Date.now() - (authenticatedAt?.getTime() ?? 0)).toBeLessThan(10_000);
  });

  it('lets nobody in with a wrong password, or as somebody else', async () => {
    await expect(signIn('wrong')).rejects.toThrow('Address or password is wrong.');
    expect(findPerson(file, 'nobody@cps.test', 'right')).toBeUndefined();
    expect(findPerson(file, ' Mara@CPS.test', 'right')).toBe(EMAIL);
  });

  it('answers no website', async () => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  it('keeps no password, and its file to its owner', () => {
    expect(readFileSync(file, 'utf8')).not.toContain('right');
    expect(readFileSync(file, 'utf8')).not.toContain(createHash('sha256').update('right').digest('hex'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
