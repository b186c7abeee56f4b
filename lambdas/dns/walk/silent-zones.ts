import { publicSuffixOf } from '../../model/domains/hostnames/public-suffix.ts';
import { BoundedMap } from '../../shared/memory/bounded-map.ts';
import type { ServerAnswer } from './server-answer.ts';

/** Far shorter than the five minutes between two checks: servers that are back are seen by the next one. */
const SILENT_SECONDS = 60;
const MOST_ZONES = 2_000;

/**
 * Zones of which every name server was silent within the last minute, as this process has seen it. A silent zone costs each check
 * its whole time: without this, an organization with hundreds of names in one would occupy a process for seconds for each.
 */
export class SilentZones {
  readonly #zones = new BoundedMap<string, { answers: readonly ServerAnswer[]; atMs: number }>(MOST_ZONES);
  readonly #clockMs: () => number;

  constructor(clockMs: () => number) {
    this.#clockMs = clockMs;
  }

  /** Remembers a zone if all its servers were silent. The root and registries always answer: it is we who do not reach them. */
  learn(zone: string, answers: readonly ServerAnswer[]): void {
    if (zone === '' || publicSuffixOf(zone) === zone) return;
    const isSilent = answers.some(({ said }) => said === 'silent') && answers.every(({ said }) => NO_ANSWER.has(said));
    if (isSilent) this.#zones.set(zone, { answers, atMs: this.#clockMs() });
  }

  /** What its servers said when they were asked, as if they said it again: nothing. Undefined: they must be asked. */
  answersOf(zone: string): ServerAnswer[] | undefined {
    const known = this.#zones.get(zone);
    if (!known) return undefined;
    const seconds = Math.round((this.#clockMs() - known.atMs) / 1000);
    if (seconds >= SILENT_SECONDS) return undefined;
    const ago = `${seconds} s ago; a silent zone is asked again after ${SILENT_SECONDS} s`;
    return known.answers.map((answer) => ({ ...answer, reason: `${answer.reason ?? 'no answer'}, ${ago}` }));
  }
}

const NO_ANSWER: ReadonlySet<ServerAnswer['said']> = new Set(['silent', 'not-asked']);
