import type { PostRequest, PostResult } from '../../lambdas/shared/net/http-post.gateway.ts';
import { Chance } from './chance.ts';
import type { Scheduler } from './scheduler.ts';

const MOODS = ['well', 'well', 'well', 'well', 'slow', 'hangs', 'fails', 'refuses', 'is gone'] as const;
type Mood = (typeof MOODS)[number];

const MAX_MOOD_SECONDS = 12 * 3_600;
const SLOW_SECONDS = { least: 6, most: 25 };
const QUICK_SECONDS = 1;

/** An unanswered POST. */
export interface Posted {
  host: string;
  deliveryId: string;
  attempt: number;
  body: string;
  by: ReturnType<Scheduler['current']>;
}

/** Webhook receivers, each on its own host: mostly well, at times slow or failing. */
export class Receivers {
  /** How often each delivery was answered with 2xx. */
  readonly taken = new Map<string, number>();
  /** Unanswered POSTs, by host. */
  readonly underWay = new Map<string, Set<Posted>>();
  onPost: (post: Posted) => void = () => {};
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #calmAtMs: number;
  readonly #moods = new Map<string, { mood: Mood; untilMs: number; chance: Chance }>();

  constructor(scheduler: Scheduler, seed: number, calmAtMs: number) {
    this.#scheduler = scheduler;
    this.#seed = seed;
    this.#calmAtMs = calmAtMs;
  }

  /** The sender's port: the receiver gets the event at once, and its answer takes a while. */
  async post({ url, headers, body, timeoutMs }: PostRequest): Promise<PostResult> {
    const { host } = new URL(url);
    const deliveryId = headers['x-service-delivery'] ?? '';
    const attempt = Number(headers['x-service-attempt']);
    const { posted, result } = await this.#scheduler.call(`POST ${url} ${deliveryId}`, () => {
      const post: Posted = { host, deliveryId, attempt, body, by: this.#scheduler.current() };
      return { posted: this.#arrived(post), result: this.#resultAt(host, deliveryId, timeoutMs) };
    });
    const takesSeconds = result.milliseconds / 1000;
    return this.#scheduler.call(`answer of ${host}`, () => this.#answered(posted, result), { takesSeconds });
  }

  #arrived(post: Posted): Posted {
    const others = this.underWay.get(post.host) ?? new Set();
    this.underWay.set(post.host, others);
    for (const other of others) if (other.by?.isOver) others.delete(other);
    others.add(post);
    this.onPost(post);
    return post;
  }

  #answered(post: Posted, result: PostResult): PostResult {
    this.underWay.get(post.host)?.delete(post);
    return result;
  }

  #resultAt(host: string, deliveryId: string, timeoutMs: number): PostResult {
    const { mood, chance } = this.#moodOf(host);
    this.#scheduler.tell(`${host} ${mood}`);
    const seconds = mood === 'slow' ? chance.between(SLOW_SECONDS.least, SLOW_SECONDS.most) : chance.between(0, QUICK_SECONDS);
    const milliseconds = Math.round(seconds * 1000);
    if (mood === 'hangs') return { kind: 'failed', error: 'timeout', reason: 'no answer in time', milliseconds: timeoutMs };
    const status = { well: 200, slow: 200, fails: 500, refuses: 400, 'is gone': 410 }[mood];
    if (status === 200) this.taken.set(deliveryId, (this.taken.get(deliveryId) ?? 0) + 1);
    return { kind: 'answer', status, reply: '', milliseconds };
  }

  #moodOf(host: string): { mood: Mood; chance: Chance } {
    const { nowMs } = this.#scheduler;
    const known = this.#moods.get(host);
    const chance = known?.chance ?? new Chance(this.#seed, `receiver ${host}`);
    if (nowMs >= this.#calmAtMs) return { mood: 'well', chance };
    if (known && nowMs < known.untilMs) return known;
    const next = { mood: chance.pick(MOODS), untilMs: nowMs + chance.between(0, MAX_MOOD_SECONDS) * 1000, chance };
    this.#moods.set(host, next);
    return next;
  }
}
