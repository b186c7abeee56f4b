import { Command } from 'commander';
import { GUARD_NAMES, type GuardName } from './guards.ts';
import { commandOf, type Played, playWorld, shrink } from './play.ts';
import type { Play } from './world.ts';

/** The end of a story; all of it is told by the command below it. */
const LINES_TOLD = 60;

const whole = (text: string) => Number.parseInt(text, 10);
const program = new Command('npm run simulate --')
  .description('Plays the service and all who deal with it, from seeds: docs/internals/simulation.md')
  .option('--seed <seed>', 'play this one, and tell its story', whole)
  .option('--from <seed>', 'the first of many', whole, 1)
  .option('--seconds <seconds>', 'how long to play one seed after the other', whole, 60)
  .option('--names <count>', 'hostnames of each organization', whole, 3)
  .option('--days <days>', 'virtual days with faults', whole, 3)
  .option('--only <faults>', 'of the faults of the seed, only these numbers, or "none"')
  .option('--without <guard>', 'take this guard away')
  .option('--guards', 'take each guard away in turn, and name the seed that finds it')
  .parse();
interface Options {
  seed?: number;
  from: number;
  seconds: number;
  names: number;
  days: number;
  only?: string;
  without?: GuardName;
  guards?: true;
}
const options = program.opts<Options>();
const { names, days, only, without } = options;
const common = {
  ...{ names, days },
  ...(only !== undefined && { onlyFaults: new Set(only === 'none' ? [] : only.split(',').map(whole)) }),
  ...(without && { withoutGuard: without }),
};

if (options.seed !== undefined) await replay({ ...common, seed: options.seed, isTold: true });
else if (options.guards) await scoreGuards();
else await playMany();

async function replay(play: Play): Promise<void> {
  const played = await playWorld(play);
  for (const line of played.story) console.log(line);
  console.log(`\n${summaryOf(played)}`);
  tellViolations(played);
}

async function playMany(): Promise<void> {
  const { seeds, calls, failed } = await playUntil((seed) => ({ ...common, seed }), options.seconds);
  console.log(`${seeds} seeds, ${calls} calls, from ${options.from} on`);
  if (!failed) return;
  console.log(`seed ${failed.play.seed} fails; the smallest play that does:`);
  const smallest = await shrink(failed);
  const told = await playWorld({ ...smallest.play, isTold: true });
  for (const line of linesAbout(told)) console.log(line);
  tellViolations(told);
}

async function scoreGuards(): Promise<void> {
  for (const guard of GUARD_NAMES) {
    const { seeds, failed } = await playUntil((seed) => ({ ...common, seed, withoutGuard: guard }), options.seconds);
    const [violation] = failed?.violations ?? [];
    const found = failed ? `seed ${failed.play.seed}: ${violation?.name}` : 'NOT FOUND';
    console.log(`${guard} | ${found} | ${seeds} seeds`);
  }
}

async function playUntil(playOf: (seed: number) => Play, seconds: number) {
  const endsAt = Date.now() + seconds * 1000;
  let calls = 0;
  let seed = options.from;
  for (; Date.now() < endsAt; seed += 1) {
    const played = await playWorld(playOf(seed));
    calls += played.calls;
    if (played.violations.length > 0) return { seeds: seed + 1 - options.from, calls, failed: played };
  }
  return { seeds: seed - options.from, calls };
}

/** The end of what the story tells of the hostname, the domain or the organization that the violation names. */
function linesAbout({ story, violations: [violation] }: Played): string[] {
  const names = violation?.what.match(/[\w.-]+[.]com|\d{10,}|org_\w/g) ?? [];
  return story.filter((line) => names.length === 0 || names.some((name) => line.includes(name))).slice(-LINES_TOLD);
}

function tellViolations({ play, violations }: Played): void {
  for (const { name, sentence, what, atMs } of violations) {
    console.log(`\nVIOLATED at ${new Date(atMs).toISOString()}: ${name}. ${sentence}\n  ${what}`);
  }
  if (violations.length === 0) return;
  console.log(`\nAgain: ${commandOf(play)}`);
  process.exitCode = 1;
}

function summaryOf({ play: { seed }, calls, faults, fingerprint, violations }: Played): string {
  return `seed ${seed}: ${calls} calls, ${faults.length} faults, ${violations.length} violations, fingerprint ${fingerprint}`;
}
