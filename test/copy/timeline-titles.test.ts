import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_NAMES } from '../../contract/api/events.ts';
import { TIMELINE_TITLES } from '../../copy/en/dashboard-words.ts';

const LITERAL = /'((?:domain|dns|certificate|lifecycle|portal_links)\.[a-z_]+)'/g;

it('whatever the lifecycle writes into a timeline has a title that a person reads', () => {
  const sources = globSync('lambdas/{lifecycle,model/domains,api/domains}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const written = new Set(sources.flatMap((source) => [...source.matchAll(LITERAL)].map(([, name = '']) => name)));
  expect(written.size).toBeGreaterThan(30);
  const untitled = [...written].filter((name) => !Object.hasOwn(TIMELINE_TITLES, name));
  // Events for webhooks only.
  expect(untitled.filter((name) => !(EVENT_NAMES as readonly string[]).includes(name))).toEqual([]);
});
