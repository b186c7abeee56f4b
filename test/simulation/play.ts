import { Agent } from './agent.ts';
import type { Fault } from './faults.ts';
import { Integrator } from './integrator.ts';
import { BulkIntegrator } from './integrators/bulk-integrator.ts';
import { TestModeIntegrator } from './integrators/test-mode-integrator.ts';
import { isOverdue } from './invariants/renewals.ts';
import { isSaid } from './invariants/visits.ts';
import { INVARIANTS } from './invariants.ts';
import { Mishaps } from './mishaps.ts';
import { Outages } from './outages.ts';
import { PortalVisitor } from './portal/portal-visitor.ts';
import { Updates } from './releases/updates.ts';
import { Restore } from './table/restore.ts';
import { type Play, type Violation, World } from './world.ts';

export interface Played {
  play: Play;
  violations: Violation[];
  faults: readonly Fault[];
  calls: number;
  /** Equal for two plays of the same input. */
  fingerprint: number;
  story: readonly string[];
}

export async function playWorld(play: Play): Promise<Played> {
  const world = new World(play);
  const { scheduler, violations } = world;
  try {
    await playToTheEnd(world, play);
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    violations.push({ name: 'simulation', sentence: 'The simulation itself makes no mistake.', what, atMs: scheduler.nowMs });
  }
  const { calls, fingerprint, story = [], faults } = scheduler;
  return { play, violations, faults: faults.met, calls, fingerprint, story };
}

const MAX_CALLS = 100_000;
/** Per name, in addition to MAX_CALLS. */
const MAX_CALLS_A_DAY = 500;
const BOUNDED = { name: 'bounded work', sentence: 'Nothing is done again and again for ever.' };

const HOUR_MS = 3_600_000;
/** A day with its visits and its nightly jobs: further days would repeat it. */
const MAX_SAME_MS = 26 * HOUR_MS;

/** Runs until the first violation, or until all work has finished. */
async function playToTheEnd(world: World, { seed, names, days }: Play): Promise<void> {
  const { organizations, tenants, scheduler, violations } = world;
  const agents = organizations.flatMap(({ servers }) => servers.map((server) => new Agent(world, server, seed)));
  const programs = organizations.map((organization, at) => {
    const api = new Integrator(world, organization, { seed, at, names, days });
    const lists = new BulkIntegrator(world, organization, api, { seed, at, days });
    return { integrators: [api, lists], visitor: new PortalVisitor(world, organization, api, seed) };
  });
  const integrators = programs.flatMap((program) => program.integrators);
  const testers = world.testTenants.map((tenant, at) => new TestModeIntegrator(world, tenant, { seed, at, names, days }));
  world.agents.push(...agents);
  world.integrators.push(...integrators, ...testers);
  world.testers.push(...testers);
  const held = INVARIANTS.filter(({ isByTime }) => !isByTime || !world.traits.hasWrongClocks);
  for (const invariant of held) invariant.begin?.(world, (what) => world.violate(invariant, what));
  world.wakeSchedules();
  world.ca.begin(world.calmAtMs);
  world.ca.renewalInfo.begin(world.calmAtMs);
  for (const each of [
    ...agents,
    ...integrators,
    ...testers,
    new Mishaps(world, seed),
    new Outages(world, seed),
    new Restore(world, seed, days),
    new Updates(world, seed, days),
    ...programs.map(({ visitor }) => visitor),
  ])
    each.begin();
  const mostCalls = MAX_CALLS + tenants.length * names * days * MAX_CALLS_A_DAY;
  let sinceMs = Number.POSITIVE_INFINITY;
  const look = () => {
    const isAtRest = world.isDone() && world.domains().every((domain) => isSaid(world, domain) && !isOverdue(world, domain));
    sinceMs = isAtRest ? Math.min(sinceMs, scheduler.nowMs) : Number.POSITIVE_INFINITY;
    scheduler.at(scheduler.nowMs + HOUR_MS, look);
  };
  scheduler.at(world.calmAtMs, look);
  const isTooMuch = () => scheduler.calls > mostCalls;
  await scheduler.run(world.endMs, () => {
    if (isTooMuch() && !world.traits.isDeadly) world.violate(BOUNDED, `the functions have made ${scheduler.calls} calls`);
    return violations.length > 0 || isTooMuch() || scheduler.nowMs - sinceMs > MAX_SAME_MS;
  });
  if (violations.length > 0 || isTooMuch()) return;
  for (const invariant of held) invariant.atRest?.(world, (what) => world.violate(invariant, what));
}

/** Each is one more play, which takes a minute at most. */
const MAX_TRIES = 80;

/** The smallest play found with the same violation: fewer names, then fewer days, then fewer faults. */
export async function shrink(failed: Played): Promise<Played> {
  const [violation] = failed.violations;
  let smallest = failed;
  let tries = 0;
  const isSmaller = async (play: Play): Promise<boolean> => {
    tries += 1;
    if (tries > MAX_TRIES) return false;
    const played = await playWorld(play);
    if (!played.violations.some(({ name }) => name === violation?.name)) return false;
    smallest = played;
    return true;
  };
  for (let names = 1; names < failed.play.names; names += 1) if (await isSmaller({ ...smallest.play, names })) break;
  while (smallest.play.days > 1 && (await isSmaller({ ...smallest.play, days: Math.ceil(smallest.play.days / 2) })));
  let left = smallest.faults.map(({ number }) => number);
  for (let size = left.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length; ) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)];
      if (await isSmaller({ ...smallest.play, onlyFaults: new Set(fewer) })) left = smallest.faults.map(({ number }) => number);
      else at += size;
    }
  }
  return smallest;
}

/** The command that replays it. */
export function commandOf({ seed, organizations, servers, names, days, onlyFaults, withoutGuard }: Play): string {
  const only = onlyFaults ? ` --only ${[...onlyFaults].join(',') || 'none'}` : '';
  const without = withoutGuard === undefined ? '' : ` --without "${withoutGuard}"`;
  const size = `${organizations ? ` --organizations ${organizations}` : ''}${servers ? ` --servers ${servers}` : ''}`;
  return `npm run simulate -- --seed ${seed}${size} --names ${names} --days ${days}${only}${without}`;
}
