import type { Stage } from './stage.schema.ts';

/** Zones of another region would be found out by CloudFormation, half-way through a deployment. Each fault is a line: the path of its field, and what to do. */
export function egressFaults({ region, fixedEgress }: Pick<Stage, 'region' | 'fixedEgress'>): string[] {
  if (!fixedEgress) return [];
  if (region === undefined) return ['region: must be named where there is a fixedEgress, whose zones are in it'];
  return fixedEgress.availabilityZones.flatMap((zone, index) =>
    zone.slice(0, -1) === region
      ? []
      : [`fixedEgress.availabilityZones.${index}: ${zone} is not in ${region}, the region of the stage`],
  );
}
