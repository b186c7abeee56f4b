import { ENVIRONMENT, requireVariable } from '../../../contract/stack/environment.ts';
import { Settings } from '../../../contract/stack/settings.schema.ts';
import { connectTable } from '../table/table.store.ts';
import { systemClock } from '../time/clock.gateway.ts';
import { jsonLogOf, logAbout } from './log.gateway.ts';

/** What nearly every entry point needs. Throws at cold start, naming the variable, if the stack did not set it. */
export function buildRuntime(environment: NodeJS.ProcessEnv) {
  const settings = Settings.parse(JSON.parse(requireVariable(environment, 'settings')));
  const table = connectTable(requireVariable(environment, 'tableName'));
  return { settings, table, clock: systemClock, log: jsonLogOf(environment[ENVIRONMENT.stage]), logAbout };
}
