import { setTimeout as sleep } from 'node:timers/promises';
import { isHostname } from '../../contract/domain-name.ts';
import type { CertificateFolder } from '../certificates/certificate-folder.gateway.ts';
import { HeldCertificates } from '../certificates/held-certificates.ts';
import { ChallengeLookup, type LookupPorts } from '../challenges/challenge-lookup.ts';
import { KnownHostnames } from '../challenges/known-hostnames.ts';
import type { CertificateEndpoint } from '../loopback/certificate-endpoint.gateway.ts';
import { answerLocally, type LocalPorts } from '../loopback/local-answers.ts';
import { listenOnLoopback } from '../loopback/loopback.gateway.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import { waitAfterFailure } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';
import { reasonOf } from '../shared/reason.ts';
import { type ConfirmPorts, confirm } from './confirm.ts';
import { Confirmations } from './confirmations.ts';
import { EarlyPoll } from './early-poll.ts';
import { type PollPorts, type PollState, poll } from './poll.ts';

export interface AgentPorts extends Pick<PollPorts, 'machineId' | 'decrypt' | 'reload' | 'moveTo' | 'nowMs' | 'jitter'> {
  folder: CertificateFolder;
  edge: Pick<EdgeService, 'certificates' | 'report'>;
  fetchChallenge: LookupPorts['ask'];
  handshake: ConfirmPorts['handshake'];
  /** Whether a challenge request to this machine's web server reaches the agent, for this hostname or for any. */
  isWayOpen: (hostname: string | undefined) => Promise<boolean>;
  /** Undefined when Caddy does not request certificates. */
  door: CertificateEndpoint | undefined;
  log: Log;
}

/** The interval at which the service records this machine's contact. */
const WAY_EVERY_MS = 300_000;
/** The web server may start after the agent. */
const CLOSED_WAY_EVERY_MS = 30_000;
/** Interval at which due handshakes are looked for. */
const CONFIRM_EVERY_MS = 250;

/** Serves the certificates on disk at once, then follows the service until `stop`. Returns its port. */
export async function runAgent(
  port: number,
  ports: AgentPorts,
  stop: AbortSignal,
): Promise<{ port: number; ended: Promise<void> }> {
  const { certificates, damaged, unmended } = await ports.folder.load();
  if (damaged.length > 0) ports.log('warn', 'damaged certificates are fetched again', { hostnames: damaged });
  for (const pair of unmended)
    ports.log('error', 'the disk does not take the certificate and key for nginx and Apache; serving what was read', pair);
  const held = new HeldCertificates(certificates);
  const confirmations = new Confirmations();
  for (const { hostname, fingerprintSha256 } of held.all()) confirmations.expect(hostname, fingerprintSha256, ports.nowMs());

  // An emptied or damaged folder is filled from the beginning, whatever the cursor says.
  const told = await ports.folder.readHostnames(ports.machineId);
  const isComplete = certificates.length > 0 && damaged.length === 0 && told !== undefined;
  const cursor = isComplete ? await ports.folder.readCursor(ports.machineId) : undefined;
  const readsAtHandshake = ports.door?.isReadByCaddy ?? false;
  const reloadDue = held.size > 0 && !readsAtHandshake;
  let state: PollState = { cursor, reloadDue, failures: 0, contact: 'none', complete: false, reloadFailures: 0 };
  let quietUntilMs = 0;

  const hostnames = new KnownHostnames(held, told);
  const earlyPoll = new EarlyPoll(ports.nowMs);
  const challenges = new ChallengeLookup({
    isKnown: (hostname) => hostnames.has(hostname),
    // Polls again immediately after an unavailable service: it may be back, and the CA does not wait for the next poll. A service
    // that refuses this machine, or named a time, is not polled early: anybody can request challenges.
    pollForHostnames: async () => {
      if (state.contact === 'refused' || ports.nowMs() < quietUntilMs) return false;
      await earlyPoll.awaitPoll();
      return state.contact === 'ok';
    },
    ask: ports.fetchChallenge,
    nowMs: ports.nowMs,
    sleep: (ms) => sleep(ms),
  });
  const local: LocalPorts = {
    held,
    findChallenge: (token, hostname) => challenges.find(token, hostname),
    contact: () => state.contact,
    isComplete: () => state.complete,
    certificatePath: ports.door?.path,
    machineId: ports.machineId,
    facts: () => ({
      certificates: held.size,
      soonestExpiryMs: held.soonestExpiryMs(),
      unconfirmed: confirmations.size,
      lastAnswerMs: state.lastAnswerMs,
      reloadFailures: state.reloadFailures,
      challengeQuestions: challenges.counts.questions,
      challengesRefused: challenges.counts.refused,
    }),
  };
  const { server, port: listening } = await listenOnLoopback(port, (request) => answerLocally(request, local), ports.log);
  stop.addEventListener('abort', () => server.close().closeAllConnections());
  if (await isDoorNew(ports, listening)) state = { ...state, reloadDue: true };
  ports.log('info', 'serving', { port: listening, certificates: held.size, machine_id: ports.machineId });

  let challengePath: ReturnType<PollPorts['challengePath']>;
  const pollPorts: PollPorts = { ...ports, readsAtHandshake, held, hostnames, confirmations, challengePath: () => challengePath };
  function pollAgain(): Promise<number> {
    return earlyPoll.poll(async () => {
      const { state: next, waitSeconds, quietSeconds = 0 } = await poll(state, pollPorts);
      state = next;
      quietUntilMs = ports.nowMs() + quietSeconds * 1000;
      return waitSeconds * 1000;
    });
  }
  async function tryWayAgain(): Promise<number> {
    const isOpen = await ports.isWayOpen(held.all().find(({ hostname }) => isHostname(hostname))?.hostname);
    if (!isOpen && challengePath !== 'failed')
      ports.log(
        'warn',
        'challenges that come to the web server of this machine do not reach the agent; cps-agent doctor says more',
      );
    challengePath = isOpen ? 'ok' : 'failed';
    return challengePath === 'ok' ? WAY_EVERY_MS : CLOSED_WAY_EVERY_MS;
  }
  async function confirmAgain(): Promise<number> {
    return (await confirm({ ...ports, confirmations })) ? 0 : CONFIRM_EVERY_MS;
  }
  const ended = Promise.all([
    repeat(pollAgain, ports, stop, (ms) => earlyPoll.pause(ms, stop)),
    ...[tryWayAgain, confirmAgain].map((again) => repeat(again, ports, stop)),
  ]);
  return { port: listening, ended: ended.then(() => undefined) };
}

async function isDoorNew({ door, log }: AgentPorts, port: number): Promise<boolean> {
  try {
    return (await door?.announce(port)) ?? false;
  } catch (error) {
    log('error', 'the disk does not take the path under which Caddy gets certificates', { reason: reasonOf(error) });
    return false;
  }
}

/** Runs `once` repeatedly, with the pause in milliseconds that it returns. Errors are logged and retried. */
async function repeat(
  once: () => Promise<number>,
  { log, jitter }: AgentPorts,
  stop: AbortSignal,
  pause = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal: stop }).catch(() => undefined),
): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    let waitMs: number;
    try {
      waitMs = await once();
      failures = 0;
    } catch (error) {
      failures += 1;
      waitMs = waitAfterFailure(failures, undefined, jitter()) * 1000;
      log('error', 'failed, and will be tried again', { reason: reasonOf(error), failures });
    }
    await pause(waitMs);
  }
}
