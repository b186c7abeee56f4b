import { Chance } from './chance.ts';

/** Faults, each with its frequency: one in so many occasions. */
export const FAULTS = {
  'killed before a call': 300,
  'killed after a call': 300,
  /** Per item of a list: lists have few items here. */
  'a list is left half-way': 8,
  'slow call': 150,
  'refused call': 300,
  'lost answer': 300,
  /** Per KMS call; all calls are then denied for a while. */
  'KMS denies': 60,
  /** Per invocation, in worlds with wrong clocks. */
  'a clock is wrong': 60,
  /** Per occasion, of which there are about two a day. */
  'calls hang': 3,
  'stream record comes twice': 15,
  'stream record comes late': 10,
  'message comes twice': 25,
  'message comes late': 10,
  'answer of a step is not heard': 20,
  'an execution never comes': 60,
  'an execution comes late': 30,
  'an execution comes twice': 30,
  'failed execution is not told': 4,
  'failed execution is told twice': 4,
  'schedule is missed': 20,
  'schedule comes twice': 20,
  'request is sent again': 6,
  'request is not answered': 20,
  'signed request is sent again': 6,
  'a CNAME leads elsewhere': 5,
  'another certificate is shown': 8,
  'a machine is off': 8,
  'the zone is throttled': 10,
  'a change of the zone takes long': 10,
  'the CA wants certificates renewed': 2,
  'renewal information makes no sense': 8,
  'the CA answers with an error': 80,
  'an answer of the CA is lost': 120,
  'the CA forgets an order': 250,
  'the CA ends an order': 250,
  'a certificate takes long': 15,
  'a chain is cut short': 20,
  /** Per invocation, so that most deployments come while there is work. */
  'a deployment': 500,
} as const;
export type FaultKind = keyof typeof FAULTS;

export interface FaultPlan {
  /** No faults after this time: all work must finish. */
  calmAtMs: number;
  /** Restricts the faults of this seed to these numbers. */
  only?: ReadonlySet<number>;
}

/** Multiplies a fault's frequency in a world; 0 switches it off. */
const TIMES = [0, 1, 1, 1, 4, 16] as const;
/** Upper bound of a probability, unless the usual one is higher. */
const MAX_PROBABLE = 1 / 10;

/** How much more often than usual a fault happens in the world of a seed. */
export function timesOf(seed: number, kind: FaultKind): number {
  return new Chance(seed, kind).pick(TIMES);
}

export interface Fault {
  number: number;
  kind: FaultKind;
}

/** Decides at each occasion whether it fails. */
export class Faults {
  readonly chance: Chance;
  readonly met: Fault[] = [];
  readonly #plan: FaultPlan;
  readonly #nowMs: () => number;
  readonly #streams = new Map<FaultKind, { chance: Chance; probability: number }>();
  readonly #seed: number;
  #drawn = 0;

  constructor(seed: number, plan: FaultPlan, nowMs: () => number) {
    this.#seed = seed;
    this.#plan = plan;
    this.#nowMs = nowMs;
    this.chance = new Chance(seed, 'faults');
  }

  isCalm(): boolean {
    return this.#nowMs() >= this.#plan.calmAtMs;
  }

  meets(kind: FaultKind): boolean {
    const { chance, probability } = this.#streamOf(kind);
    if (this.isCalm() || !chance.is(probability)) return false;
    this.#drawn += 1;
    if (this.#plan.only && !this.#plan.only.has(this.#drawn)) return false;
    this.met.push({ number: this.#drawn, kind });
    return true;
  }

  #streamOf(kind: FaultKind): { chance: Chance; probability: number } {
    const known = this.#streams.get(kind);
    if (known) return known;
    const chance = new Chance(this.#seed, kind);
    const times = chance.pick(TIMES);
    const usual = 1 / FAULTS[kind];
    const probability = times <= 4 ? times * usual : Math.max(4 * usual, Math.min(times * usual, MAX_PROBABLE));
    const stream = { chance, probability };
    this.#streams.set(kind, stream);
    return stream;
  }
}
