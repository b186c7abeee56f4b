import { describe, expect, it, vi } from 'vitest';
import { type DoctorPorts, diagnose } from '../../../agent/doctor/diagnose.ts';
import { type Finding, findingsText, ok, toFailed } from '../../../agent/doctor/finding.ts';
import { probeAnswer } from '../../../agent/loopback/probe.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const HOST = 'shop.customer.com';
const probed = (path: string, host: string, machine = 'mch_1') =>
  probeAnswer(path.slice(path.lastIndexOf('/') + 1), machine, host) ?? '';

/** A healthy machine, apart from the changes of a test. */
async function findings(changes: Partial<DoctorPorts> = {}) {
  const ports = {
    checkUser: async () => ok('user'),
    checkFolder: async () => ok('folder'),
    checkReload: vi.fn<DoctorPorts['checkReload']>(async () => ok('reload')),
    readEnrolled: async () => identity,
    readHostMarks: async () => ({ instance: 'this' }),
    readLastRun: async () => ({ port: 8600, reload: 'reload-it' }),
    contactService: async () => ({ kind: 'reached', atMs: NOW }) as const,
    edge: () => ({ report: async () => ({ kind: 'answered', body: { accepted: 0 } }) as const }),
    get: vi.fn<DoctorPorts['get']>(async (_, path, host) => ({ status: 200, body: probed(path, host) })),
    nonce: () => 'n1',
    nowMs: () => NOW,
    ...changes,
  };
  const found = await diagnose({ httpPort: 80, address: '192.0.2.7', hostname: HOST }, ports);
  const by = (status: Finding['status']) => found.filter((one) => one.status === status).map(({ check }) => check);
  return { found, ports, failed: by('failed'), skipped: by('skipped') };
}
const answering = (answer: (path: string, host: string) => { status: number; body: string }): Partial<DoctorPorts> => ({
  get: async (port, path, host) => (port === 80 ? answer(path, host) : { status: 200, body: '' }),
});

it('a machine on which all is well has every check passed', async () => {
  const { found, ports } = await findings();
  expect(found.map(({ status }) => status)).toEqual(found.map(() => 'ok'));
  expect(ports.get).toHaveBeenCalledWith(80, '/.well-known/acme-challenge/cps-agent-probe-n1', HOST, '192.0.2.7');
  expect(ports.checkReload).toHaveBeenCalledExactlyOnceWith('reload-it');
});

const refused = { edge: () => ({ report: async () => ({ kind: 'refused' }) as const }) };
const gone = async () => {
  throw new Error('ECONNREFUSED');
};
describe('what is wrong is named, and only that', () => {
  it.each<[string, Partial<DoctorPorts>, Finding['check'][], Finding['check'][]]>([
    [
      'the service is out of reach',
      {
        contactService: async () => ({ kind: 'unreachable', reason: 'ENOTFOUND' }),
        edge: () => ({ report: async () => ({ kind: 'unavailable', reason: 'ENOTFOUND' }) }),
      },
      ['service'],
      ['clock', 'enrollment'],
    ],
    ['the machine was revoked', refused, ['enrollment'], []],
    [
      'its keys came with an image',
      { readEnrolled: async () => ({ ...identity, host: { instance: 'other' } }) },
      ['enrollment'],
      [],
    ],
    ['the clock is 31 s ahead', { nowMs: () => NOW + 31_000 }, ['clock'], []],
    ['the clock is 31 s behind', { nowMs: () => NOW - 31_000 }, ['clock'], []],
    ['the machine is not enrolled', { readEnrolled: gone }, ['enrollment'], ['service', 'clock', 'port-80']],
    ['the agent never ran', { readLastRun: async () => undefined }, ['agent'], ['port-80', 'reload']],
    ['the agent is down', { get: gone }, ['agent'], ['port-80']],
    ['another program has the port of the agent', { get: async () => ({ status: 404, body: '' }) }, ['agent'], ['port-80']],
    ['port 80 answers by itself', answering(() => ({ status: 301, body: 'to https' })), ['port-80'], []],
    [
      'port 80 leads to another machine',
      answering((path, host) => ({ status: 200, body: probed(path, host, 'mch_2') })),
      ['port-80'],
      [],
    ],
    ['port 80 loses the Host header', answering((path) => ({ status: 200, body: probed(path, '127.0.0.1') })), ['port-80'], []],
    ['the folder is open', { checkFolder: async () => toFailed('open', 'chmod') }, ['folder'], []],
    ['another user asks', { checkUser: async () => toFailed('root', 'runuser') }, ['user'], ['folder', 'reload']],
    ['the reload fails', { checkReload: async () => toFailed('no', 'do') }, ['reload'], []],
    ['there is no reload', { readLastRun: async () => ({ port: 8600 }) }, [], ['reload']],
  ])('the doctor finds that %s', async (_, changes, failing, skipping) => {
    const { found, failed, skipped } = await findings(changes);
    expect(failed).toEqual(failing);
    expect(skipped).toEqual(skipping);
    for (const finding of found) if (finding.status === 'failed') expect(finding.remedy).not.toBe('');
  });
});

it('a clock that is 30 s off is well, as half of what the service tolerates', async () => {
  for (const off of [30_000, -30_000]) expect((await findings({ nowMs: () => NOW + off })).failed).toEqual([]);
});

it('the doctor runs no command that another user has written into a folder', async () => {
  const { ports } = await findings({ checkUser: async () => toFailed('root', 'runuser') });
  expect(ports.checkReload).not.toHaveBeenCalled();
});

it('findings are printed with what to do about them', () => {
  const text = findingsText([
    { check: 'user', ...ok('fine') },
    { check: 'clock', ...toFailed('wrong', 'set it') },
  ]);
  expect(text).toMatch(/^ok +user +fine\nFAILED +clock +wrong\n +-> set it\n$/);
});
