import { describe, expect, it, vi } from 'vitest';
import { withCurrentKeys } from '../../../agent/enrollment/current-keys.ts';
import { setSite, siteFollower } from '../../../agent/enrollment/set-site.ts';
import { type EnrolledIdentity, Identity } from '../../../agent/machine/identity.schema.ts';
import type { EdgeService } from '../../../agent/service/edge.gateway.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';

const [OLD, NEW] = [identity.enrollment.site, 'https://new.service.net'];
const NOW = Date.parse('2026-06-01T12:00:00Z');
const held = [{ hostname: 'shop.customer.com', fingerprintSha256: 'ab'.repeat(32) }];
type Answer = { kind: 'answered'; body: { accepted: number } } | { kind: 'refused' } | { kind: 'unavailable'; reason: string };
const knows = (accepted: number): Answer => ({ kind: 'answered', body: { accepted } });

/** A machine's file, and the new site's answer. */
function aMachine(answer: Answer, { here = held, file = identity as EnrolledIdentity } = {}) {
  const world = { file };
  const report = vi.fn(async () => answer);
  const ports = {
    readEnrolled: async () => world.file,
    writeIdentity: async (written: Identity) => {
      world.file = Identity.parse(JSON.parse(JSON.stringify(written))) as EnrolledIdentity;
    },
    report,
    certificates: async () => here,
    nowMs: () => NOW,
    log: () => undefined,
  };
  return { world, ports, report };
}

describe('another site for a machine', () => {
  it('is kept with the keys that the machine has, and with the former one for a day', async () => {
    const { world, ports } = aMachine(knows(1));
    await setSite(`${NEW}/`, ports);
    const former = { site: OLD, until: '2026-06-02T12:00:00.000Z' };
    expect(world.file).toEqual({ ...identity, enrollment: { ...identity.enrollment, site: NEW, former } });
  });

  it('is asked, signed, about the certificates that are here', async () => {
    const { ports, report } = aMachine(knows(1));
    await setSite(NEW, ports);
    const handshakes = [{ hostname: 'shop.customer.com', fingerprint_sha256: 'ab'.repeat(32) }];
    expect(report.mock.calls).toEqual([
      [expect.objectContaining({ enrollment: expect.objectContaining({ site: NEW }) }), { handshakes }],
    ]);
  });

  it.each<[string, Answer, RegExp]>([
    ['does not answer', { kind: 'unavailable', reason: 'no route' }, /does not answer: no route; this machine stays at/],
    ['does not know the machine', { kind: 'refused' }, /does not know this machine/],
    ['has none of its certificates', knows(0), /none of the certificates that are here/],
  ])('that %s is not taken: the machine stays where it is', async (_what, answer, message) => {
    const { world, ports } = aMachine(answer);
    await expect(setSite(NEW, ports)).rejects.toThrow(message);
    expect(world.file).toEqual(identity);
  });

  it('is taken by a machine that has no certificate yet', async () => {
    const { world, ports } = aMachine(knows(0), { here: [] });
    await setSite(NEW, ports);
    expect(world.file.enrollment.site).toBe(NEW);
  });

  it('is never one without TLS', async () => {
    const { world, ports, report } = aMachine(knows(1));
    await expect(setSite('http://new.service.net', ports)).rejects.toThrow('https://');
    expect([world.file, report.mock.calls]).toEqual([identity, []]);
  });

  it('that is the present one changes nothing', async () => {
    const { world, ports, report } = aMachine(knows(1));
    await setSite(OLD, ports);
    expect([world.file, report.mock.calls]).toEqual([identity, []]);
  });
});

describe('a running agent whose site is set anew', () => {
  function running() {
    const { world, ports } = aMachine(knows(1));
    const sites = { [OLD]: true, [NEW]: true };
    const clock = { nowMs: NOW };
    const asked: string[] = [];
    const edge = (by: EnrolledIdentity) => {
      const { site } = by.enrollment;
      const certificates = async () => {
        asked.push(site);
        const body = { changes: [], hostnames: [], cursor: 'c', place: '0.1', poll_after_seconds: 60 };
        return sites[site] ? { kind: 'answered', body } : { kind: 'unavailable', reason: 'down' };
      };
      return { certificates, report: certificates } as unknown as EdgeService;
    };
    const log = vi.fn();
    const agent = withCurrentKeys(identity, {
      readEnrolled: ports.readEnrolled,
      edge,
      decryptWith: async () => '',
      nowMs: () => clock.nowMs,
      log,
    });
    const poll = async () => {
      asked.length = 0;
      const { kind } = await agent.edge.certificates(undefined);
      return { kind, asked: [...asked], site: agent.site() };
    };
    return { world, ports, sites, clock, poll, log };
  }

  it('asks there from its next poll on, for challenges too', async () => {
    const { ports, poll } = running();
    expect(await poll()).toEqual({ kind: 'answered', asked: [OLD], site: OLD });
    await setSite(NEW, ports);
    expect(await poll()).toEqual({ kind: 'answered', asked: [NEW], site: NEW });
  });

  it('goes back to the former site while the new one does not answer, and returns', async () => {
    const { ports, sites, poll, log } = running();
    await setSite(NEW, ports);
    expect(await poll()).toMatchObject({ site: NEW });
    sites[NEW] = false;
    expect(await poll()).toEqual({ kind: 'answered', asked: [NEW, OLD], site: OLD });
    expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('former'), { site: NEW, former: OLD });
    sites[NEW] = true;
    expect(await poll()).toEqual({ kind: 'answered', asked: [NEW], site: NEW });
  });

  it('asks the former site no more after a day: its name may be somebody else’s', async () => {
    const { ports, sites, clock, poll } = running();
    await setSite(NEW, ports);
    sites[NEW] = false;
    clock.nowMs += 86_400_000;
    expect(await poll()).toEqual({ kind: 'unavailable', asked: [NEW], site: NEW });
  });

  it('asks where it did where its folder is another machine’s by now', async () => {
    const { world, poll } = running();
    world.file = { ...identity, enrollment: { ...identity.enrollment, machine_id: 'mch_2', site: NEW } };
    expect((await poll()).asked).toEqual([OLD]);
  });
});

describe('a site that the service names to a running agent', () => {
  it('is taken like one that the administrator sets', async () => {
    const { world, ports } = aMachine(knows(1));
    await siteFollower(ports)(NEW);
    expect(world.file.enrollment).toMatchObject({ site: NEW, former: { site: OLD } });
  });

  it('is followed once, however it is spelled', async () => {
    const { world, ports, report } = aMachine(knows(1));
    const log = vi.fn();
    const follow = siteFollower({ ...ports, log });
    await follow('HTTPS://New.Service.net/');
    await follow('HTTPS://New.Service.net/');
    expect(world.file.enrollment.site).toBe(NEW);
    expect(report).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('is not taken where it does not answer for the machine, and is asked again after ten minutes only', async () => {
    const { world, ports, report } = aMachine({ kind: 'refused' });
    let nowMs = NOW;
    const log = vi.fn();
    const follow = siteFollower({ ...ports, nowMs: () => nowMs, log });
    await follow(NEW);
    await follow(NEW);
    expect([report.mock.calls.length, world.file]).toEqual([1, identity]);
    expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('not taken'), expect.objectContaining({ site: NEW }));
    nowMs += 600_000;
    await follow(NEW);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('waits for a rotation of the keys that is at work', async () => {
    const { signing_jwk, encryption_jwk } = identity;
    const file = { ...identity, next: { signing_jwk, encryption_jwk } };
    const { world, ports } = aMachine(knows(1), { file });
    await siteFollower(ports)(NEW);
    expect(world.file).toEqual(file);
  });
});
