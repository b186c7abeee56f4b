import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domain, type Received, refusal, type Site, served, startSite } from './played-site.ts';
import { cps, type Desk, keyFor, newHome, startCps } from './run-cps.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const desk = (more: Partial<Desk> = {}): Desk => ({ home: newHome(), env: keyFor(site), ...more });
const is = ({ method, path }: Received, wanted: string) => `${method} ${path}` === wanted;

/** Creates every name of a list, apart from the rejected ones. */
function createAll(request: Received) {
  const { domains } = request.body as { domains: { url: string }[] };
  return {
    status: 201,
    body: {
      data: domains.map(({ url }, index) => ({ index, status: 'created', domain: domain({ id: 1000 + index, url }) })),
      summary: {},
    },
  };
}
const listOf = (count: number) => Array.from({ length: count }, (_, at) => `shop-${at}.customer.com`);
const sentNames = () =>
  site.received
    .filter(({ path }) => path === '/api/domains/bulk')
    .map(({ body }) => (body.domains as { url: string }[]).map(({ url }) => url));

describe('cps domains add', () => {
  it('creates a domain at the only server, and shows the record to publish', async () => {
    site.on((request) => (is(request, 'POST /api/domains') ? { status: 201, body: domain() } : undefined));
    const { exit, stdout } = await cps(['domains', 'add', 'https://Shop.customer.com/', '--metadata', 'tenant_id=t_42'], desk());
    expect(exit).toBe(0);
    expect(site.received.at(-1)?.body).toEqual({
      url: 'shop.customer.com',
      server_id: 1,
      metadata: { tenant_id: 't_42' },
      send_notifications: true,
    });
    expect(stdout).toContain('CNAME  shop.customer.com  q5ct.cname.example.net  (missing)');
    expect(stdout).toMatch(/who acts +customer/);
    expect(stdout).toContain('cps domains watch shop.customer.com');
  });

  it('has the certificate made before the traffic moves, if it is told to', async () => {
    site.on((request) => (is(request, 'POST /api/domains') ? { status: 201, body: domain() } : undefined));
    await cps(['domains', 'add', 'shop.customer.com', '--validation', 'dns'], desk());
    expect(site.received.at(-1)?.body).toMatchObject({ url: 'shop.customer.com', validation: 'dns' });
  });

  it('asks for the server where there are several', async () => {
    site.on((request) =>
      is(request, 'GET /api/servers')
        ? {
            body: {
              data: [
                { id: 1, name: 'a' },
                { id: 2, name: 'b' },
              ],
              next_cursor: null,
            },
          }
        : undefined,
    );
    const { exit, stderr } = await cps(['domains', 'add', 'shop.customer.com'], desk());
    expect(exit).toBe(2);
    expect(stderr).toContain('Give --server: 1 (a), 2 (b)');
  });

  it('names the field that is wrong', async () => {
    site.on((request) =>
      is(request, 'POST /api/domains')
        ? refusal(422, 'validation_error', 'Some fields are not right.', { errors: { url: ['must be a subdomain'] } })
        : undefined,
    );
    const { exit, stderr } = await cps(['domains', 'add', 'customer.com'], desk());
    expect(exit).toBe(5);
    expect(stderr).toContain('  url must be a subdomain');
    expect(stderr).toContain('code:     validation_error (HTTP 422)');
  });

  it.each([
    [{ existing_domain_id: 9 }, 'cps domains show 9'],
    [
      { claim: { type: 'TXT', name: '_cps.shop.customer.com', value: 'cps=1' } },
      'publish the record TXT _cps.shop.customer.com with the value cps=1',
    ],
  ])('says which command or record helps where the name is taken: %j', async (details, fix) => {
    site.on((request) =>
      is(request, 'POST /api/domains') ? refusal(422, 'validation_error', 'Taken.', { errors: {}, ...details }) : undefined,
    );
    expect((await cps(['domains', 'add', 'shop.customer.com'], desk())).stderr).toContain(fix);
  });

  it('reads names from a file, without comments and repeats, and sends them by hundreds', async () => {
    site.on((request) => (is(request, 'POST /api/domains/bulk') ? createAll(request) : undefined));
    const home = newHome();
    const file = join(home, 'names.txt');
    writeFileSync(file, `# shops\n${listOf(150).join('\n')}\n\n  shop-0.customer.com  # again\r\n`);
    const { exit, stdout } = await cps(['domains', 'add', '--file', file, '--json'], desk({ home }));
    expect(exit).toBe(0);
    expect(sentNames().map((names) => names.length)).toEqual([100, 50]);
    expect(sentNames().flat()).toEqual(listOf(150));
    expect(JSON.parse(stdout).summary).toEqual({ created: 150, existed: 0, refused: 0, not_sent: 0 });
  });

  it('answers a file of one name as a file of many, also where the name is a domain already', async () => {
    site.on((request) =>
      is(request, 'POST /api/domains/bulk')
        ? refusal(422, 'validation_error', 'None.', {
            items: [
              {
                index: 0,
                status: 'error',
                error: { code: 'validation_error', message: 'm', details: { existing_domain_id: 9 } },
              },
            ],
          })
        : undefined,
    );
    const { exit, stdout } = await cps(['domains', 'add', '--file', '-', '--json'], desk({ stdin: 'shop.customer.com\n' }));
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      data: [{ url: 'shop.customer.com', status: 'exists', id: 9 }],
      summary: { created: 0, existed: 1, refused: 0, not_sent: 0 },
    });
  });

  it('says that it may be done where the answer is lost, and what shows it', async () => {
    site.on(({ method }) => {
      if (method === 'POST') throw new Error('the connection is cut');
      return;
    });
    const { exit, stderr } = await cps(['domains', 'add', 'shop.customer.com'], desk());
    expect(exit).toBe(7);
    expect(stderr).toMatch(/fix: .*It may be done all the same.*cps domains list, cps servers list or cps webhooks list/);
    site.on(() => {
      throw new Error('the connection is cut');
    });
    expect((await cps(['domains', 'list'], desk())).stderr).not.toContain('may be done');
  });

  it('says so where something before the service answers, too', async () => {
    site.on(({ method }) => (method === 'POST' ? { status: 504, body: { message: 'Endpoint request timed out' } } : undefined));
    const { exit, stderr } = await cps(['webhooks', 'add', 'https://h.example.com/'], desk());
    expect(exit).toBe(7);
    expect(stderr).toContain('It may be done all the same');
  });

  it('does not say so where the answer is that of another site', async () => {
    const { exit, stderr } = await cps(['webhooks', 'add', 'https://h.example.com/'], {
      ...desk(),
      env: { ...keyFor(site), CPS_SITE_URL: `${site.url}/elsewhere` },
    });
    expect(exit).toBe(7);
    expect(stderr).not.toContain('may be done');
  });

  it('tells what was refused, and does not count what existed as refused', async () => {
    site.on((request) =>
      is(request, 'POST /api/domains/bulk')
        ? refusal(422, 'validation_error', 'None.', {
            items: [
              {
                index: 0,
                status: 'error',
                error: { code: 'validation_error', message: 'm', details: { existing_domain_id: 9 } },
              },
              {
                index: 1,
                status: 'error',
                error: { code: 'validation_error', message: 'm', details: { errors: { url: ['is no hostname'] } } },
              },
            ],
          })
        : undefined,
    );
    const { exit, stdout } = await cps(['domains', 'add', 'a.customer.com', 'b', '--server', '1'], desk());
    expect(exit).toBe(8);
    expect(stdout).toMatch(/^exists +a\.customer\.com {2}9$/m);
    expect(stdout).toMatch(/^refused +b {2}url is no hostname$/m);
    expect(stdout).toContain('0 domains created, 1 existed, 1 refused, 0 not sent.');
  });

  it('waits where a rate limit is used up in the middle, and sends nothing twice', async () => {
    let calls = 0;
    site.on((request) => {
      if (!is(request, 'POST /api/domains/bulk')) return;
      calls += 1;
      // Longer than the client's own maximum wait.
      return calls === 2
        ? { ...refusal(429, 'rate_limit_exceeded', 'Too many requests.'), headers: { 'retry-after': '1800' } }
        : createAll(request);
    });
    const { exit, stdout, slept } = await cps(['domains', 'add', ...listOf(250), '--json'], desk());
    expect(exit).toBe(0);
    expect(slept).toEqual([1_800_000]);
    expect(JSON.parse(stdout).data.map(({ url }: { url: string }) => url)).toEqual(listOf(250));
    expect(sentNames().map((names) => names[0])).toEqual([
      'shop-0.customer.com',
      'shop-100.customer.com',
      'shop-100.customer.com',
      'shop-200.customer.com',
    ]);
  });

  it('ends at Ctrl-C with 130 when the batch that is on its way is answered, and says what was done', async () => {
    const started = startCps(['domains', 'add', ...listOf(250), '--server', '1', '--json'], desk());
    site.on((request) => {
      started.interrupt();
      return createAll(request);
    });
    expect(await started.exit).toBe(130);
    expect(sentNames()).toHaveLength(1);
    expect(JSON.parse(started.stdout()).summary).toEqual({ created: 100, existed: 0, refused: 0, not_sent: 150 });
    expect(started.stderr()).toContain('150 names not sent. Give the same list again to go on');
  });

  it('tells what was done before the service failed', async () => {
    let calls = 0;
    site.on((request) => {
      if (!is(request, 'POST /api/domains/bulk')) return;
      calls += 1;
      return calls === 1 ? createAll(request) : refusal(403, 'api_key_restricted', 'Not from here.');
    });
    const { exit, stdout } = await cps(['domains', 'add', ...listOf(150), '--json'], desk());
    expect(exit).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { created: 100, not_sent: 50 }, error: { code: 'api_key_restricted' } });
  });

  it.each([
    [['domains', 'add'], 'No hostname was given'],
    [['domains', 'add', '--file', '/no/such/file'], '/no/such/file cannot be read (ENOENT)'],
    [['domains', 'add', 'a.customer.com', '--server', 'one'], 'server is "one"'],
    [['domains', 'add', 'a.customer.com', '--metadata', 'plan'], '--metadata plan has no "="'],
  ])('sends nothing where the command line is wrong: %j', async (words, says) => {
    const { exit, stderr } = await cps(words, desk());
    expect(exit).toBe(2);
    expect(stderr).toContain(says);
    expect(site.received.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('cps domains list', () => {
  it('shows a table, and follows the cursor up to its limit', async () => {
    site.on(({ query }) => ({
      body: {
        data: Array.from({ length: Number(query.limit) }, (_, at) => domain({ id: at + 1 })),
        next_cursor: query.cursor ? null : 'c1',
      },
    }));
    const { exit, stdout } = await cps(['domains', 'list', '--actor', 'customer', '--limit', '150'], desk());
    expect(exit).toBe(0);
    expect(site.received.map(({ query }) => query)).toEqual([
      { actor: 'customer', limit: '100' },
      { actor: 'customer', limit: '50', cursor: 'c1' },
    ]);
    expect(stdout.split('\n')[0]).toMatch(/^ID +HOSTNAME +DNS +CERTIFICATE +DIAGNOSIS +WHO ACTS +EXPIRES$/);
    expect(stdout.trimEnd().split('\n')).toHaveLength(151);
  });

  it('says what to do where there is none', async () => {
    site.on(() => ({ body: { data: [], next_cursor: null } }));
    expect((await cps(['domains', 'list'], desk())).stdout).toContain('cps domains add HOST');
  });
});

describe('a document that is newer than this program', () => {
  const newer = domain({
    ssl_status: 'queued',
    quantum: { safe: true },
    diagnosis: {
      ...domain().diagnosis,
      code: 'quantum_unsafe',
      reason: 'of_tomorrow',
      actor: 'regulator',
      evidence: [{ kind: 'qkd', asked: 'q', answer: 'a\u001b[2J', at: '2027-01-01T00:00:00.000Z' }],
    },
  });

  it('is shown with its values as they are, and steers no terminal', async () => {
    site.on(() => ({ body: newer }));
    const { stdout } = await cps(['domains', 'show', '7'], desk());
    for (const value of ['queued', 'quantum_unsafe, of_tomorrow', 'regulator', 'qkd', '→ a\\u{1b}[2J'])
      expect(stdout).toContain(value);
    expect(stdout).not.toContain('undefined');
  });

  it('keeps its new fields in JSON', async () => {
    site.on(() => ({ body: newer }));
    expect(JSON.parse((await cps(['domains', 'show', '7', '--json'], desk())).stdout)).toEqual(newer);
  });

  it('may name an error that this program does not know', async () => {
    site.on(() => refusal(451, 'court_order', 'A court forbids it.'));
    const { exit, stderr } = await cps(['domains', 'show', '7'], desk());
    expect(exit).toBe(5);
    expect(stderr).toContain('A court forbids it.');
    expect(stderr).toContain('court_order (HTTP 451)');
  });
});

describe('a domain', () => {
  it('is found by its hostname as somebody copies it', async () => {
    site.on(({ path, query }) =>
      path === '/api/domains' && query.url === 'shop.customer.com'
        ? { body: { data: [domain()], next_cursor: null } }
        : undefined,
    );
    expect((await cps(['domains', 'show', 'https://shop.customer.com/cart'], desk())).exit).toBe(0);
  });

  it('that does not exist is told with what may be meant', async () => {
    site.on(() => ({ body: { data: [], next_cursor: null } }));
    const { exit, stderr } = await cps(['domains', 'show', 'shop.customer.com'], desk());
    expect(exit).toBe(4);
    expect(stderr).toContain('cps domains add shop.customer.com creates it. With --test, cps uses the other key.');
  });

  it('is checked, and deleted', async () => {
    site.on((request) => {
      if (is(request, 'POST /api/domains/7/check')) return { body: served() };
      if (is(request, 'DELETE /api/domains/7')) return { body: { id: 7, deleted: true } };
      return { body: domain() };
    });
    expect(await cps(['domains', 'check', '7'], desk())).toMatchObject({ exit: 0 });
    expect(await cps(['domains', 'rm', '7'], desk())).toMatchObject({ exit: 0, stdout: 'Deleted shop.customer.com (7).\n' });
  });

  it('whose DELETE is answered only at its repeat, by a 404, is deleted, and the others after it', async () => {
    site.on(({ method, path }) => {
      const id = Number(path.split('/').at(-1));
      if (method !== 'DELETE') return { body: domain({ id, url: `${id}.customer.com` }) };
      return id === 7 ? refusal(404, 'resource_not_found', 'There is no such resource.') : { body: { id, deleted: true } };
    });
    const { exit, stdout } = await cps(['domains', 'rm', '7', '8'], desk());
    expect(exit).toBe(0);
    expect(stdout).toBe('Deleted 7.customer.com (7).\nDeleted 8.customer.com (8).\n');
  });

  it('that was deleted before another was not found is told all the same', async () => {
    site.on(({ method, path }) => {
      if (path === '/api/domains/7') return { body: method === 'DELETE' ? { id: 7, deleted: true } : domain() };
      return;
    });
    const { exit, stderr } = await cps(['domains', 'rm', '7', '9'], desk());
    expect(exit).toBe(4);
    expect(stderr).toMatch(/^Deleted shop\.customer\.com \(7\)\.\ncps: There is no such resource\./);
  });

  it('gets a link for its owner, which is opened only in front of a person', async () => {
    const url = 'https://portal.example.net/d/abc';
    site.on((request) =>
      is(request, 'POST /api/domains/7/portal-link')
        ? { body: { url, expires_at: '2026-12-01T00:00:00.000Z' } }
        : { body: domain() },
    );
    expect(await cps(['open', '7'], desk())).toMatchObject({ exit: 0, opened: [], stdout: expect.stringContaining(url) });
    expect(await cps(['open', '7'], desk({ isTTY: true }))).toMatchObject({ opened: [url] });
    expect(await cps(['open', '7', '--print-only'], desk({ isTTY: true }))).toMatchObject({ opened: [] });
  });
});

describe('cps doctor', () => {
  const found = { url: 'shop.customer.com', dns_records: domain().dns_records, caa: { state: 'allows', records: [] } };

  it('tells the whole verdict of a name that is no domain, and creates nothing', async () => {
    site.on((request) =>
      is(request, 'POST /api/dns/look')
        ? { body: { ...found, forecast: 'waits_for_dns', diagnosis: domain().diagnosis } }
        : undefined,
    );
    const { exit, stdout } = await cps(['doctor', 'shop.customer.com'], desk());
    expect(exit).toBe(8);
    for (const part of [
      'would wait for its DNS',
      'No CNAME record was found',
      'customer',
      'Add a CNAME record.',
      'NXDOMAIN',
      'CAA: allows',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(site.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/dns/look']);
  });

  it('ends with 0 where all is right', async () => {
    site.on(() => ({ body: { ...found, forecast: 'certificate' } }));
    expect(await cps(['doctor', 'shop.customer.com'], desk())).toMatchObject({ exit: 0 });
  });

  it('shows the domain where the name is one', async () => {
    site.on((request) =>
      is(request, 'POST /api/dns/look') ? { body: { ...found, forecast: 'exists', domain_id: 7 } } : { body: served() },
    );
    const { exit, stdout } = await cps(['doctor', 'shop.customer.com'], desk());
    expect(exit).toBe(0);
    expect(stdout).toContain('It is a domain of yours.');
  });
});

describe('cps domains watch', () => {
  /** Answers each poll with the next of these states. */
  function play(...states: object[]): void {
    let at = 0;
    site.on(() => ({ body: states[Math.min(at++, states.length - 1)] }));
  }

  it('tells each change until the domain is served', async () => {
    play(
      domain(),
      domain(),
      domain({ dns_status: 'validated', diagnosis: { ...domain().diagnosis, summary: 'Ordered.', actor: 'nobody' } }),
      served(),
    );
    const { exit, stdout, stderr } = await cps(['domains', 'watch', '7'], desk());
    expect(exit).toBe(0);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.slice('00:00:00  '.length));
    expect(lines).toEqual([
      'dns pending, certificate pending: No CNAME record was found for shop.customer.com. (who acts: customer)',
      'dns validated, certificate pending: Ordered.',
      'dns validated, certificate active: shop.customer.com is served over HTTPS.',
    ]);
    expect(stdout).toMatch(/certificate +active/);
  });

  it('waits where a rate limit is used up', async () => {
    let calls = 0;
    site.on(() => {
      calls += 1;
      if (calls !== 2) return { body: calls === 1 ? domain() : served() };
      return { ...refusal(429, 'rate_limit_exceeded', 'Too many requests.'), headers: { 'retry-after': '900' } };
    });
    const { exit, slept } = await cps(['domains', 'watch', '7'], desk());
    expect(exit).toBe(0);
    expect(slept).toContain(900_000);
  });

  it('goes on where the network was lost', async () => {
    let calls = 0;
    site.on(() => {
      calls += 1;
      if (calls > 1 && calls < 6) throw new Error('the connection is cut');
      return { body: calls === 1 ? domain() : served() };
    });
    expect(await cps(['domains', 'watch', '7'], desk())).toMatchObject({ exit: 0 });
  });

  it('ends with 8 where the domain is in error, and after its time', async () => {
    play(domain(), domain({ dns_status: 'error' }));
    expect(await cps(['domains', 'watch', '7'], desk())).toMatchObject({ exit: 8 });
    play(domain());
    const { exit, stdout, slept } = await cps(['domains', 'watch', '7', '--minutes', '5'], desk());
    expect(exit).toBe(8);
    expect(stdout).toContain('Not served after 5 min.');
    expect(slept.reduce((sum, one) => sum + one, 0)).toBeCloseTo(300_000, -4);
  });

  it('shows a person what it waits for, and a pipe only what stays', async () => {
    play(domain(), served());
    expect((await cps(['domains', 'watch', '7'], desk({ isTTY: true }))).stderr).toContain('waiting for shop.customer.com');
    play(domain(), served());
    expect((await cps(['domains', 'watch', '7'], desk())).stderr).not.toContain('waiting');
  });

  it('ends at Ctrl-C with 130', async () => {
    play(domain());
    const started = startCps(['domains', 'watch', '7'], desk({ onSleep: () => started.interrupt() }));
    expect(await started.exit).toBe(130);
  });
});
