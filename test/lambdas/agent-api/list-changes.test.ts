import { describe, expect, it, vi } from 'vitest';
import { Confirmations } from '../../../agent/poll/confirmations.ts';
import { POLLS_OF_AN_ANNOUNCEMENT } from '../../../bin/admin/prices/counts.ts';
import { listChanges, pollAfterSeconds } from '../../../lambdas/agent-api/list-changes.ts';
import { iso, later, NOW, SECOND } from '../a-domain.ts';
import { settings } from '../settings.ts';
import { agentPorts } from './agent-ports.ts';
import { announced, machine, server } from './an-agent.ts';

it.each([
  [0, 48],
  [0.5, 60],
  [1, 72],
])('an idle agent that draws %d waits %d s of 60', (drawn, expected) => {
  expect(pollAfterSeconds(server, { settings, jitter: () => drawn }, NOW)).toBe(expected);
});

it('the shortest pace of an agent is a second, never a busy loop', () => {
  const agent = { ...settings.agent, busyPollSeconds: 1, idlePollSeconds: 1 };
  expect(pollAfterSeconds(server, { settings: { ...settings, agent }, jitter: () => 0 }, NOW)).toBe(1);
});

const HOST = 'shop.customer.com';
/** Time to store the certificate, reload the web server and report the result. */
const SHOWN_AFTER_SECONDS = 3;
const WATCHED_SECONDS = 900;

interface Machine {
  /** Counted from the announcement. */
  firstPollSeconds: number;
  confirmations?: Confirmations;
  servesCertificate: boolean;
}

/** The number of polls by a machine in the 15 minutes after an announcement. */
async function pollsOf({ firstPollSeconds, confirmations, servesCertificate }: Machine): Promise<number> {
  const announcedServer = { ...server, revision: 8, installingUntil: iso(600 * SECOND) };
  const shown = { hostname: HOST, fingerprint_sha256: 'aa' };
  let since: string | undefined;
  let polls = 0;
  for (let second = firstPollSeconds; second < WATCHED_SECONDS; polls += 1) {
    if (servesCertificate && second >= firstPollSeconds + SHOWN_AFTER_SECONDS) confirmations?.recordCheck(shown, second * SECOND);
    const now = later(second * SECOND);
    const awaiting = confirmations && { awaiting: String(confirmations.recentCount(now.getTime())) };
    const caller = { server: announcedServer, machine, signature: { id: 'once', signedAt: now } };
    const answer = await listChanges(caller, { ...(since && { since }), ...awaiting }, ports(), now);
    for (const { hostname } of answer.changes) confirmations?.expect(hostname, 'aa', now.getTime());
    since = answer.cursor;
    second += answer.poll_after_seconds;
  }
  return polls;
}

function ports(agent = settings.agent) {
  const servers = { markSeen: vi.fn(), markServerSeen: vi.fn(), markReturned: vi.fn(), stillEnrolledCheck: vi.fn() };
  const certificates = { changes: async () => ({ certificates: [announced(HOST, 0)], expected: [] }) };
  const doubles = { servers, certificates, table: { transact: vi.fn(), putWrite: vi.fn() }, encryptToMachine: async () => 'jwe' };
  return agentPorts({ settings: { ...settings, agent } }, doubles);
}

describe('an agent that was told of a certificate', () => {
  const IDLE_POLLS = WATCHED_SECONDS / 60;

  it('asks as rarely as before once its machine has shown it: five polls more on average', async () => {
    const moments = Array.from({ length: 60 }, (_, second) => second);
    const counts = await Promise.all(
      moments.map((firstPollSeconds) =>
        pollsOf({ firstPollSeconds, confirmations: new Confirmations(), servesCertificate: true }),
      ),
    );
    const more = counts.reduce((sum, polls) => sum + polls, 0) / counts.length - IDLE_POLLS;
    expect(Math.max(...counts)).toBeLessThanOrEqual(IDLE_POLLS + 17);
    expect(more).toBeGreaterThan(1);
    expect(more).toBeLessThanOrEqual(POLLS_OF_AN_ANNOUNCEMENT);
  });

  it('asks often for a minute, and not for ten, where its machine never shows it', async () => {
    const polls = await pollsOf({ firstPollSeconds: 36, confirmations: new Confirmations(), servesCertificate: false });
    expect(polls).toBeGreaterThan(30);
    expect(polls).toBeLessThanOrEqual(31 + IDLE_POLLS);
  });

  it('asks often for ten minutes, as before, if it does not say what it awaits', async () => {
    expect(await pollsOf({ firstPollSeconds: 36, servesCertificate: true })).toBeGreaterThan(280);
  });
});

describe('an agent of a service that has moved', () => {
  const asked = { server, machine, signature: { id: 'once', signedAt: NOW } };
  const moved = ports({ ...settings.agent, moveTo: 'https://new.service.net' });

  it('hears of the new address with every answer, also where nothing has changed', async () => {
    const first = await listChanges(asked, {}, moved, NOW);
    const quiet = await listChanges(asked, { since: first.cursor }, moved, NOW);
    expect([first.move_to, quiet.move_to]).toEqual(['https://new.service.net', 'https://new.service.net']);
  });

  it('hears of none where there is none', async () => {
    expect(await listChanges(asked, {}, ports(), NOW)).not.toHaveProperty('move_to');
  });
});
