import { expect, it } from 'vitest';
import { certificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { said } from '../../a-domain.ts';
import { itemsUnder, table } from '../../api/api-caller.ts';
import { ARenewingDomain } from './a-renewing-domain.ts';

const atServer = async () => {
  const found = await certificateStore(table).get('org_A', 1, 'shop.customer.com');
  return found?.state === 'present' ? [found.facts.fingerprintSha256, found.chainPem] : [];
};

it('a renewed certificate that the server cannot serve gives way to the former one within minutes, every time, until the server can', async () => {
  const world = new ARenewingDomain();
  const former = world.row?.served?.certificate.fingerprintSha256 ?? '';
  const times = (what: string) => itemsUnder(world.items, 'DOMAIN#').filter((item) => item.what === what).length;
  world.refuses = (fingerprintSha256) => fingerprintSha256 !== former;
  await world.until(() => world.row?.served?.renewalFailures === 1, 0.1);
  expect(await atServer()).toEqual([former, world.former]);
  expect(said(world.row)).toMatchObject({
    phase: 'active',
    sslStatus: 'active',
    served: { certificate: { fingerprintSha256: former } },
    error: { code: 'certificate_install_failed' },
  });
  await world.until(() => world.row?.served?.renewalFailures === 2, 0.5);
  expect(await atServer()).toEqual([former, world.former]);
  expect(world.events.filter(({ event }) => event === 'certificate.renewal_failed')).toHaveLength(1);
  expect([times('certificate.rolled_back'), world.ca.certificates]).toEqual([2, 2]);

  world.refuses = () => false;
  await world.until(() => world.row?.served?.certificate.fingerprintSha256 !== former, 1);
  expect(said(world.row)).toMatchObject({ phase: 'active', diagnosis: { code: 'ok' } });
  expect(said(world.row)).not.toHaveProperty('error');
});

it('a server that refuses the former certificate too is not drawn back: nothing says that it would help', async () => {
  const world = new ARenewingDomain();
  const watch = [...world.items].find(([id]) => id.startsWith('WATCH#')) ?? expect.fail('nobody visits it');
  world.items.set(watch[0], { ...watch[1], servedAt: world.row?.served?.since });
  world.refuses = () => true;
  await world.until(() => world.row?.served?.renewalFailures === 1, 1.5);
  expect((await atServer())[0]).not.toBe(world.row?.served?.certificate.fingerprintSha256);
});
