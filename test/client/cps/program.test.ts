import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STORY_OF_EVENT } from '../../../client/cps/commands/trigger.ts';
import { COMMANDS } from '../../../client/cps/commands.ts';
import manifest from '../../../client/cps/package.json' with { type: 'json' };
import { EXIT_MEANINGS } from '../../../client/cps/terminal/failure.ts';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { STORY_NAMES } from '../../../contract/test-mode.ts';
import { domain, KEY, KEY_ID, type Received, refusal, type Site, startSite, TEST_KEY } from './played-site.ts';
import { cps, keyFor, newHome, startCps } from './run-cps.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const alone = () => ({ home: newHome() });

describe('the command line', () => {
  it.each([
    [['domians'], 'domains'],
    [['domains', 'lst'], 'list'],
    [['listn'], 'listen'],
    [['domains', 'list', '--limt', '3'], '--limit'],
  ])('%j is refused with what is probably meant', async (words, meant) => {
    const { exit, stdout, stderr } = await cps(words, alone());
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^cps: unknown (command|option)/);
    expect(stderr).toContain(`Did you mean ${meant}?`);
  });

  it('shows its help without a command, as a mistake, and with --help, as none', async () => {
    expect(await cps([], alone())).toMatchObject({ exit: 2 });
    const { exit, stdout } = await cps(['--help'], alone());
    expect(exit).toBe(0);
    for (const [code, meaning] of Object.entries(EXIT_MEANINGS))
      expect(stdout).toMatch(new RegExp(`^ +${code} +${meaning.replace(/[()]/g, '.')}$`, 'm'));
    for (const name of ['CPS_SITE_URL', 'CPS_API_KEY_ID', 'HTTPS_PROXY', '--json', '--mcp', '--allow-writes'])
      expect(stdout).toContain(name);
  });

  it.each(COMMANDS.map(({ name }) => name))('%s has a help with examples', async (name) => {
    const { exit, stdout } = await cps([...name.split(' '), '--help'], alone());
    expect(exit).toBe(0);
    expect(stdout).toMatch(new RegExp(`\nExamples:\n.*cps ${name.split(' ')[0]}`));
    expect(stdout).toContain('--json');
  });

  it('tells a mistake in JSON, too', async () => {
    const { exit, stdout, stderr } = await cps(['domians', '--json'], alone());
    expect([exit, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: expect.stringContaining("unknown command 'domians'"),
      who_acts: 'you',
    });
  });

  it('tells Ctrl-C in JSON, too', async () => {
    const started = startCps(['domains', 'list', '--json'], { ...alone(), env: keyFor(site) });
    site.on(() => {
      started.interrupt();
      return new Promise(() => undefined);
    });
    expect(await started.exit).toBe(130);
    expect(JSON.parse(started.stderr())).toEqual({
      error: { message: 'Ended by Ctrl-C.', who_acts: 'you', fix: 'Repeat the command.' },
    });
  });

  it('tells a mistake of its own in JSON, too, with where it was made', async () => {
    site.on(() => ({ body: { data: [null], next_cursor: null } }));
    const { exit, stdout, stderr } = await cps(['domains', 'list', '--json'], { ...alone(), env: keyFor(site) });
    expect([exit, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: expect.stringMatching(/^a mistake of cps itself: TypeError: /),
      who_acts: 'whoever maintains cps',
    });
  });

  it('has each of its exit codes in the README', () => {
    const readme = readFileSync('client/cps/README.md', 'utf8');
    const listed = [...readme.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = '']) => codes.split(', '));
    expect(listed).toEqual(Object.keys(EXIT_MEANINGS));
  });

  it('tells its version', async () => {
    expect(await cps(['--version'], alone())).toMatchObject({ exit: 0, stdout: `${manifest.version}\n` });
  });

  it('takes a group for its list', async () => {
    site.on(() => ({ body: { data: [{ id: 1, name: 'web', status: 'online', cname_target: 't' }], next_cursor: null } }));
    for (const group of ['servers', 'webhooks', 'domains'] as const) {
      if (group === 'domains') site.on(() => ({ body: { data: [domain()], next_cursor: null } }));
      if (group === 'webhooks')
        site.on(() => ({ body: { data: [{ id: 3, url: 'https://h', events: ['*'], status: 'active' }], next_cursor: null } }));
      expect(await cps([group], { ...alone(), env: keyFor(site) })).toMatchObject({
        exit: 0,
        stdout: expect.stringMatching(/^ID /),
      });
    }
  });

  it('has each example understood by itself', async () => {
    for (const example of COMMANDS.flatMap(({ examples }) => examples)) {
      const words = /cps ([^|)&>]*)/.exec(example)?.[1]?.match(/"[^"]*"|\S+/g) ?? [];
      const { stderr } = await cps([...words, '--help'], alone());
      expect([example, stderr]).toEqual([example, '']);
    }
  });
});

describe('completion', () => {
  const candidates = async (...words: string[]) => (await cps(['complete', ...words], alone())).stdout.trimEnd().split('\n');

  it('offers commands, options and known values', async () => {
    expect(await candidates()).toEqual(expect.arrayContaining(['login', 'domains', 'listen', '--json']));
    expect(await candidates('domains')).toEqual(expect.arrayContaining(['add', 'list', 'rm']));
    expect(await candidates('domains', 'list')).toEqual(expect.arrayContaining(['--ssl-status', '--json', '--help']));
    expect(await candidates('domains', 'list', '--ssl-status')).toEqual(['pending', 'active', 'error']);
    expect(await candidates('trigger')).toEqual(expect.arrayContaining([...EVENT_NAMES]));
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    expect(await cps(['completion', shell], alone())).toMatchObject({ exit: 0, stdout: expect.stringContaining('cps complete') });
  });

  it('says which shells there are', async () => {
    expect(await cps(['completion', 'csh'], alone())).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('bash, zsh and fish'),
    });
  });
});

describe('cps trigger', () => {
  const env = () => ({ CPS_SITE_URL: site.url, CPS_API_KEY: TEST_KEY });
  const create = ({ method, path, body }: Received) =>
    method === 'POST' && path === '/api/domains'
      ? { status: 201, body: domain({ url: body.url, livemode: false }) }
      : { body: domain() };

  it.each(Object.entries(STORY_OF_EVENT))('plays %s by a magic name that comes to it', async (event, story) => {
    expect(STORY_NAMES).toContain(story);
    const page = readFileSync('docs/guides/test-mode.md', 'utf8');
    const [, activation = ''] = /\*activation\* stands for (.+)\./.exec(page) ?? [];
    const blocks = page.split('\n\n');
    const table = blocks.findIndex((block) => block.includes(`\n| \`${story}\` |`));
    const row = blocks[table]?.split('\n').find((line) => line.startsWith(`| \`${story}\` |`));
    // Names that share an outcome have it above their table.
    const shared = blocks[table - 1]?.startsWith('**`') ? blocks[table - 1] : '';
    const outcome = `${row} ${shared}`.replace('*activation*', activation);
    // These three follow from what cps itself does with the domain.
    if (!['domain.created', 'domain.updated', 'domain.deleted'].includes(event)) expect(outcome).toContain(`\`${event}\``);
    site.on(create);
    const { exit, stdout } = await cps(['trigger', event], { ...alone(), env: env() });
    expect(exit).toBe(0);
    expect(stdout).toMatch(new RegExp(`Created cps-[0-9a-f]{10}\\.${story}\\.magic\\.test`));
  });

  it('changes and deletes the domain where that is the event', async () => {
    site.on(create);
    await cps(['trigger', 'domain.updated'], { ...alone(), env: env() });
    await cps(['trigger', 'domain.deleted'], { ...alone(), env: env() });
    expect(site.received.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST', 'DELETE']);
  });

  it('needs a test key, and says so', async () => {
    const { exit, stderr } = await cps(['trigger', 'certificate.issued'], { ...alone(), env: keyFor(site) });
    expect(exit).toBe(3);
    expect(stderr).toContain(`This needs a test key, and ${KEY_ID} in CPS_API_KEY_ID is a live key.`);
    expect(site.received).toEqual([]);
  });

  it('sends a sample of any event to a webhook, also with a live key', async () => {
    site.on(() => ({ body: { event: 'api_key.expiring', state: 'succeeded', attempts: [{ status: 204 }] } }));
    const { exit, stdout } = await cps(['trigger', 'api_key.expiring', '--webhook', '9'], { ...alone(), env: keyFor(site) });
    expect(exit).toBe(0);
    expect(site.received[0]).toMatchObject({ path: '/api/webhooks/9/test', body: { event: 'api_key.expiring' } });
    expect(stdout).toContain('Its receiver answered 204.');
  });

  it.each([
    ['api_key.expiring', 'cps trigger api_key.expiring --webhook ID'],
    ['certificate.isued', 'These can be played: domain.created'],
  ])('says how %s could be had', async (event, fix) => {
    const { exit, stderr } = await cps(['trigger', event], { ...alone(), env: env() });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(fix)]);
  });
});

describe('servers and webhooks', () => {
  it('are listed, created and shown', async () => {
    const server = {
      id: 2,
      livemode: true,
      name: 'web',
      type: 'agent',
      config: {},
      cname_target: 't.example.net',
      status: 'unclaimed',
      created_at: '',
    };
    const webhook = { id: 3, url: 'https://h.example.com/', events: ['*'], status: 'active', secret: 'whsec_x' };
    const pageOf = (name: string, next: string | null) => ({ data: [{ id: name, name, enrolled_at: 'now' }], next_cursor: next });
    const answers: Record<string, unknown> = {
      'POST /api/servers': server,
      'GET /api/servers/2': server,
      'POST /api/webhooks': webhook,
      'DELETE /api/webhooks/3': { id: 3, deleted: true },
    };
    site.on(({ method, path, query: { cursor } }) => {
      const machines = cursor === 'behind' ? pageOf('web-2', null) : pageOf('web-1', 'behind');
      return { body: path === '/api/servers/2/enrollments' ? machines : answers[`${method} ${path}`] };
    });
    const ask = async (...words: string[]) => (await cps(words, { ...alone(), env: keyFor(site) })).stdout;
    expect(await ask('servers', 'add', '--name', 'web')).toContain('Created server 2. Its CNAME target: t.example.net');
    expect(await ask('servers', 'show', '2')).toMatch(/web-1.*web-2/s); // of every page
    expect(await ask('webhooks', 'add', 'https://h.example.com/', '--events', 'certificate.issued', '--events', 'x.y')).toContain(
      'whsec_x',
    );
    expect(site.received.at(-1)?.body).toEqual({ url: 'https://h.example.com/', events: ['certificate.issued', 'x.y'] });
    expect(await ask('webhooks', 'rm', '3')).toContain('Deleted webhook 3.');
  });
});

describe('a server whose type needs to know more', () => {
  const ask = async (...words: string[]) => cps(words, { ...alone(), env: keyFor(site) });
  const balancer = {
    ...{ id: 2, livemode: true, name: 'lb', type: 'alb', cname_target: 't.example.net', status: 'error', created_at: '' },
    config: { role_arn: 'arn:role', listener_arn: 'arn:listener', region: 'eu-west-1' },
    checked_at: '2026-11-26T12:00:00.000Z',
    problem: { reason: 'action_denied', action: 'acm:ImportCertificate', summary: 'It is denied.', fix: 'Allow it.' },
    quotas: [
      { name: 'certificates_per_load_balancer', used: 24, limit: 25 },
      { name: 'of_tomorrow', used: 1, limit: 2 },
    ],
  };
  const access = {
    ...{ external_id: 'org_1', service_role_arn: 'arn:service' },
    ...{ trust_policy: { Version: 'trust' }, permissions_policy: { Version: 'permissions' } },
  };

  it('is created as the type that its options are of', async () => {
    site.on(() => ({ status: 201, body: balancer }));
    const bodyOf = async (...words: string[]) => {
      await ask('servers', 'add', ...words);
      return site.received.at(-1)?.body;
    };
    expect(
      await bodyOf('--role-arn', 'arn:role', '--distribution', 'E1', '--connection-group', 'cg_1', '--managed', 'yes'),
    ).toEqual({
      type: 'cloudfront',
      config: { role_arn: 'arn:role', distribution_id: 'E1', connection_group_id: 'cg_1', managed: true },
    });
    expect(await bodyOf('--machine-role', 'arn:a', '--machine-role', 'arn:b')).toEqual({
      type: 'agent',
      config: { machine_roles: ['arn:a', 'arn:b'] },
    });
    expect(await ask('servers', 'add', '--managed', 'perhaps')).toMatchObject({ exit: 2 });
  });

  it('is changed: what is given alone, and none takes away', async () => {
    site.on(() => ({ body: balancer }));
    const bodyOf = async (...words: string[]) => {
      await ask('servers', 'edit', '2', ...words);
      const { method, path, body } = site.received.at(-1) ?? {};
      return [method, path, body];
    };
    const patched = (body: object) => ['PATCH', '/api/servers/2', body];
    const role = ['--role-arn', 'arn:role', '--http-listener-arn', 'arn:http'];
    expect(await bodyOf(...role)).toEqual(patched({ config: { role_arn: 'arn:role', http_listener_arn: 'arn:http' } }));
    expect(await bodyOf('--http-listener-arn', 'none')).toEqual(patched({ config: { http_listener_arn: null } }));
    expect(await bodyOf('--machine-role', 'arn:a')).toEqual(patched({ config: { machine_roles: ['arn:a'] } }));
    expect(await bodyOf('--machine-role', 'none')).toEqual(patched({ config: { machine_roles: [] } }));
    expect(await bodyOf('--managed', 'no')).toEqual(patched({ config: { managed: false } }));
    expect(await bodyOf('--name', 'x', '--address', 'none')).toEqual(patched({ name: 'x', address: null }));
  });

  it('has the policies for a distribution printed', async () => {
    site.on(() => ({ body: access }));
    await ask('servers', 'aws-access', '--distribution', 'E1');
    expect(site.received.at(-1)?.query).toEqual({ type: 'cloudfront', distribution_id: 'E1' });
    expect(await ask('servers', 'aws-access', '--type', 'agent')).toMatchObject({ exit: 2 });
  });

  it('is a load balancer where ARNs of one are given', async () => {
    site.on(() => ({ status: 201, body: balancer }));
    await ask('servers', 'add', '--role-arn', 'arn:role', '--listener-arn', 'arn:listener');
    expect(site.received.at(-1)?.body).toEqual({ type: 'alb', config: { role_arn: 'arn:role', listener_arn: 'arn:listener' } });
  });

  it('shows its problem with what to do, and its quotas, also one that this version does not know', async () => {
    site.on(() => ({ body: balancer }));
    const { stdout } = await ask('servers', 'show', '2');
    expect(stdout).toMatch(/problem +It is denied\.\nfix +Allow it\./);
    expect(stdout).toMatch(/certificates at the load balancer, beside its default ones +24 of 25\nof_tomorrow +1 of 2/);
    expect(stdout).toContain('cps servers check 2');
    expect(site.received.map(({ path }) => path)).toEqual(['/api/servers/2']);
  });

  it('is checked again', async () => {
    site.on(() => ({ body: balancer }));
    expect((await ask('servers', 'check', '2')).stdout).toContain('The check has begun.');
    expect(site.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/servers/2/check']);
  });

  it('has the policies of its role printed, or one of them alone for a file', async () => {
    site.on(() => ({ body: access }));
    expect((await ask('servers', 'aws-access')).stdout).toMatch(/org_1.*arn:service.*"trust".*"permissions"/s);
    const { stdout } = await ask('servers', 'aws-access', '--server', '2', '--only', 'permissions');
    expect(JSON.parse(stdout)).toEqual(access.permissions_policy);
    expect(await ask('servers', 'aws-access', '--only', 'all')).toMatchObject({ exit: 2 });
  });
});

it('a key is nowhere in what is printed', async () => {
  site.on(() => refusal(409, 'conflict', 'Not now.'));
  const { stdout, stderr } = await cps(['domains', 'rm', '7', '--json'], { ...alone(), env: keyFor(site) });
  expect(stdout + stderr).not.toContain(KEY);
  expect(stderr).toContain('conflict');
});

describe('what strangers wrote', () => {
  const ESCAPE = '\u001b]0;x\u0007';
  const SHOWN = '\\u{1b}]0;x\\u{7}';
  /** The raw output; elsewhere the escapes are removed. */
  async function rawly(...words: string[]): Promise<string> {
    const { exit, raw } = startCps(words, { ...alone(), env: keyFor(site) });
    await exit;
    return raw();
  }

  it('steers no terminal by an error', async () => {
    site.on(() => ({ ...refusal(409, `odd${ESCAPE}`, 'Not now.'), headers: { 'x-request-id': 'req_\u0085' } }));
    expect(await rawly('domains', 'show', '7')).toMatch(
      /code: +odd\\u\{1b\}\]0;x\\u\{7\} \(HTTP 409\)\nrequest: +req_\\u\{85\}\n/,
    );
  });

  it('steers no terminal by JSON, which is the same value for a program', async () => {
    const name = `a${ESCAPE}\u202e\u009b`;
    const dns_provider = { name };
    const body = {
      url: 'a.example.com',
      forecast: 'waits_for_dns',
      dns_records: [],
      dns_provider,
      caa: { state: 'allows', records: [] },
    };
    site.on(() => ({ body }));
    const said = await rawly('doctor', 'a.example.com', '--json');
    expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(said)).toMatchObject({ dns_provider });
  });

  it('steers no terminal by a claim', async () => {
    const claim = { type: 'TXT', name: `_cps${ESCAPE}`, value: `cps=1${ESCAPE}` };
    site.on(({ path }) => (path === '/api/domains' ? refusal(422, 'validation_error', 'Taken.', { claim }) : undefined));
    expect(await rawly('domains', 'add', 'shop.customer.com')).toContain(`_cps${SHOWN} with the value cps=1${SHOWN}`);
  });

  it('steers no terminal by what a check of a name found', async () => {
    const record = { action: 'remove', type: 'CAA', name: `a${ESCAPE}`, value: `0 issue${ESCAPE}` };
    const caa = { state: 'forbids', records: [record] };
    const body = {
      url: 'a.example.com',
      forecast: 'waits_for_dns',
      dns_records: [],
      dns_provider: { name: `DNS${ESCAPE}` },
      caa,
    };
    site.on(() => ({ body }));
    const said = await rawly('doctor', 'a.example.com');
    expect(said).not.toContain('\u001b');
    expect(said).toContain(`DNS provider: DNS${SHOWN}`);
    expect(said).toContain(`  remove CAA a${SHOWN} 0 issue${SHOWN}`);
  });
});
