import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resourcesOf, synthesize, zoneStage } from './synthesized.ts';

const { service, stateful } = synthesize(zoneStage);
const sections = [...readFileSync('docs/operate/runbook.md', 'utf8').matchAll(/^## ([a-z-]+)$/gm)].map(([, name]) => name);
const named = [stateful, service].flatMap((template) =>
  Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => /docs\/operate\/runbook\.md#([a-z-]+)$/.exec(String(Properties.AlarmDescription))?.[1],
  ),
);

describe('the runbook', () => {
  it('has a section for every alarm, and none whose alarm is gone', () => {
    expect([...new Set(named)].sort()).toEqual([...sections].sort());
  });
});
