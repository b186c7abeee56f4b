import type { EnrollmentRight } from './enroll.ts';

/** All possible sources of a token, or of an organization and server. An empty token counts as absent. */
export interface EnrollmentRightSources {
  /** Undefined: no file was named. */
  fromFile?: string | undefined;
  fromEnvironment?: string | undefined;
  fromOption?: string | undefined;
  aws: boolean;
  server?: { organizationId: string; serverId: number } | undefined;
}

const TOKEN = /^enr_[0-9A-Za-z_]+$/;

/** Throws with the remedy unless exactly one source is present. The message never contains a token. */
export function chooseEnrollmentRight({
  fromFile,
  fromEnvironment,
  fromOption,
  aws,
  server,
}: EnrollmentRightSources): EnrollmentRight {
  const tokens = { '--token-file': fromFile, CPS_AGENT_TOKEN: fromEnvironment, '--token': fromOption };
  const given = Object.entries(tokens).flatMap(([source, text]) => (text?.trim() ? [{ source, token: text.trim() }] : []));
  const [first] = given;
  const sources = [...given.map(({ source }) => source), ...(aws ? ['--aws'] : [])];
  if (sources.length > 1) throw new Error(`give only one of ${sources.join(' and ')}`);
  if (first) {
    if (!TOKEN.test(first.token)) throw new Error(`${first.source} must have one enrollment token (enr_…), and nothing else`);
    return { token: first.token };
  }
  if (aws && server !== undefined) return server;
  throw new Error(
    `give --token-file, CPS_AGENT_TOKEN in the environment, or --aws with --server <organization/id>${fromFile === undefined ? '' : '; the file of --token-file is empty'}`,
  );
}
