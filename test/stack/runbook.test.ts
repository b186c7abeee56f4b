import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../../lib/alarms/runbook-alarm.ts';
import { frontStage } from './cloudfront/front-stage.ts';
import { resourcesOf, synthesize, zoneStage } from './synthesized.ts';

const settings = { ...frontStage.settings, mail: { from: 'service@mail.acme-saas.net' } };
const templates = Object.values(synthesize({ ...frontStage, settings, baseTargetZone: zoneStage.baseTargetZone }));
const alarms = templates.flatMap((template) => Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')));
const page = (name: string) => readFileSync(`docs/operate/${name}`, 'utf8');

/** The runbook sections that alarms name, and those that exist. */
function sectionsOf(name: string) {
  const named = alarms.flatMap(({ Properties }) => {
    const [, of, section] = /docs\/operate\/(\S+)#([a-z-]+)$/.exec(String(Properties.AlarmDescription)) ?? [];
    return of === name && section !== undefined ? [section] : [];
  });
  const written = [...page(name).matchAll(/^## ([a-z-]+)$/gm)].map(([, section]) => section ?? '');
  return { named: [...new Set(named)].toSorted(), written: written.toSorted() };
}

describe('the runbook', () => {
  it.each([
    ['runbook.md', 'page'],
    ['runbook-tickets.md', 'ticket'],
  ])('has in %s a section for every alarm that is a %s, and none whose alarm is gone', (name, urgency) => {
    const { named, written } = sectionsOf(name);
    expect(named).toEqual(written);
    const known = Object.entries(SECTIONS).filter(([, of]) => of === urgency);
    expect(written).toEqual(known.map(([section]) => section).toSorted());
  });

  it('lists all its sections at its top', () => {
    for (const name of ['runbook.md', 'runbook-tickets.md']) {
      for (const section of sectionsOf(name).written) expect(page(name)).toContain(`[${section}](#${section})`);
    }
  });
});
