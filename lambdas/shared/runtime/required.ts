import { ENVIRONMENT } from '../../../contract/stack/environment.ts';

/** A variable that the stack sets. Throws, naming it, if it did not. */
export function requireVariable(environment: NodeJS.ProcessEnv, name: keyof typeof ENVIRONMENT): string {
  const value = environment[ENVIRONMENT[name]];
  if (!value) throw new Error(`environment variable ${ENVIRONMENT[name]} is missing`);
  return value;
}
