import { AppError } from '../../../lambdas/shared/errors/app-error.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { openFunctions } from '../functions.ts';
import { openTableAt } from '../table/open-table.ts';

/**
 * The exports that the simulation needs from a release. `npm run write -- release` bundles them with all imports, for the next
 * release.
 */
export const release = { openFunctions, openTableAt, AppError, LostRace };
