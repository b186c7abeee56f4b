import type { Stage } from './stage.schema.ts';

/** The account that emulators of AWS answer for; nobody can own it. */
export const EMULATOR_ACCOUNT = '000000000000';

/** The CDK's context by which the local cloud names a folder: a bundle of the same sources is made once, and taken from there. */
export const KEPT_BUNDLES = 'keptBundles';

/**
 * Whether a stage is deployed into MiniStack. What it does not have, or does otherwise, is left out there:
 * - a function's alias points to its newest code, not to a version of it: MiniStack keeps a process for each version that was
 *   ever called;
 * - the machine has no versions and no alias, and is started under its own name: MiniStack's CloudFormation refuses these types;
 * - no alarms, and no topics for them: nobody is told there, and MiniStack's CloudFormation refuses most;
 * - mail has no configuration set, which MiniStack's CloudFormation does not know;
 * - no gradual update (`-c canary`): it knows no CodeDeploy.
 * So only AWS switches code and environment at once. The emulator asks for no permission either, where AWS asks for one on each
 * alias.
 */
export function isEmulated({ account }: Pick<Stage, 'account'>): boolean {
  return account === EMULATOR_ACCOUNT;
}
