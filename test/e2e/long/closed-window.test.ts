import { expect, it } from 'vitest';
import { age, ago } from '../age.ts';
import { connection, createDomain, dns, isActive, newHostname, until } from '../cloud.ts';
import { scanNow } from '../operator.ts';

/** The test cloud's DNS window of 75 s (local/stage.ts), which only time closes, and some checks. */
const PAST_THE_WINDOW_SECONDS = 150;

it('a hostname without a CNAME times out when the window ends, and its domain continues automatically once it is right', async () => {
  const url = newHostname('never');
  const { id, created_at } = await createDomain(url);
  const failed = await until(id, ({ dns_status }) => dns_status === 'error', PAST_THE_WINDOW_SECONDS);
  expect(failed).toMatchObject({
    ssl_status: 'pending',
    error: {
      code: 'dns_validation_timeout',
      details: { domain: url, started_at: created_at, timed_out_at: expect.any(String) },
    },
    diagnosis: { code: 'dns_validation_timeout', next_check_at: expect.any(String) },
  });
  await dns.set(url, 'CNAME', [connection.cname_target]);
  await age(id, () => ({ nextCheckAt: ago(0) }));
  await scanNow(id);
  expect(await until(id, isActive)).toMatchObject({ dns_status: 'validated' });
});
