import { execFileSync } from 'node:child_process';

/** 28 bits of the commit id: what fails in CI is played again by checking out that commit. */
export function numberOfCommit(): number {
  return Number.parseInt(execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).slice(0, 7), 16);
}

/**
 * Every `n`-th case, other ones for another commit: a proof whose cases are alike tries all of them within a few commits. With
 * `CPS_PROVE=all`, or while documents are written, all.
 */
export function ofThisCommit<Case>(cases: readonly Case[], n: number): Case[] {
  if (process.env.CPS_PROVE === 'all' || process.env.UPDATE_DOCS === '1') return [...cases];
  const first = numberOfCommit() % n;
  return cases.filter((_, index) => index % n === first);
}
