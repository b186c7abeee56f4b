import { describe, expect, it, vi } from 'vitest';
import { SILENT_AFTER_SECONDS } from '../../../../contract/stack/settings.schema.ts';
import { STORY_NAMES, storyOf } from '../../../../contract/test-mode.ts';
import { requestRetry } from '../../../../lambdas/lifecycle/requests/domain-requests.ts';
import { diagnosisOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { hasEnded } from '../../../../lambdas/steps/test-mode/run-test-domain.ts';
import { STORIES } from '../../../../lambdas/test-mode/stories.ts';
import { HOUR, later, NOW, timings } from '../../a-domain.ts';
import { domains, dynamo, itemsUnder } from '../../api/api-caller.ts';
import { requestsTo } from '../../held-items.ts';
import { aRehearsal, ENDS_AT, ports, TENANT } from './a-rehearsal.ts';

const DAY = 24 * HOUR;
const codeOf = ({ code, reason }: { code: string; reason?: string | undefined }) => ({ code, reason });

/** A clock that leaves time for this many steps and checks. */
function overAfter(most: number): () => Date {
  let made = 0;
  return () => {
    made += 1;
    return made > most ? ENDS_AT : NOW;
  };
}

describe('a magic name', () => {
  it.each([
    ['shop.proxied-dns.magic.test', 'proxied-dns'],
    ['a.b.active.magic.test', 'active'],
    ['slow.magic.test', 'slow'],
    ['active.shop.magic.test', undefined],
    ['magic.test', undefined],
    ['shop.active.magic.test.example', undefined],
    ['shop.active.tragic.test', undefined],
  ])('tells its story by the label before the suffix: %s', (hostname, story) => {
    expect(storyOf(hostname)).toBe(story);
  });
});

describe('a domain of test mode', () => {
  it.each(STORY_NAMES)('comes by itself to the end of the story %s, and stays there', async (name) => {
    const { play, row, executions } = await aRehearsal(name);
    expect(await play()).toBeUndefined();
    const { end } = STORIES[name];
    const domain = await row();
    expect({ ...codeOf(diagnosisOf(domain).diagnosis), phase: domain.phase }).toEqual({ ...codeOf(end), phase: end.phase });
    expect(hasEnded({ domain, now: new Date(domain.updatedAt) })).toBe(true);
    await play();
    expect(await row()).toEqual(domain);
    // Only the request that created the domain requested an execution. This run needs no other.
    expect(executions()).toBe(1);
  });

  it('is met by no sweep, no scan and no daily visit, whose clock is not its own', async () => {
    const { items, play, id } = await aRehearsal('moves-away');
    await play();
    const at = await Promise.all(
      Array.from({ length: 16 }, async (_, shard) => [
        ...(await domains.scanBefore(shard, later(9_000 * DAY))).domainIds,
        ...(await domains.dueBefore(shard, later(9_000 * DAY))).domainIds,
      ]),
    );
    expect(at.flat()).toEqual([]);
    expect(itemsUnder(items, 'WATCH#')).toEqual([]);
    expect((await domains.dueInTest(TENANT, later(30 * DAY))).domainIds).toEqual([id]);
    expect((await domains.dueInTest('org_B_test', later(30 * DAY))).domainIds).toEqual([]);
  });

  it('is renewed every sixty days while a year passes on the clock, and told of nothing else', async () => {
    const { play, events, row } = await aRehearsal('active');
    await play();
    const before = events().length;
    const requests = requestsTo(dynamo).length;
    await play(later(365 * DAY));
    const renewed = ['certificate.requested', 'certificate.installed', 'certificate.renewed'];
    expect(events().slice(before)).toEqual(Array.from({ length: 6 }, () => renewed).flat());
    expect((await row()).served?.since.slice(0, 10)).toBe('2027-05-27');
    // A day without changes costs no request.
    expect(requestsTo(dynamo).length - requests).toBeLessThan(150);
  });

  it('is told of each notice and of its end at the instants at which they are due', async () => {
    const { play, events, row } = await aRehearsal('expires-in-3d');
    await play();
    const { served } = await row();
    await play(later(2 * DAY));
    expect(events()).not.toContain('certificate.expired');
    await play(later(4 * DAY));
    expect(events().filter((event) => event === 'certificate.expired')).toHaveLength(1);
    expect(diagnosisOf(await row())).toMatchObject({
      diagnosis: { code: 'certificate_expired' },
      error: { details: { expired_at: served?.certificate.notAfter } },
    });
  });

  it.each([
    ['server-offline', 'offline', 2],
    ['server-silent', 'offline', 2],
    ['machine-silent', 'online', 1],
  ] as const)('has the server of %s tell of its silence once, eleven minutes later', async (story, status, machines) => {
    const { play, row, bodiesOf } = await aRehearsal(story);
    await play();
    const ahead = await row();
    const changed = { ...ahead, metadata: { plan: 'new' }, updatedAt: NOW.toISOString() };
    await domains.replace(ahead, changed, { timeline: 'domain.updated', events: [] });
    await play(later(30 * DAY));
    const told = bodiesOf('server.offline') as { created_at: string; data: { silent_machines: unknown[] } }[];
    expect(told).toEqual([
      expect.objectContaining({
        livemode: false,
        data: expect.objectContaining({ server: expect.objectContaining({ id: 1, status }) }),
      }),
    ]);
    expect(told[0]?.data.silent_machines).toHaveLength(machines);
    const since = story === 'machine-silent' ? NOW : new Date((await row()).served?.since ?? '');
    expect(Date.parse(told[0]?.created_at ?? '') - since.getTime()).toBe((SILENT_AFTER_SECONDS + 90) * 1000);
  });

  it('whose server is silent keeps its first certificate until that ends, because nobody fetches another', async () => {
    const { play, row, events } = await aRehearsal('server-silent');
    await play();
    await play(later(100 * DAY));
    expect(events()).not.toContain('certificate.renewed');
    expect(events().filter((event) => event === 'server.offline')).toHaveLength(1);
    expect(diagnosisOf(await row()).diagnosis.code).toBe('certificate_expired');
  });

  it('goes on where it was when the clock is moved during a renewal, and orders once', async () => {
    const { play, events, row } = await aRehearsal('active');
    await play();
    const { renewAt = '' } = (await row()).served ?? {};
    const requested = () => events().filter((event) => event === 'certificate.requested').length;
    // The run ends in the middle of the renewal, as if it was killed.
    expect(await play(new Date(renewAt), { clock: () => (requested() === 2 ? ENDS_AT : NOW) })).toBeDefined();
    expect((await row()).phase).toBe('validating');
    await Promise.all([play(later(90 * DAY)), play(later(100 * DAY))]);
    expect(await row()).toMatchObject({ phase: 'active', sslStatus: 'active' });
    expect(events().filter((event) => event === 'certificate.renewed')).toHaveLength(1);
    expect(requested()).toBe(2);
  });

  it('becomes active after a retry, whatever its story was', async () => {
    const { play, row, id } = await aRehearsal('dns-validation-timeout');
    await play();
    const failed = await row();
    const retried = requestRetry(failed, { now: new Date(failed.updatedAt), timings });
    if (retried.kind !== 'changed') throw new Error('it cannot be retried');
    await domains.replace(failed, retried.domain, { timeline: 'domain.retried', events: [] });
    await play();
    expect(await domains.get(id)).toMatchObject({ phase: 'active', sslStatus: 'active' });
  });

  it('that is ready for its visitors becomes active when they are led to it, with the certificate that it has', async () => {
    const { play, row, events } = await aRehearsal('ready-to-switch');
    await play();
    const ready = await row();
    await play(later(20 * DAY));
    expect(diagnosisOf(await row()).diagnosis.code).toBe('ready_to_switch');
    await play(later(31 * DAY));
    expect(await row()).toMatchObject({ phase: 'active', served: { certificate: 'issued' in ready && ready.issued } });
    expect(events().filter((event) => event === 'certificate.requested')).toHaveLength(1);
  });

  it.each([
    ['ready-to-switch', expect.any(String)],
    ['validation-missing', undefined],
  ] as const)('%s holds its hostname for good once it is validated by DNS, and not before', async (story, validatedAt) => {
    const { play, items } = await aRehearsal(story);
    await play();
    const [claim] = itemsUnder(items, 'HOST#');
    expect(claim?.validatedAt).toEqual(validatedAt);
  });

  it('that meets somebody else’s write reads it, and goes on', async () => {
    const { play, row, id } = await aRehearsal('active');
    const issue = vi.fn(async (...asked: Parameters<typeof ports.issue>) => {
      const domain = await row();
      if (issue.mock.calls.length === 1)
        await domains.replace(domain, { ...domain, metadata: { plan: 'new' } }, { timeline: 'domain.updated', events: [] });
      return ports.issue(...asked);
    });
    await play(NOW, { issue });
    expect(await domains.get(id)).toMatchObject({ phase: 'active', metadata: { plan: 'new' } });
  });

  it('that waits for visitors who never follow its move waits for its clock, too', async () => {
    const { play, row, id } = await aRehearsal('self-signed');
    await play();
    const domain = await row();
    if (!domain.served) throw new Error('it is served');
    const { certificate: moved } = domain.served;
    const since = domain.updatedAt;
    const moving = {
      ...{ ...domain, phase: 'moving' as const, issued: moved, moveDeadlineAt: since },
      move: { fromServerId: 2, state: 'awaiting_dns' as const },
      execution: { ...domain.execution, attempt: 2 },
    };
    await domains.replace(domain, moving, { timeline: 'domain.move_requested', events: [] });
    expect(await play(NOW, { clock: overAfter(1_000) })).toBeUndefined();
    expect(await domains.get(id)).toMatchObject({ phase: 'moving', execution: { resumeAt: expect.any(String) } });
    await play(later(30 * DAY));
    expect(Date.parse((await row()).updatedAt)).toBeGreaterThan(later(28 * DAY).getTime());
  });

  it('does not go back in time where another run has gone further meanwhile', async () => {
    const { play, row } = await aRehearsal('active');
    let further: string | undefined;
    const issue = async (...asked: Parameters<typeof ports.issue>) => {
      if (further === undefined) {
        const domain = await row();
        further = later(9 * DAY).toISOString();
        await domains.replace(domain, { ...domain, updatedAt: further }, { timeline: 'domain.updated', events: [] });
      }
      return ports.issue(...asked);
    };
    await play(NOW, { issue });
    expect(await row()).toMatchObject({ phase: 'active' });
    expect((await row()).updatedAt >= String(further)).toBe(true);
  });

  it('reads its certificate once for each version of its row, however often that is looked for in vain', async () => {
    const { play, row } = await aRehearsal('certificate-not-served');
    await play();
    dynamo.resetHistory();
    await play(later(2 * DAY));
    expect(await row()).toMatchObject({ phase: 'failed' });
    expect(requestsTo(dynamo).length).toBeLessThan(20);
  });

  it('comes to its end in runs that are each over before its row is written again', async () => {
    const { play, row } = await aRehearsal('certificate-not-served');
    let begun = await play();
    for (let runs = 0; runs < 100 && (await row()).phase !== 'failed'; runs += 1) {
      begun = await play(later(2 * DAY), { clock: overAfter(100) }, begun);
    }
    expect(await row()).toMatchObject({ phase: 'failed' });
  });

  it('goes on from its row where somebody else has written that since another run was over', async () => {
    const { play, row, id } = await aRehearsal('certificate-not-served');
    await play();
    const { version } = await row();
    const reachedAt = later(9 * DAY).toISOString();
    await play(later(2 * DAY), {}, { domainId: id, version: version - 1, reachedAt });
    const { phase, updatedAt } = await row();
    expect(phase).toBe('failed');
    expect(updatedAt < later(2 * DAY).toISOString()).toBe(true);
  });

  it('can be watched where its story is slow: some 15 seconds, not months', async () => {
    const pauses: number[] = [];
    const { play } = await aRehearsal('slow');
    await play(NOW, { pauseFor: async (milliseconds) => void pauses.push(milliseconds) });
    const seconds = pauses.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(20);
  });

  it('is in time where its story is slow and the stage’s window for DNS is short', async () => {
    const { play, row, id } = await aRehearsal('slow');
    const before = await row();
    if (before.phase !== 'awaiting-dns') throw new Error('it waits for DNS');
    const short = { ...before, dnsDeadlineAt: later(75_000).toISOString() };
    await domains.replace(before, short, { timeline: 'domain.updated', events: [] });
    await play();
    expect(await domains.get(id)).toMatchObject({ phase: 'active' });
  });
});
