import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { GUARD_NAMES, type GuardName } from './guards.ts';
import { commandOf, type Played, playWorld, shrink } from './play.ts';
import { traitsOf } from './traits.ts';
import { Workers } from './workers.ts';
import type { Play } from './world.ts';

/** Last lines of the story to print; the printed command shows all of it. */
const LINES_TOLD = 60;

const whole = (text: string) => Number.parseInt(text, 10);
const program = new Command('npm run simulate --')
  .description('Plays the service and all who deal with it, from seeds: docs/internals/simulation.md')
  .option('--seed <seed>', 'play this one, and tell its story', whole)
  .option('--from <seed>', 'the first of many', whole, 1)
  .option('--new', 'begin at a seed that is taken from the commit: another commit plays others, the same one the same')
  .option('--seconds <seconds>', 'how long to play one seed after the other', whole, 60)
  .option('--organizations <count>', 'of the world', whole, 2)
  .option('--servers <count>', 'of each organization', whole, 2)
  .option('--names <count>', 'hostnames of each organization', whole, 3)
  .option('--days <days>', 'virtual days with faults', Number, 3)
  .option('--only <faults>', 'of the faults of the seed, only these numbers, or "none"')
  .option('--without <guard>', 'take this guard away')
  .option('--guards', 'take each guard away in turn, and name the seed that finds it')
  .parse();
interface Options {
  seed?: number;
  from: number;
  new?: true;
  seconds: number;
  organizations: number;
  servers: number;
  names: number;
  days: number;
  only?: string;
  without?: GuardName;
  guards?: true;
}
const options = program.opts<Options>();
const { organizations, servers, names, days, only, without } = options;
const common = {
  ...{ organizations, servers, names, days },
  ...(only !== undefined && { onlyFaults: new Set(only === 'none' ? [] : only.split(',').map(whole)) }),
  ...(without && { withoutGuard: without }),
};

if (options.seed !== undefined) await replay({ ...common, seed: options.seed, isTold: true });
else if (options.guards) await scoreGuards();
else await playMany();

async function replay(play: Play): Promise<void> {
  const played = await playWorld(play);
  for (const line of played.story) console.log(line);
  console.log(`\n${worldOf(play.seed)}\n${summaryOf(played)}`);
  tellViolations(played);
}

async function playMany(): Promise<void> {
  const { seconds } = options;
  const from = options.new ? seedOfCommit() : options.from;
  const workers = new Workers();
  const beganAt = Date.now();
  const { seeds, calls, failed } = await workers.play({ play: common, from, seconds });
  await workers.end();
  const minutes = (Date.now() - beganAt) / 60_000;
  console.log(`${seeds} seeds from ${from} on, ${calls} calls: ${Math.round(seeds / minutes)} seeds a minute`);
  if (failed === undefined) return;
  console.log(`seed ${failed} fails; the smallest play that does:`);
  const smallest = await shrink(await playWorld({ ...common, seed: failed }));
  const told = await playWorld({ ...smallest.play, isTold: true });
  for (const line of linesAbout(told)) console.log(line);
  tellViolations(told);
}

async function scoreGuards(): Promise<void> {
  const workers = new Workers();
  for (const withoutGuard of GUARD_NAMES.filter((name) => without === undefined || name === without)) {
    const { from, seconds } = options;
    const play = { ...common, withoutGuard };
    const { seeds, failed } = await workers.play({ play, from, seconds });
    const found = failed === undefined ? undefined : await playWorld({ ...play, seed: failed });
    console.log(`${withoutGuard} | ${found ? `seed ${failed}: ${found.violations[0]?.name}` : 'NOT FOUND'} | ${seeds} seeds`);
  }
  await workers.end();
}

/** 28 bits of the commit id: a failure in CI is replayed by checking out that commit. */
function seedOfCommit(): number {
  return Number.parseInt(execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).slice(0, 7), 16);
}

/** The last lines of the story about the hostname, domain or organization of the violation. */
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

/** The traits of a world that help to read its story. */
function worldOf(seed: number): string {
  const { settings: _, startMs: _begin, ...traits } = traitsOf(seed);
  const told = Object.entries(traits).filter(([, value]) => value !== undefined && value !== false);
  return `its world: ${told.map(([name, value]) => (value === true ? name : `${name} ${value}`)).join(', ')}`;
}

function summaryOf({ play: { seed }, calls, faults, fingerprint, violations }: Played): string {
  return `seed ${seed}: ${calls} calls, ${faults.length} faults, ${violations.length} violations, fingerprint ${fingerprint}`;
}
