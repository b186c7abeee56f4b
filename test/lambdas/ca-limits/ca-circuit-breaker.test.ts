import { beforeEach, describe, expect, it } from 'vitest';
import type { CertificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openIssuance } from '../../../lambdas/wiring/issuance.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { clock, log, tableHolds, wholeRequests } from '../api/api-caller.ts';
import { edgesWith } from '../edges.ts';
import { settings } from '../settings.ts';

const PAUSE = 300;
const problem = { type: 'urn:x:down', detail: 'ECONNREFUSED' };
const certain = { isCertain: true, countsAnyway: false };

const KEY = keys.caHealth(settings.acme.directoryUrl);

let items: ReturnType<typeof tableHolds>;
let checks: number;
let serves: boolean;
beforeEach(() => {
  items = tableHolds();
  checks = 0;
  serves = false;
});
const item = () => items.get(`${KEY.pk}|${KEY.sk}`);
const passes = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};
const reads = () => wholeRequests().filter((request) => request === `GetItem ${KEY.pk} ${KEY.sk}`).length;
const measured = () => log.mock.calls.flatMap(([, , facts]) => (facts?.measured ? [facts.measured] : []));

const isServing = async () => {
  checks += 1;
  return serves;
};
const edges = edgesWith({ certificateAuthorityOf: () => ({ isServing }) as CertificateAuthority });

/** A CA's health as one Lambda process sees it. */
function aProcess() {
  const { health, healthWrites } = openIssuance(openSteps(openRows(edges))).cas.of(undefined);
  return { ...health, ...healthWrites };
}

describe('the health of a CA', () => {
  it('costs a read in ten seconds and no write while all is well', async () => {
    const process = aProcess();
    for (let asked = 0; asked < 100; asked += 1) {
      expect(await process.mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
      await process.answered();
    }
    expect([reads(), item(), checks]).toEqual([1, undefined, 0]);
    passes(10);
    await process.mayAsk('1-1', PAUSE);
    expect(reads()).toBe(2);
  });

  it('is alarmed on each time that the CA refuses our account, and for no other trouble', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    expect(measured()).toEqual([]);
    await aProcess().failed({ ...problem, isOfAccount: true }, certain, PAUSE);
    await aProcess().failed({ type: 'urn:ietf:params:acme:error:userActionRequired', detail: '' }, certain, PAUSE);
    expect(measured()).toEqual([{ CaAccountRefused: 1 }, { CaAccountRefused: 1 }]);
  });

  it('is known to every process when one domain has met an outage, and no other asks', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    for (let process = 0; process < 20; process += 1) expect((await aProcess().mayAsk('1-1', PAUSE)).kind).toBe('spared');
    expect(checks).toBe(0);
  });

  it('is probed after a pause by one of all who come', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    const processes = Array.from({ length: 20 }, aProcess);
    const answers = await Promise.all(processes.map((process, name) => process.mayAsk(`${name}-1`, PAUSE)));
    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'spared'));
    expect(checks).toBe(1);
  });

  it('is known from the probe once it is back: that one asks, and then all may', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = true;
    const prober = aProcess();
    expect(await prober.mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
    expect((await aProcess().mayAsk('2-1', PAUSE)).kind).toBe('spared');
    await prober.answered();
    expect(await aProcess().mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
  });

  it('is probed by the next who comes, and only by one, where a prober did not ask after all', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = true;
    const prober = aProcess();
    await prober.mayAsk('1-1', PAUSE);
    await prober.notAsked();
    const next = Array.from({ length: 20 }, aProcess);
    const answers = await Promise.all(next.map((process, name) => process.mayAsk(`${name}-1`, PAUSE)));
    expect(answers.filter(({ kind }) => kind === 'serving')).toHaveLength(1);
    expect(checks).toBe(2);
    expect(item()?.probes).toBe(1);
  });

  it('is not set back by a prober that did not ask if somebody else has written it since', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = true;
    const prober = aProcess();
    await prober.mayAsk('1-1', PAUSE);
    await aProcess().answered();
    await prober.notAsked();
    expect(await aProcess().mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
    expect(item()?.openedAt).toBeUndefined();
  });

  it('is not written by a caller who did not ask and had taken no probe', async () => {
    const process = aProcess();
    await process.mayAsk('1-1', PAUSE);
    await process.notAsked();
    expect(item()).toBeUndefined();
  });

  it('lets an execution ask that died with the probe when it is run again, and nobody else', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = true;
    for (let times = 1; times <= 5; times += 1) {
      expect(await aProcess().mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
      expect((await aProcess().mayAsk('2-1', PAUSE)).kind).toBe('spared');
      expect((await aProcess().mayAsk('1-2', PAUSE)).kind).toBe('spared');
    }
    expect(item()?.probes).toBe(1);
  });

  it.each([
    ['finds the CA down', false],
    ['fails at it', true],
  ])('is probed by nobody before the next pause is over where a prober %s', async (_, isUp) => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = isUp;
    await aProcess().mayAsk('1-1', PAUSE);
    if (isUp) await aProcess().failed(problem, certain, PAUSE);
    serves = true;
    expect((await aProcess().mayAsk('1-1', PAUSE)).kind).toBe('spared');
  });

  it('is probed by another after the next pause where a prober dies', async () => {
    await aProcess().failed(problem, certain, PAUSE);
    passes(PAUSE);
    serves = true;
    await aProcess().mayAsk('1-1', PAUSE);
    passes(2 * PAUSE);
    expect(await aProcess().mayAsk('1-1', PAUSE)).toEqual({ kind: 'serving' });
    expect(checks).toBe(2);
  });

  it('is not harmed by an order that only it fails at', async () => {
    serves = true;
    for (let failed = 0; failed < 10; failed += 1)
      await aProcess().failed(problem, { isCertain: false, countsAnyway: false }, PAUSE);
    expect(item()).toBeUndefined();
  });
});
