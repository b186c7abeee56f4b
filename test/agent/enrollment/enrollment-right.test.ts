import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { chooseEnrollmentRight } from '../../../agent/enrollment/enrollment-right.ts';
import { readTokenFile } from '../../../agent/enrollment/token-file.gateway.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const server = { organizationId: 'org_A', serverId: 1 };

describe('by what a machine enrolls', () => {
  it('is what exactly one source says, an empty token being none', () => {
    expect(chooseEnrollmentRight({ fromFile: ' enr_1\n', fromEnvironment: '', aws: false })).toEqual({ token: 'enr_1' });
    expect(chooseEnrollmentRight({ fromEnvironment: 'enr_2', aws: false, server })).toEqual({ token: 'enr_2' });
    expect(chooseEnrollmentRight({ fromFile: '\n', fromOption: '', aws: true, server })).toEqual(server);
  });

  it('is refused where no source or two say it, in words without the token', () => {
    expect(() => chooseEnrollmentRight({ aws: false })).toThrow(/^give --token-file, CPS_AGENT_TOKEN .*<organization\/id>$/);
    expect(() => chooseEnrollmentRight({ aws: true })).toThrow(/--server/);
    expect(() => chooseEnrollmentRight({ fromFile: '', aws: false })).toThrow(/the file of --token-file is empty$/);
    expect(() => chooseEnrollmentRight({ fromFile: 'enr_1', fromEnvironment: 'enr_1', aws: true, server })).toThrow(
      /^give only one of --token-file and CPS_AGENT_TOKEN and --aws$/,
    );
    expect(() => chooseEnrollmentRight({ fromEnvironment: 'hunter2', aws: false })).toThrow(
      /^CPS_AGENT_TOKEN must have one [^2]*$/,
    );
  });
});

it('a file with a token is read where only its owner may read it', async () => {
  const file = join(await temporaryFolder(), 'token');
  await writeFile(file, 'enr_1', { mode: 0o600 });
  expect(await readTokenFile(file, undefined)).toBe('enr_1');
  await chmod(file, 0o640);
  await expect(readTokenFile(file, undefined)).rejects.toThrow(/^other users may read .*: chmod 0600 /);
  // An empty credentials folder in the environment must not stand for the working directory.
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(dirname(file));
  await expect(readTokenFile(file, '')).rejects.toThrow(/^other users may read /);
  cwd.mockRestore();
});
