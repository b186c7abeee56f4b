import { describe, expect, it } from 'vitest';
import { checkStage } from '../../../lib/stage/read-stage.ts';
import { egressStage } from '../egress/egress-stage.ts';

const withZones = (...availabilityZones: string[]) => ({ ...egressStage, fixedEgress: { availabilityZones } });
const { region: _region, ...withoutRegion } = egressStage;

describe('fixed egress', () => {
  it('can be deployed in two zones of the region', () => {
    expect(checkStage('stages/production.json', egressStage)).toEqual(egressStage);
  });

  it.each([
    ['no zone', withZones(), /fixedEgress\.availabilityZones/],
    ['the same zone twice', withZones('eu-central-1a', 'eu-central-1a'), /fixedEgress\.availabilityZones: .*different/],
    ['a region for a zone', withZones('eu-central-1'), /fixedEgress\.availabilityZones\.0: .*eu-central-1a/],
    [
      'a zone of another region',
      withZones('eu-central-1a', 'us-east-1a'),
      /fixedEgress\.availabilityZones\.1: us-east-1a is not in/,
    ],
    ['no region in the stage', withoutRegion, /region: must be named/],
  ])('with %s is refused by the name of the field', (_, stage, message) => {
    expect(() => checkStage('stages/production.json', stage)).toThrow(message);
  });
});
