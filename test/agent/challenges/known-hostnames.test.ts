import { describe, expect, it, vi } from 'vitest';
import { HeldCertificates } from '../../../agent/certificates/held-certificates.ts';
import { KnownHostnames } from '../../../agent/challenges/known-hostnames.ts';
import { certificateFor, changeTo } from '../a-certificate.ts';

const HELD = 'shop.customer.com';
const TOLD = 'new.customer.com';
const held = () => new HeldCertificates([certificateFor(HELD)]);
const disk = () => ({ writeHostnames: vi.fn(async (_: string, __: readonly string[]) => {}) });

describe('the hostnames that a machine knows', () => {
  it('are those of its certificates, and those that it was told to expect', async () => {
    const hostnames = new KnownHostnames(held(), []);
    expect([HELD, TOLD].map((name) => hostnames.has(name))).toEqual([true, false]);
    const folder = disk();
    await hostnames.take({ changes: [], hostnames: [TOLD, '../no-hostname'] }, folder, 'mch_1');
    expect([TOLD, 'stranger.example.com', '../no-hostname'].map((name) => hostnames.has(name))).toEqual([true, false, false]);
    expect(folder.writeHostnames.mock.calls).toEqual([['mch_1', [TOLD]]]);
  });

  it('are still known after a restart, and written only where they change', async () => {
    const hostnames = new KnownHostnames(held(), [TOLD]);
    const folder = disk();
    await hostnames.take({ changes: [], hostnames: [TOLD] }, folder, 'mch_1');
    expect(hostnames.has(TOLD)).toBe(true);
    expect(folder.writeHostnames).not.toHaveBeenCalled();
  });

  it('do not include what was removed, and include what came with a certificate that cannot be used', async () => {
    const hostnames = new KnownHostnames(new HeldCertificates([]), [TOLD]);
    const unusable = await changeTo(certificateFor('unusable.customer.com'));
    await hostnames.take({ changes: [{ state: 'removed', hostname: TOLD }, unusable], hostnames: [] }, disk(), 'mch_1');
    expect([TOLD, 'unusable.customer.com'].map((name) => hostnames.has(name))).toEqual([false, true]);
  });

  it('are told again where the disk did not take them', async () => {
    const hostnames = new KnownHostnames(held(), []);
    const full = { writeHostnames: async () => Promise.reject(new Error('ENOSPC')) };
    await expect(hostnames.take({ changes: [], hostnames: [TOLD] }, full, 'mch_1')).rejects.toThrow('ENOSPC');
    const folder = disk();
    await hostnames.take({ changes: [], hostnames: [TOLD] }, folder, 'mch_1');
    expect(folder.writeHostnames).toHaveBeenCalledWith('mch_1', [TOLD]);
  });

  it('are bounded, however many a service tells', async () => {
    const hostnames = new KnownHostnames(held(), []);
    const many = Array.from({ length: 40_001 }, (_, n) => `n${n}.customer.com`);
    const folder = disk();
    await hostnames.take({ changes: [], hostnames: many }, folder, 'mch_1');
    expect(folder.writeHostnames.mock.calls[0]?.[1]).toHaveLength(40_000);
    expect(['n0.customer.com', 'n40000.customer.com'].map((name) => hostnames.has(name))).toEqual([false, true]);
  });
});
