import { escapeInvisible } from '../../contract/invisible.ts';

/** The doctor's checks in their order. An earlier failure is often the cause of a later one. */
export const CHECKS = ['user', 'folder', 'service', 'clock', 'enrollment', 'agent', 'port-80', 'reload'] as const;
export type CheckName = (typeof CHECKS)[number];

/** `skipped`: cannot be checked before another check succeeds. */
export type Verdict = { status: 'ok' | 'skipped'; what: string } | { status: 'failed'; what: string; remedy: string };
export type Finding = { check: CheckName } & Verdict;

export function ok(what: string): Verdict {
  return { status: 'ok', what };
}
export function toFailed(what: string, remedy: string): Verdict {
  return { status: 'failed', what, remedy };
}
export function skip(what: string): Verdict {
  return { status: 'skipped', what };
}

export function findingsText(findings: readonly Finding[]): string {
  const MARKS = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' };
  return findings
    .map((finding) => {
      const line = `${MARKS[finding.status].padEnd(9)}${finding.check.padEnd(12)}${escapeInvisible(finding.what)}\n`;
      return finding.status === 'failed' ? `${line}${' '.repeat(21)}-> ${escapeInvisible(finding.remedy)}\n` : line;
    })
    .join('');
}
