import { type AcmeProblem, refusesOurAccount } from '../acme/problem.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { CaHealthStore } from './ca-health.store.ts';
import {
  afterAnswer,
  afterFailure,
  type CaHealth,
  type CaState,
  caStateOf,
  type Deferred,
  isProbedBy,
  type Probed,
  type Serving,
  withoutProber,
  withProbe,
  withUnusedProbe,
} from './ca-health.ts';

export interface CaWatchPorts {
  stored: CaHealthStore;
  /** A check of the CA, independent of any domain. */
  isServing: () => Promise<boolean>;
  clock: Clock;
  log: Log;
}

/** How long a process trusts its last read: it asks a CA that went down, and spares one that is back, for up to this long. */
const KNOWN_MS = 10_000;

/** Reads of a CA's health, which write nothing. */
export interface CaHealthReads {
  /** Does not take the probe. */
  state(): Promise<CaState>;
}

/**
 * The writes about a CA's health. They happen before a step decides, not with its row: one domain must hold the probe before it
 * may ask, and the result holds for all domains, even if another process owns the row by now. All domains share the item, so
 * their rows' transactions would conflict on it. A repeat by the same execution has the same probe and spends nothing.
 */
export interface CaHealthWrites {
  /**
   * Decides whether this execution may ask the CA now. While the breaker is open, one execution per pause may, after a check that
   * the CA serves at all.
   */
  mayAsk(execution: string, pauseSeconds: number): Promise<Serving | Deferred>;
  /**
   * The execution had the probe but no slot or no time left. This does not prove that the CA serves: the next execution gets the
   * probe.
   */
  notAsked(): Promise<void>;
  /** The CA answered, whatever it decided about the order. */
  answered(): Promise<void>;
  /**
   * The CA failed. `isCertain`: it would fail for every request; otherwise a check decides. `countsAnyway`: counts even if only
   * this one request may be the cause. An alarm tells the operator if the CA refuses our account.
   */
  failed(problem: AcmeProblem, of: { isCertain: boolean; countsAnyway: boolean }, pauseSeconds: number): Promise<void>;
}

export interface CaWatch {
  health: CaHealthReads;
  healthWrites: CaHealthWrites;
}

/** One process's view of a CA's health. While all is well it reads once in ten seconds and writes nothing. */
export function caCircuitBreaker({ stored, isServing, clock, log }: CaWatchPorts): CaWatch {
  let known: { health: CaHealth | undefined; until: number } | undefined;
  /** The health after the last execution took the probe, if it did. */
  let probe: CaHealth | undefined;

  function remember(health: CaHealth | undefined): CaHealth | undefined {
    known = { health, until: clock().getTime() + KNOWN_MS };
    return health;
  }

  async function current(): Promise<CaHealth | undefined> {
    return known && clock().getTime() < known.until ? known.health : remember(await stored.get());
  }

  async function write(before: CaHealth | undefined, after: CaHealth): Promise<boolean> {
    const isWritten = await stored.replace(before, after);
    if (isWritten) remember(after);
    else known = undefined;
    return isWritten;
  }

  /** The probe that the execution holds or takes now; otherwise the state of the CA. */
  async function probeOf(execution: string, pauseSeconds: number): Promise<Serving | Deferred | Probed> {
    const health = await current();
    const state = caStateOf(health, clock());
    if (state.kind === 'spared') return isProbedBy(health, execution) ? health : state;
    if (state.kind === 'serving') return state;
    const taken = withProbe(state.health, execution, clock(), pauseSeconds);
    return (await write(state.health, taken)) ? taken : toSpared(taken);
  }

  const health: CaHealthReads = {
    state: async () => caStateOf(await current(), clock()),
  };

  const healthWrites: CaHealthWrites = {
    async mayAsk(execution, pauseSeconds) {
      probe = undefined;
      const taken = await probeOf(execution, pauseSeconds);
      if ('kind' in taken) return taken;
      if (await isServing()) {
        probe = taken;
        return { kind: 'serving' };
      }
      await write(taken, withoutProber(taken));
      return toSpared(taken);
    },

    async notAsked() {
      if (probe) await write(probe, withUnusedProbe(probe, clock()));
    },

    async answered() {
      const before = await current();
      const next = afterAnswer(before, clock());
      if (next) await write(before, next);
    },

    async failed(problem, { isCertain, countsAnyway }, pauseSeconds) {
      if (refusesOurAccount(problem))
        log('error', 'the CA refuses the account of this stage', { problem, measured: { CaAccountRefused: 1 } });
      const isOut = isCertain || !(await isServing());
      if (!isOut && !countsAnyway) {
        if (probe) await write(probe, withoutProber(probe));
        return;
      }
      const before = remember(await stored.get());
      await write(before, afterFailure(before, { problem, isCertain: isOut }, clock(), pauseSeconds));
    },
  };
  return { health, healthWrites };
}

function toSpared({ probeAt: until, problem }: Probed): Deferred {
  return { kind: 'spared', until, problem };
}
