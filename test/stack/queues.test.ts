import { expect, it } from 'vitest';
import { frontStage } from './cloudfront/front-stage.ts';
import { egressStage } from './egress/egress-stage.ts';
import { resourcesOf, synthesize } from './synthesized.ts';

it('every queue is encrypted with the key of SQS, with every optional part, too', () => {
  const templates = [synthesize(), synthesize({ ...frontStage, fixedEgress: egressStage.fixedEgress })].flatMap(Object.values);
  const queues = templates.flatMap((template) => Object.entries(resourcesOf(template, 'AWS::SQS::Queue')));
  expect(queues.length).toBeGreaterThan(0);
  expect(queues.filter(([, { Properties }]) => Properties.SqsManagedSseEnabled !== true)).toEqual([]);
});
