import { ENVIRONMENT, requireVariable } from '../../../contract/stack/environment.ts';
import { Settings } from '../../../contract/stack/settings.schema.ts';
import { connectTable } from '../table/table.store.ts';
import { systemClock } from '../time/clock.gateway.ts';
import { jsonLogOf, logAbout } from './log.gateway.ts';

/** The dependencies of nearly every entry point. Throws at cold start, naming the variable, if the stack did not set it. */
export function buildRuntime(environment: NodeJS.ProcessEnv) {
  const settings = Settings.parse(JSON.parse(requireVariable(environment, 'settings')));
  const log = jsonLogOf(environment[ENVIRONMENT.stage]);
  const table = connectTable(requireVariable(environment, 'tableName'), (cause) =>
    log('error', 'a change of the audit was refused', { cause, measured: { AuditWritesRefused: 1 } }),
  );
  return { settings, table, clock: systemClock, log, logAbout };
}
