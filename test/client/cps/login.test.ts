import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY, KEY_ID, refusal, type Site, startSite, TEST_KEY, TEST_KEY_ID } from './played-site.ts';
import { cps, keyFor, newHome, startCps } from './run-cps.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const credentialsIn = (home: string) => join(home, '.config', 'cps', 'credentials.json');
const login = (home: string, stdin = KEY, more: string[] = []) => cps(['login', '--site', site.url, ...more], { home, stdin });

describe('cps login', () => {
  it('checks the key with the API, and keeps it in a file that only its owner can read', async () => {
    const home = newHome();
    const { exit, stdout } = await login(home);
    expect(exit).toBe(0);
    expect(stdout).toContain('Shops (org_1)');
    expect(statSync(credentialsIn(home)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.config', 'cps')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(credentialsIn(home), 'utf8')).logins).toEqual([
      { site: site.url, mode: 'live', api_key_id: KEY_ID, api_key: KEY },
    ]);
    expect(readdirSync(join(home, '.config', 'cps'))).toEqual(['credentials.json']);
  });

  it('obeys XDG_CONFIG_HOME', async () => {
    const [home, folder] = [newHome(), newHome()];
    await cps(['login', '--site', site.url], { home, stdin: KEY, env: { XDG_CONFIG_HOME: folder } });
    expect(existsSync(join(folder, 'cps', 'credentials.json'))).toBe(true);
    expect(existsSync(credentialsIn(home))).toBe(false);
  });

  it.each([
    ['spaces and line ends around it', `\n   ${KEY}  \r\n`],
    ['quotes around it', `"${KEY}"`],
    ['a name and the other half', `CPS_API_KEY_ID=${KEY_ID}\nCPS_API_KEY='${KEY}'\n`],
    ['the other half behind it', `${KEY}\n${KEY_ID}`],
    [
      'spaces and a line break within it, as a mail has broken it',
      `${KEY.slice(0, 30)} ${KEY.slice(30, 60)}\n  ${KEY.slice(60)}`,
    ],
    ['a header of curl', `X-API-KEY-ID: ${KEY_ID}\nX-API-KEY: ${KEY}`],
  ])('takes a key with %s', async (_what, pasted) => {
    const home = newHome();
    expect(await login(home, pasted)).toMatchObject({ exit: 0 });
    expect(site.received[0]?.headers).toMatchObject({ 'x-api-key-id': KEY_ID, 'x-api-key': KEY });
  });

  it('keeps nothing of a key that the API refuses, and says what to do', async () => {
    const home = newHome();
    const { exit, stderr } = await login(home, KEY.replace(/a$/, 'b'));
    expect(exit).toBe(3);
    expect(stderr).toContain('The API key is not valid.');
    expect(stderr).toMatch(/fix: +Log in again with a whole, valid key: cps login/);
    expect(stderr).toContain('code:     invalid_api_key (HTTP 401)');
    expect(stderr).toMatch(/request: +req_1/);
    expect(existsSync(credentialsIn(home))).toBe(false);
  });

  it.each([
    ['no key', 'hello', 'begins with sk_live_ or sk_test_'],
    ['the id alone', KEY_ID, 'begins with sk_live_ or sk_test_'],
    ['halves of two keys', `${TEST_KEY_ID} ${KEY}`, `The key belongs to ${KEY_ID}`],
    ['a former key without its id', `sk_live_${'a'.repeat(49)}`, 'does not say its id'],
  ])('asks the API nothing with %s', async (_what, pasted, says) => {
    const { exit, stderr } = await login(newHome(), pasted);
    expect(exit).toBeGreaterThan(0);
    expect(stderr).toContain(says);
    expect(stderr).toContain('fix:');
    expect(site.received).toEqual([]);
  });

  it('has a person type the key where nobody sees it', async () => {
    const home = newHome();
    const started = startCps(['login'], { home, isTTY: true });
    started.stdin.write(`${site.url}\r`);
    await expect.poll(started.stderr).toContain('API key');
    started.stdin.write(`${KEY}\r`);
    expect(await started.exit).toBe(0);
    expect(started.stderr() + started.stdout()).not.toContain(KEY.slice(0, 20));
    expect(existsSync(credentialsIn(home))).toBe(true);
  });

  it.each([`${KEY_ID}\r${KEY}\r`, `${KEY}\r${KEY_ID}\r`])(
    'takes both halves that were pasted together, a line each',
    async (pasted) => {
      const home = newHome();
      const started = startCps(['login', '--site', site.url], { home, isTTY: true });
      await expect.poll(started.stderr).toContain('API key');
      started.stdin.write(pasted);
      expect(await started.exit, started.stderr()).toBe(0);
      expect(started.stderr() + started.stdout()).not.toContain(KEY.slice(0, 20));
      expect(JSON.parse(readFileSync(credentialsIn(home), 'utf8')).logins).toMatchObject([{ api_key_id: KEY_ID, api_key: KEY }]);
    },
  );

  it('ends with 130 at Ctrl-C in a prompt, with nothing written', async () => {
    const home = newHome();
    const started = startCps(['login'], { home, isTTY: true });
    started.stdin.write(`${site.url}\r`);
    await expect.poll(started.stderr).toContain('API key');
    started.stdin.write('sk_live_abc\u0003');
    expect(await started.exit).toBe(130);
    expect(existsSync(join(home, '.config'))).toBe(false);
  });

  it('keeps a test key beside the live one, and uses the last unless another is wanted', async () => {
    const home = newHome();
    await login(home);
    await login(home, TEST_KEY);
    const who = async (...words: string[]) => JSON.parse((await cps(['whoami', '--json', ...words], { home })).stdout).key.id;
    expect(await who()).toBe(TEST_KEY_ID);
    expect(await who('--live')).toBe(KEY_ID);
    expect(await who('--test')).toBe(TEST_KEY_ID);
  });

  it('warns of a clock that is wrong', async () => {
    site.setClock(10 * 60_000);
    const { exit, stderr } = await login(newHome());
    expect(exit).toBe(0);
    expect(stderr).toMatch(/clock of this machine is 10 min behind that of http/);
  });

  it('says nothing of a clock that is right', async () => {
    expect((await login(newHome())).stderr).not.toContain('clock');
  });
});

describe('cps logout', () => {
  const left = (home: string): string[] =>
    JSON.parse(readFileSync(credentialsIn(home), 'utf8')).logins.map((one: Record<string, string>) => `${one.site} ${one.mode}`);

  it('forgets the last login only, or all', async () => {
    const home = newHome();
    await login(home);
    await login(home, TEST_KEY);
    expect((await cps(['logout', '--test'], { home })).stdout).toContain(`Forgot ${TEST_KEY_ID}`);
    expect(JSON.parse(readFileSync(credentialsIn(home), 'utf8')).logins).toHaveLength(1);
    expect((await cps(['logout', '--all', '--json'], { home })).stdout).toContain(KEY_ID);
    expect(existsSync(credentialsIn(home))).toBe(false);
    expect(await cps(['logout'], { home })).toMatchObject({ exit: 0, stdout: 'There was no login.\n' });
  });

  it('forgets those of the site in CPS_SITE_URL, which all else obeys', async () => {
    const [home, other] = [newHome(), await startSite()];
    await login(home);
    await cps(['login', '--site', other.url], { home, stdin: KEY });
    expect(await cps(['logout'], { home, env: { CPS_SITE_URL: site.url } })).toMatchObject({ exit: 0 });
    expect(left(home)).toEqual([`${other.url} live`]);
    await other.close();
  });

  it('leaves the live keys at --all --test', async () => {
    const [home, other] = [newHome(), await startSite()];
    await login(home);
    await login(home, TEST_KEY);
    await cps(['login', '--site', other.url], { home, stdin: TEST_KEY });
    expect(await cps(['logout', '--all', '--test'], { home })).toMatchObject({ exit: 0 });
    expect(left(home)).toEqual([`${site.url} live`]);
    await other.close();
  });
});

describe('a site', () => {
  it.each(['', '/', '/api', '/api/', '/docs'])('may be written with %j at its end', async (end) => {
    const { exit } = await cps(['whoami'], { home: newHome(), env: { ...keyFor(site), CPS_SITE_URL: `${site.url}${end}` } });
    expect(exit).toBe(0);
  });

  it('is that of the last login where CPS_SITE_URL is empty', async () => {
    const home = newHome();
    await login(home);
    for (const command of ['whoami', 'logout'])
      expect(await cps([command], { home, env: { CPS_SITE_URL: '' } })).toMatchObject({ exit: 0 });
    expect(existsSync(credentialsIn(home))).toBe(false);
  });

  it('may lie behind a path', async () => {
    const behind = await startSite({ path: '/tools/certificates' });
    const { exit, stdout } = await cps(['whoami'], { home: newHome(), env: keyFor(behind) });
    expect([exit, behind.received[0]?.path]).toEqual([0, '/tools/certificates/api/organization']);
    expect(stdout).toContain(behind.url);
    await behind.close();
  });

  it('is of this machine without a scheme, too', async () => {
    const { exit } = await cps(['whoami'], { home: newHome(), env: { ...keyFor(site), CPS_SITE_URL: `127.0.0.1:${site.port}` } });
    expect(exit).toBe(0);
  });

  it.each([
    [
      'something else',
      () => site.url.replace(/:\d+/, `:${site.port}/elsewhere`),
      /answered 404, which is no answer of this service/,
      /without \/api/,
    ],
    [
      'where nothing listens',
      () => 'http://127.0.0.1:2',
      /Nothing listens at 127\.0\.0\.1:2 \(ECONNREFUSED\)/,
      /is `npm start` running/,
    ],
    ['of a name that does not exist', () => 'https://no-such-site.invalid', /no-such-site\.invalid was not found in DNS/, /typo/],
    ['that is none', () => 'ftp://example.com', /begins with ftp:\/\//, /--site https:/],
  ])('%s is told with what to do', async (_what, url, says, fix) => {
    const { exit, stderr } = await cps(['login', '--site', url()], { home: newHome(), stdin: KEY });
    expect([2, 7]).toContain(exit);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(fix);
  });

  it('that answers pages is not taken for the service', async () => {
    site.on(() => ({ body: '<h1>Hello</h1>', headers: { 'content-type': 'text/html' } }));
    const { exit, stderr } = await login(newHome());
    expect(exit).toBe(7);
    expect(stderr).toContain('which is no answer of this service');
  });

  it('that answers other JSON is not taken for the service', async () => {
    site.on(() => ({ body: { hello: 'world' } }));
    const { exit, stderr } = await login(newHome());
    expect(exit).toBe(7);
    expect(stderr).toContain('which is no answer of this service');
  });

  it('that redirects does not get the key sent elsewhere', async () => {
    const other = await startSite();
    site.on(() => ({ status: 308, body: {}, headers: { location: `${other.url}/api/organization` } }));
    const { exit, stderr } = await login(newHome());
    expect([exit, other.received]).toEqual([7, []]);
    expect(stderr).toContain(`name it: --site ${other.url}`);
    await other.close();
  });

  it('without encryption is warned of, unless it is on this machine', async () => {
    const { stderr } = await cps(['login', '--site', 'http://no-such-site.invalid'], { home: newHome(), stdin: KEY });
    expect(stderr).toContain('is not encrypted');
    expect((await login(newHome())).stderr).not.toContain('encrypted');
  });
});

describe('without a login', () => {
  it('a command says how to log in, for people and for programs', async () => {
    const { exit, stderr } = await cps(['domains', 'list'], { home: newHome() });
    expect(exit).toBe(3);
    expect(stderr).toContain('You are not logged in.');
    expect(stderr).toMatch(/fix: +cps login; in a program, set CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY/);
  });

  it('half of a key in the environment is told, too', async () => {
    const env = { CPS_SITE_URL: site.url, CPS_API_KEY: `sk_live_${'a'.repeat(49)}` };
    const { exit, stderr } = await cps(['whoami'], { home: newHome(), env });
    expect(exit).toBe(3);
    expect(stderr).toContain('CPS_API_KEY is set, but CPS_API_KEY_ID is not.');
  });

  it('a login of another site is not used for this one', async () => {
    const home = newHome();
    await login(home);
    const { exit, stderr } = await cps(['whoami', '--site', 'https://other.example.com'], { home });
    expect(exit).toBe(3);
    expect(stderr).toContain('cps login --site https://other.example.com');
  });
});

describe('a file of logins', () => {
  function written(content: string, mode: number): string {
    const home = newHome();
    mkdirSync(join(home, '.config', 'cps'), { recursive: true });
    writeFileSync(credentialsIn(home), content);
    chmodSync(credentialsIn(home), mode);
    return home;
  }

  it.each(['644', '640', '604'])('that others may read (%s) is refused with the command that mends it', async (mode) => {
    const home = written('{"logins":[]}', Number.parseInt(mode, 8));
    const { exit, stderr } = await cps(['whoami'], { home });
    expect(exit).toBe(3);
    expect(stderr).toContain(`has the mode ${mode}`);
    expect(stderr).toContain(`chmod 600 '${credentialsIn(home)}'`);
  });

  it.each(['', '{', '{"logins":[{"site":1}]}', '[]'])(
    'with %j in it is refused with the command that mends it',
    async (content) => {
      const { exit, stderr } = await cps(['whoami'], { home: written(content, 0o600) });
      expect(exit).toBe(3);
      expect(stderr).toContain('is not what cps has written');
      expect(stderr).toContain('&& cps login');
    },
  );

  it('that cannot be written is told, and leaves nothing behind', async () => {
    const home = newHome();
    writeFileSync(join(home, '.config'), 'a file where the folder should be');
    const { exit, stderr } = await login(home);
    expect(exit).toBe(2);
    expect(stderr).toContain('cannot be written');
    expect(readdirSync(home)).toEqual(['.config']);
  });
});

it('an error of the API has its code, message and request id in JSON, too', async () => {
  site.on(() => refusal(403, 'insufficient_permissions', 'The key lacks a permission.', { required_permission: 'domains.read' }));
  const { exit, stdout, stderr } = await cps(['domains', 'list', '--json'], { home: newHome(), env: keyFor(site) });
  expect([exit, stdout]).toEqual([3, '']);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'insufficient_permissions',
    status: 403,
    message: 'The key lacks a permission.',
    who_acts: 'you',
    fix: 'Use a key that has this permission.',
    request_id: 'req_1',
    details: { required_permission: 'domains.read' },
  });
});
