import { describe, expect, it } from 'vitest';
import { API_FUNCTIONS, reservedInAll } from '../../bin/admin/reserved-concurrency.ts';
import { productionStage, resourcesOf, synthesize } from './synthesized.ts';

const reservation = { api: 5, agents: 7, challenges: 11, portal: 13 };

function reservedBy(stage: typeof productionStage): number[] {
  const functions = Object.values(resourcesOf(synthesize(stage).service, 'AWS::Lambda::Function'));
  return functions.flatMap(({ Properties }) => (Properties.ReservedConcurrentExecutions as number | undefined) ?? []);
}

describe('reserved concurrency', () => {
  it('is that of the API, the agents, the challenges and the portal, and of nobody else', () => {
    const reserved = reservedBy({ ...productionStage, reservedConcurrency: reservation });
    expect(reserved.toSorted((a, b) => a - b)).toEqual([...Array(API_FUNCTIONS).fill(5), 7, 11, 13]);
    expect(reserved.reduce((sum, each) => sum + each)).toBe(reservedInAll({ reservedConcurrency: reservation }));
  });

  it('is none in a stage that does not say so', () => {
    const { reservedConcurrency: _, ...stage } = productionStage;
    expect(reservedBy(stage)).toEqual([]);
  });
});
