import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aPerson, SERVER, VIEWER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

/** A machine that was last seen this many minutes ago. */
const heard = (minutes: number) => ({
  ...{ id: `mch_${minutes}`, name: `<b>web-${minutes}</b>`, enrolled_at: '2026-11-01T10:00:00Z' },
  last_seen_at: new Date(Date.now() - minutes * 60_000).toISOString(),
});

describe.skipIf(!CHROMIUM)('servers in the dashboard', () => {
  it('a machine is enrolled by a command, and the page says so when it is there', async () => {
    dashboard.answers.set('POST /servers/*/enrollments', {
      body: { token: 'enr_played', expires_at: '2026-11-25T11:00:00Z', server_id: 1 },
    });
    const { page, complaints } = await open('/live/servers');
    await page.getByRole('link', { name: 'Web 1' }).click();
    await page.getByRole('button', { name: 'Enroll a machine' }).click();
    const command = page.getByRole('region', { name: 'Command to enroll' });
    expect(await command.textContent()).toBe(
      `CPS_AGENT_TOKEN=enr_played cps-agent enroll --site ${dashboard.site} --name "$(hostname)" --dir /var/lib/cps-agent`,
    );
    const machines = ['web-1', 'web-2'].map((name) => ({ id: name, name, enrolled_at: '2026-11-25T10:00:00Z' }));
    dashboard.answers.set('GET /servers/*/enrollments', {
      body: { data: [{ ...machines[0], id: 'mch_1' }, machines[1]], next_cursor: null },
    });
    await page.getByText('web-2 is enrolled.').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a machine is revoked only by who types its name', async () => {
    const keys = { count: 2, domains: [], has_more: false };
    dashboard.answers.set('DELETE /servers/*/enrollments/*', { body: { id: 'mch_1', deleted: true, keys, rekey: true } });
    const { page } = await open('/live/servers/1');
    await page.getByRole('button', { name: 'Revoke: web-1' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('web-1');
    await page.getByRole('checkbox', { name: /^Somebody else/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('web-1 revoked. It had the keys of 2 domains, which get new ones').waitFor();
    expect(asked('DELETE /servers/1/enrollments/mch_1').map(({ query }) => query.get('rekey'))).toEqual(['true']);
    await page.context().close();
  });

  it('one of which nothing was heard for more than five minutes says what to look for in its log', async () => {
    dashboard.answers.set('GET /servers/*/enrollments', { body: { data: [heard(4), heard(6)], next_cursor: null } });
    const { page, complaints } = await open('/live/servers/1');
    const note = page.getByRole('region', { name: 'Silent machines' });
    await note.getByText('the service refuses this machine').waitFor();
    expect(await note.getByRole('heading').textContent()).toBe('Nothing heard for more than 5 minutes from <b>web-6</b>');
    dashboard.answers.set('GET /servers/*/enrollments', { body: { data: [heard(4)], next_cursor: null } });
    await page.reload();
    await page.getByText('<b>web-4</b>').waitFor();
    expect(await note.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a load balancer shows what is wrong in its AWS account, what to do, and the room that is left, and is checked again', async () => {
    const balancer = {
      ...SERVER,
      ...{ type: 'alb', status: 'error', last_seen_at: undefined, checked_at: '2026-11-25T10:00:00Z' },
      config: { role_arn: 'arn:role', listener_arn: 'arn:<b>listener</b>', region: 'eu-central-1' },
      problem: { reason: 'action_denied', action: 'acm:ImportCertificate', summary: 'It is denied.', fix: 'Allow it.' },
      quotas: [
        { name: 'certificates_per_load_balancer', used: 24, limit: 25 },
        { name: 'of_tomorrow', used: 1, limit: 2_000 },
      ],
    };
    dashboard.answers.set('GET /servers', { body: { data: [balancer], next_cursor: null } });
    dashboard.answers.set('GET /servers/*', { body: balancer });
    dashboard.answers.set('POST /servers/*/check', { body: balancer });
    const { page, complaints } = await open('/live/servers');
    await page.getByRole('cell', { name: 'Load balancer' }).waitFor();
    await page.getByRole('link', { name: 'Web 1' }).click();
    const problem = page.getByRole('region', { name: 'Problem' });
    expect(await problem.textContent()).toBe('It is denied.Allow it.');
    const meter = page.getByRole('meter', { name: 'certificates at the load balancer, beside its default ones' });
    expect([await meter.getAttribute('value'), await meter.getAttribute('max')]).toEqual(['24', '25']);
    await page.getByText('1 of 2,000').waitFor();
    await page.getByText('arn:<b>listener</b>').waitFor();
    expect(await page.getByRole('region', { name: 'Machines' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('The check has begun').waitFor();
    expect(asked('POST /servers/1/check')).toHaveLength(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a distribution is added with what names it, shown, and changed where it can be', async () => {
    const config = { role_arn: 'arn:role', distribution_id: 'E1A2B3C4D5E6F7', managed: true };
    const added = { ...SERVER, name: 'Edge', type: 'cloudfront', status: 'unclaimed', config };
    dashboard.answers.set('POST /servers', { body: added });
    dashboard.answers.set('GET /servers/*', { body: added });
    dashboard.answers.set('PATCH /servers/*', { body: { ...added, config: { ...config, managed: false } } });
    const { page, complaints } = await open('/live/servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Edge');
    await page.getByRole('combobox', { name: /^What ends TLS/ }).selectOption('cloudfront');
    expect(await page.getByRole('textbox', { name: /^Where/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: /^ARN of the IAM role/ }).fill('arn:role');
    await page.getByRole('textbox', { name: /^Id of the distribution/ }).fill('E1A2B3C4D5E6F7');
    await page.getByRole('checkbox', { name: /^CloudFront orders/ }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('CloudFront’s own').waitFor();
    await page.getByText('Not checked yet').waitFor();
    expect(asked('POST /servers').map(({ body }) => body)).toEqual([{ name: 'Edge', type: 'cloudfront', config }]);
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByRole('textbox', { name: /^Id of/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: /^CloudFront orders/ }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Imported by the service').waitFor();
    expect(asked('PATCH /servers/1').map(({ body }) => body)).toEqual([{ name: 'Edge', config: { managed: false } }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('the roles of machines and the listener of port 80 are changed, and taken away', async () => {
    const machines = { ...SERVER, config: { machine_roles: ['arn:a'] } };
    const balancer = { ...SERVER, type: 'alb', config: { role_arn: 'arn:r', listener_arn: 'arn:l', http_listener_arn: 'arn:h' } };
    const change = async (server: object, field: RegExp, value: string) => {
      dashboard.answers.set('GET /servers/*', { body: server });
      dashboard.answers.set('PATCH /servers/*', { body: server });
      const { page } = await open('/live/servers/1');
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: field }).fill(value);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Server saved').waitFor();
      await page.context().close();
      return (asked('PATCH /servers/1').at(-1)?.body as { config?: object } | undefined)?.config;
    };
    expect(await change(machines, /^ARNs of AWS roles/, 'arn:a, arn:b')).toEqual({ machine_roles: ['arn:a', 'arn:b'] });
    expect(await change(machines, /^ARNs of AWS roles/, '')).toEqual({ machine_roles: [] });
    expect(await change(balancer, /^ARN of the IAM role/, 'arn:s')).toEqual({ role_arn: 'arn:s' });
    expect(await change(balancer, /port 80/, '')).toEqual({ http_listener_arn: null });
  });

  it('one is added, changed, and deleted by who types its name', async () => {
    const added = { ...SERVER, name: 'Web 1' };
    dashboard.answers.set('POST /servers', { body: added });
    dashboard.answers.set('PATCH /servers/*', { body: { ...added, name: 'Web A', status: 'invented' } });
    const error = { code: 'conflict', message: 'It still has domains.' };
    dashboard.answers.set('DELETE /servers/*', { status: 409, body: { error } });
    const { page } = await open('/live/servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Web 1');
    await page.getByRole('textbox', { name: /^Where/ }).fill('192.0.2.1, 2001:db8::1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/servers\/1/);
    expect(asked('POST /servers').map(({ body }) => body)).toEqual([
      { name: 'Web 1', type: 'agent', address: ['192.0.2.1', '2001:db8::1'] },
    ]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Web A');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Web A' }).waitFor();
    await page.getByText('invented').waitFor();
    expect(asked('PATCH /servers/1').map(({ body }) => body)).toEqual([{ name: 'Web A' }]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Web A');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It still has domains.').waitFor();
    await page.context().close();
  });

  it('a viewer enrolls none, and an unknown one is said to be none', async () => {
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    const { page } = await open('/live/servers/1');
    const enroll = page.getByRole('button', { name: 'Enroll a machine' });
    await expect.poll(() => enroll.getAttribute('title')).toContain('These may: developer, admin, owner.');
    dashboard.answers.set('GET /servers/*', { status: 404, body: { error: { code: 'resource_not_found' } } });
    await page.reload();
    await page.getByRole('heading', { name: 'No such server' }).waitFor();
    await page.context().close();
  });
});
