import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../docs/decisions/', import.meta.url);
const decisions = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const index = readFileSync(new URL('README.md', FOLDER), 'utf8');
const HEADINGS = ['Decision', 'Context', 'Considered', 'Price'];

describe('a decision', () => {
  it.each(decisions)('has its number, date, status, and what was considered: %s', (name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const head =
      /^# (\d+)\. .+\n\n- \*\*Date:\*\* \d{4}-\d\d-\d\d\n- \*\*Status:\*\* (accepted|superseded (in part )?by \[\d+\])/.exec(
        text,
      );
    expect(head?.[1]?.padStart(4, '0')).toBe(name.slice(0, 4));
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(['Decision', 'Considered']));
    expect(headings.filter((heading) => !HEADINGS.includes(heading ?? ''))).toEqual([]);
  });

  it('is in the index once, under its own title', () => {
    const rows = decisions.map((name) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(readFileSync(new URL(name, FOLDER), 'utf8')) ?? [];
      return `| ${number} | [${title}](${name}) |`;
    });
    expect(index.split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows);
  });
});
