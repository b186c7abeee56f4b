import { AppError } from '../../../lambdas/shared/errors/app-error.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { openFunctions } from '../functions.ts';
import { openTableAt } from '../table/open-table.ts';

/** What a release is to the simulation. `npm run write -- release` keeps it with all that it imports, for the next release. */
export const release = { openFunctions, openTableAt, AppError, LostRace };
