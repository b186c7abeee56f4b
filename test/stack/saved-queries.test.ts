import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QUERIES } from '../../lib/alarms/saved-queries.ts';
import { localStage, resourcesOf, synthesize } from './synthesized.ts';

const { service } = synthesize();
const saved = Object.values(resourcesOf(service, 'AWS::Logs::QueryDefinition')).map(({ Properties }) => Properties);
const pages = ['runbook.md', 'runbook-tickets.md'].map((name) => readFileSync(`docs/operate/${name}`, 'utf8'));

/** The pages name them like this: "the query `errors`". */
const named = pages.flatMap((page) => [...page.matchAll(/query `([a-z-]+)`/g)].map(([, name]) => name ?? ''));

describe('a saved query', () => {
  it('is named by the runbook, which names no other', () => {
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(QUERIES).toSorted());
  });

  it('lies in the folder of its stage', () => {
    expect(saved.map(({ Name }) => Name).toSorted()).toEqual(
      Object.keys(QUERIES)
        .map((name) => `cps-production/${name}`)
        .toSorted(),
    );
  });

  it('asks the log that has what it asks for', () => {
    const groups = new Map(saved.map(({ Name, LogGroupNames }) => [String(Name), JSON.stringify(LogGroupNames)]));
    for (const [name, group] of groups) expect(group).toContain(name.endsWith('/api-errors') ? 'AccessLogs' : 'FunctionLogs');
  });

  it('is not there in the emulator, whose CloudFormation knows none', () => {
    expect(resourcesOf(synthesize(localStage).service, 'AWS::Logs::QueryDefinition')).toEqual({});
  });
});
