import { describe, expect, it, vi } from 'vitest';
import { HeldCertificates } from '../../../agent/certificates/held-certificates.ts';
import { KnownHostnames } from '../../../agent/challenges/known-hostnames.ts';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { Confirmations } from '../../../agent/poll/confirmations.ts';
import { type PollState, poll } from '../../../agent/poll/poll.ts';
import type { EdgeResult } from '../../../agent/service/edge-result.ts';
import type { CertificateChange, CertificatesAnswer } from '../../../lambdas/agent-api/edge.schema.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';
import { certificateFor, changeTo } from '../a-certificate.ts';

const HOST = 'shop.customer.com';
const state: PollState = { cursor: 'old', reloadDue: false, failures: 0, contact: 'none', complete: false, reloadFailures: 0 };
const answer = (changes: CertificateChange[]): EdgeResult<CertificatesAnswer> => ({
  kind: 'answered',
  body: { changes, hostnames: [], cursor: 'new', place: '0.1', poll_after_seconds: 60 },
});

function world(result: EdgeResult<CertificatesAnswer>, held = new HeldCertificates([])) {
  const order: string[] = [];
  const note = (what: string) => async () => {
    order.push(what);
  };
  const ports = {
    machineId: 'mch_1',
    edge: { certificates: vi.fn(async () => result) },
    folder: {
      store: vi.fn(note('store')),
      remove: vi.fn(note('remove')),
      mapWildcards: vi.fn(async (_: readonly string[]) => {}),
      writeCursor: vi.fn(note('cursor')),
      writeHostnames: vi.fn(note('hostnames')),
    },
    held,
    hostnames: new KnownHostnames(held, []),
    confirmations: new Confirmations(),
    challengePath: vi.fn<() => 'ok' | 'failed' | undefined>(() => undefined),
    decrypt: (jwe: string) => decryptPrivateKey(jwe, identity.encryption_jwk),
    readsAtHandshake: false,
    reload: vi.fn(async () => {
      order.push('reload');
      return true;
    }),
    log: vi.fn(),
    nowMs: () => 0,
    jitter: () => 0.5,
  };
  return { ports, order };
}

it('a poll that brings something stores all of it, reloads once, and only then moves its cursor', async () => {
  const { ports, order } = world(
    answer([await changeTo(certificateFor(HOST)), await changeTo(certificateFor('b.customer.com'))]),
  );
  expect(await poll(state, ports)).toEqual({
    state: { cursor: 'new', reloadDue: false, failures: 0, contact: 'ok', lastAnswerMs: 0, complete: true, reloadFailures: 0 },
    waitSeconds: 60,
  });
  expect(order).toEqual(['store', 'store', 'reload', 'cursor']);
  expect(ports.edge.certificates).toHaveBeenCalledWith('old', { awaiting: 0 });
  ports.challengePath.mockReturnValue('failed');
  await poll(state, ports);
  expect(ports.edge.certificates).toHaveBeenLastCalledWith('old', { awaiting: 2, challengePath: 'failed' });
  expect(ports.confirmations.due(0, 10)).toEqual([HOST, 'b.customer.com']);
});

it('a poll that brings something reloads no web server that reads certificates at the handshake', async () => {
  const { ports, order } = world(answer([await changeTo(certificateFor(HOST))]));
  await poll(state, { ...ports, readsAtHandshake: true });
  expect(order).toEqual(['store', 'cursor']);
});

it('a poll that brings something reloads again at the next poll when the reload failed', async () => {
  const { ports } = world(answer([await changeTo(certificateFor(HOST))]));
  ports.reload.mockResolvedValueOnce(false);
  const first = await poll(state, ports);
  expect(first.state).toMatchObject({ reloadDue: true, reloadFailures: 1 });
  expect((await poll(first.state, ports)).state).toMatchObject({ reloadDue: false, reloadFailures: 1 });
  expect(ports.reload).toHaveBeenCalledTimes(2);
});

it('a poll that brings something looks again at what is held already: it was put there anew, and the service waits for word of it', async () => {
  const certificate = certificateFor(HOST);
  const { ports } = world(answer([await changeTo(certificate)]), new HeldCertificates([certificate]));
  await poll(state, ports);
  expect(ports.reload).not.toHaveBeenCalled();
  expect(ports.confirmations.due(0, 10)).toEqual([HOST]);
});

describe('a certificate that a machine cannot use', () => {
  const place = '0.8';
  const unusable = async (private_key_jwe = '') => {
    const change = await changeTo(certificateFor(HOST), { private_key_jwe });
    return {
      kind: 'answered' as const,
      body: { changes: [change], hostnames: [], cursor: 'new', place, poll_after_seconds: 60 },
    };
  };

  it.each([
    ['that holds the former one', [certificateFor(HOST)]],
    ['that holds none', []],
  ])('is missing in what it reports, at a machine %s', async (_, certificates) => {
    const { ports } = world(await unusable('no JWE'), new HeldCertificates(certificates));
    expect((await poll(state, ports)).state.cursor).toBe('new');
    const [former] = certificates;
    const shown = former ? { fingerprint_sha256: former.fingerprintSha256 } : { error: 'no certificate' };
    ports.confirmations.recordCheck({ hostname: HOST, ...shown }, 0);
    expect(ports.confirmations.dueReport(0)).toEqual({ place, missing: [{ hostname: HOST, ...shown }], missing_count: 1 });
  });

  it('is told again after a restart, until another takes its place', async () => {
    const { ports } = world(await unusable());
    const { state: after } = await poll(state, ports);
    expect(ports.folder.writeCursor).not.toHaveBeenCalled();
    const changes = [await changeTo(certificateFor(HOST))];
    ports.edge.certificates.mockResolvedValue({
      kind: 'answered',
      body: { changes, hostnames: [], cursor: 'newer', place, poll_after_seconds: 60 },
    });
    await poll(after, ports);
    expect(ports.folder.writeCursor).toHaveBeenCalledExactlyOnceWith('mch_1', 'newer');
  });
});

it('a poll that brings a wildcard tells nginx before the reload, and again after the disk took nothing', async () => {
  const { ports, order } = world(answer([await changeTo(certificateFor('*.shop.customer.com'))]));
  ports.folder.mapWildcards.mockRejectedValueOnce(new Error('ENOSPC')).mockImplementation(async ([hostname = '']) => {
    order.push(hostname);
  });
  const first = await poll(state, ports);
  expect(first.state).toMatchObject({ cursor: 'old', reloadDue: true });
  expect(order).toEqual(['store', 'reload']);
  expect((await poll(first.state, ports)).state).toMatchObject({ cursor: 'new', reloadDue: false });
  expect(order).toEqual(['store', 'reload', '*.shop.customer.com', 'reload', 'cursor']);
  expect(ports.confirmations.due(0, 10)).toEqual(['*.shop.customer.com']);
});

it('a poll looks no more for what was removed', async () => {
  const { ports } = world(answer([{ state: 'removed', hostname: HOST }]), new HeldCertificates([certificateFor(HOST)]));
  ports.confirmations.expect(HOST, 'aa', 0);
  await poll(state, ports);
  expect(ports.confirmations.due(0, 10)).toEqual([]);
});

it('a poll that brings something reloads again at the next poll when the reload could not be started', async () => {
  const { ports } = world(answer([await changeTo(certificateFor(HOST))]));
  ports.reload.mockRejectedValueOnce(new Error('ENOMEM'));
  const first = await poll(state, ports);
  expect(first.state).toMatchObject({ cursor: 'new', reloadDue: true });
  expect(ports.confirmations.due(0, 10)).toEqual([HOST]);
});

it('a poll has brought everything once no more pages wait, and that stays so', async () => {
  const page = (cursor: string, poll_after_seconds: number) => ({
    changes: [],
    hostnames: [],
    cursor,
    place: '0.1',
    poll_after_seconds,
  });
  const { ports } = world({ kind: 'answered', body: page('new', 0) });
  const first = await poll(state, ports);
  expect(first.state).toMatchObject({ contact: 'ok', complete: false });
  ports.edge.certificates.mockResolvedValueOnce({ kind: 'answered', body: page('last', 60) });
  const second = await poll(first.state, ports);
  expect(second.state.complete).toBe(true);
  for (const later of [
    { kind: 'unavailable', reason: 'HTTP 503' } as const,
    { kind: 'answered', body: page('more', 0) } as const,
  ]) {
    ports.edge.certificates.mockResolvedValueOnce(later);
    expect((await poll(second.state, ports)).state.complete).toBe(true);
  }
});

describe('a poll whose disk fails', () => {
  const fullAfterTheFirst = async () => {
    const { ports, order } = world(
      answer([await changeTo(certificateFor(HOST)), await changeTo(certificateFor('b.customer.com'))]),
    );
    ports.folder.store.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('ENOSPC'));
    return { ports, order };
  };

  it('has the web server read what was stored before, and checks what it serves', async () => {
    const { ports } = await fullAfterTheFirst();
    await poll(state, ports);
    expect(ports.reload).toHaveBeenCalledTimes(1);
    expect(ports.confirmations.due(0, 10)).toEqual([HOST, 'b.customer.com']);
  });

  it('keeps its cursor and stores the rest once there is room, waiting longer each time', async () => {
    const { ports } = await fullAfterTheFirst();
    const first = await poll(state, ports);
    expect(first).toEqual({
      state: { cursor: 'old', reloadDue: false, failures: 1, contact: 'ok', lastAnswerMs: 0, complete: false, reloadFailures: 0 },
      waitSeconds: 2,
    });
    expect(ports.folder.writeCursor).not.toHaveBeenCalled();
    ports.folder.store.mockRejectedValueOnce(new Error('ENOSPC'));
    const second = await poll(first.state, ports);
    expect(second).toMatchObject({ state: { failures: 2 }, waitSeconds: 4 });
    const third = await poll(second.state, ports);
    expect(third.state).toMatchObject({ cursor: 'new', reloadDue: false, failures: 0, contact: 'ok' });
    expect(ports.confirmations.due(0, 10).toSorted()).toEqual([HOST, 'b.customer.com'].toSorted());
  });

  it('remembers a failed reload although what it stored counts as known from then on', async () => {
    const { ports } = await fullAfterTheFirst();
    ports.reload.mockResolvedValueOnce(false);
    const first = await poll(state, ports);
    expect(first.state.reloadDue).toBe(true);
    ports.folder.store.mockRejectedValueOnce(new Error('ENOSPC'));
    expect((await poll(first.state, ports)).state.reloadDue).toBe(false);
    expect(ports.reload).toHaveBeenCalledTimes(2);
  });

  it('remembers a failed reload when the cursor cannot be written', async () => {
    const { ports } = world(answer([await changeTo(certificateFor(HOST))]));
    ports.reload.mockResolvedValueOnce(false);
    ports.folder.writeCursor.mockRejectedValueOnce(new Error('ENOSPC'));
    const first = await poll(state, ports);
    expect(first.state).toMatchObject({ cursor: 'old', reloadDue: true, failures: 1, contact: 'ok', reloadFailures: 1 });
    expect((await poll(first.state, ports)).state).toMatchObject({ cursor: 'new', reloadDue: false });
  });
});

it('a poll that brings nothing writes nothing and reloads nothing', async () => {
  const { ports, order } = world({
    kind: 'answered',
    body: { changes: [], hostnames: [], cursor: 'old', place: '0.1', poll_after_seconds: 2 },
  });
  expect((await poll(state, ports)).waitSeconds).toBe(2);
  expect(order).toEqual([]);
});

it('a machine that is refused keeps what it has, says so, and asks slowly', async () => {
  const certificate = certificateFor(HOST);
  const { ports, order } = world({ kind: 'refused', serviceTime: 'now' }, new HeldCertificates([certificate]));
  expect(await poll(state, ports)).toEqual({ state: { ...state, contact: 'refused' }, waitSeconds: 300 });
  expect(ports.held.get(HOST)).toEqual(certificate);
  expect(order).toEqual([]);
  expect(ports.log).toHaveBeenCalledWith('error', expect.stringContaining('revoked'), {
    machine_id: 'mch_1',
    service_time: 'now',
  });
});

it('a machine that is cut off from the service waits longer each time, until it is answered', async () => {
  const { ports } = world({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  const first = await poll(state, ports);
  const second = await poll(first.state, ports);
  expect([first.waitSeconds, second.waitSeconds]).toEqual([2, 4]);
  ports.edge.certificates.mockResolvedValue(answer([]));
  expect((await poll(second.state, ports)).state.failures).toBe(0);
});

describe('a poll whose answer names another address of the service', () => {
  const body = {
    changes: [],
    hostnames: [],
    cursor: 'new',
    place: '0.1',
    poll_after_seconds: 60,
    move_to: 'https://new.service.net',
  };

  it('has the agent move there', async () => {
    const { ports } = world({ kind: 'answered', body });
    const moveTo = vi.fn(async () => {});
    await poll(state, { ...ports, moveTo });
    expect(moveTo.mock.calls).toEqual([['https://new.service.net']]);
  });

  it('lets it first take over all that this one has told', async () => {
    const { ports } = world({ kind: 'answered', body: { ...body, poll_after_seconds: 0 } });
    const moveTo = vi.fn(async () => {});
    await poll(state, { ...ports, moveTo });
    ports.folder.writeCursor.mockRejectedValueOnce(new Error('disk full'));
    await poll(state, { ...ports, moveTo, edge: { certificates: async () => ({ kind: 'answered', body }) } });
    expect(moveTo).not.toHaveBeenCalled();
  });
});
