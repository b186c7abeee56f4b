import type { Stage } from './stage.schema.ts';

/** The account id of AWS emulators. Nobody can own it. */
export const EMULATOR_ACCOUNT = '000000000000';

/** CDK context key of the local cloud's bundle folder, where deployments of the same sources reuse a bundle. */
export const BUNDLE_CACHE_CONTEXT = 'keptBundles';

/**
 * True for a stage in MiniStack. What MiniStack lacks or does differently is left out there:
 * - A function's alias points to its newest code instead of a version: MiniStack keeps a process for each version ever called.
 * - The state machine has no versions and no alias and is started by its own name: MiniStack's CloudFormation refuses these
 *   types.
 * - There are no alarms and no alarm topics: nobody is notified, and MiniStack's CloudFormation refuses most of them.
 * - Mail has no configuration set, which MiniStack's CloudFormation does not know.
 * - There is no gradual update (`-c canary`): it has no CodeDeploy. So only AWS switches code and environment at once.
 * MiniStack also checks no permissions, where AWS requires one on each alias.
 */
export function isEmulated({ account }: Pick<Stage, 'account'>): boolean {
  return account === EMULATOR_ACCOUNT;
}
