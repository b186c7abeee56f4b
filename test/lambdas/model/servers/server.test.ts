import { expect, it } from 'vitest';
import { embeddedMachine, unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { NOW } from '../../a-domain.ts';
import { inheritedNames } from '../../inherited-names.ts';

it.each(inheritedNames)('no server has a machine of the id %s', (id) => {
  expect(embeddedMachine(unclaimedServer('org_A', 1, 'label', NOW), id)).toBeUndefined();
});
