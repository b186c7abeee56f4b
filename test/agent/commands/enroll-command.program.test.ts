import { chmod, chown, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeOnLoopback } from '../edge-on-loopback.ts';
import { callAgentWith, packagedAgent } from '../packaging/packaged-agent.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A service that accepts every token, a machine, and its token file. */
async function aMachine() {
  const { site, requests } = await edgeOnLoopback(({ path }) =>
    path === '/edge/v1/machines'
      ? { status: 201, json: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 } }
      : { status: 404, json: {} },
  );
  const [agent, folder] = [await packagedAgent(), await temporaryFolder()];
  const file = join(folder, 'token');
  const names = ['--site', site, '--name', 'web-1', '--dir', join(folder, 'agent')];
  return {
    folder,
    file,
    requests,
    write: async (text: string, mode = 0o600) => {
      await writeFile(file, text);
      await chmod(file, mode);
    },
    enroll: (args: string[], variables: Record<string, string> = {}) =>
      callAgentWith(variables, agent, 'enroll', ...names, ...args),
  };
}
type Machine = Awaited<ReturnType<typeof aMachine>>;
const tokensOf = ({ requests }: Machine) => requests.map(({ body }) => JSON.parse(body).token);

describe('a machine that enrolls by a token', () => {
  it.each([
    ['0600', 0o600],
    ['0400', 0o400],
  ])('reads it from a file of mode %s', async (_, mode) => {
    const machine = await aMachine();
    await machine.write('enr_secret\n', mode);
    expect(await machine.enroll(['--token-file', machine.file])).toMatchObject({ code: 0, stderr: '' });
    expect(tokensOf(machine)).toEqual(['enr_secret']);
  });

  it('reads it behind a link, as containers get their secrets', async () => {
    const machine = await aMachine();
    await machine.write('enr_secret');
    const link = join(machine.folder, 'link');
    await symlink(machine.file, link);
    expect(await machine.enroll(['--token-file', link])).toMatchObject({ code: 0 });
    expect(tokensOf(machine)).toEqual(['enr_secret']);
  });

  it('takes it from the environment', async () => {
    const machine = await aMachine();
    expect(await machine.enroll([], { CPS_AGENT_TOKEN: 'enr_secret' })).toMatchObject({ code: 0, stderr: '' });
    expect(tokensOf(machine)).toEqual(['enr_secret']);
  });

  it('takes it as an option with a warning that every local user can read it', async () => {
    const machine = await aMachine();
    const { code, stdout, stderr } = await machine.enroll(['--token', 'enr_secret'], { CPS_AGENT_TOKEN: '' });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/every local user can read .*--token-file or CPS_AGENT_TOKEN/)]);
    expect(`${stdout}${stderr}`).not.toContain('enr_secret');
    expect(tokensOf(machine)).toEqual(['enr_secret']);
  });

  it.each(['0640', '0604', '0644', '0620', '0602', '0677'])('refuses a file of mode %s, and asks for nothing', async (mode) => {
    const machine = await aMachine();
    await machine.write('enr_secret', Number.parseInt(mode, 8));
    const { code, stdout } = await machine.enroll(['--token-file', machine.file]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`(mode ${mode}): chmod 0600 ${machine.file}`)]);
    expect(machine.requests).toEqual([]);
  });

  it('takes what systemd passes to its unit, whose mode shows an access list, and nothing that others may read there', async () => {
    const machine = await aMachine();
    const inUnit = () => machine.enroll(['--token-file', machine.file], { CREDENTIALS_DIRECTORY: machine.folder });
    await machine.write('enr_secret', 0o444);
    expect((await inUnit()).code).toBe(1);
    await machine.write('enr_secret', 0o440);
    const elsewhere = await machine.enroll(['--token-file', machine.file], { CREDENTIALS_DIRECTORY: `${machine.folder}/agent` });
    expect(elsewhere.code).toBe(1);
    expect((await inUnit()).code).toBe(0);
    expect(tokensOf(machine)).toEqual(['enr_secret']);
  });

  it.runIf(process.getuid?.() === 0)('refuses a file of another user', async () => {
    const machine = await aMachine();
    await machine.write('enr_secret');
    await chown(machine.file, 65_534, 65_534);
    const { code, stdout } = await machine.enroll(['--token-file', machine.file]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('belongs to user 65534')]);
  });

  it('refuses a folder, a device, a file that is not there, and one with anything but one token', async () => {
    const machine = await aMachine();
    for (const path of [machine.folder, '/dev/zero', join(machine.folder, 'missing')])
      expect((await machine.enroll(['--token-file', path])).code, path).toBe(1);
    for (const text of ['', '\n', 'enr_one enr_two', 'enr_one\nenr_two', '-----BEGIN PRIVATE KEY-----', 'e'.repeat(10_000)]) {
      await machine.write(text);
      const { code, stdout } = await machine.enroll(['--token-file', machine.file]);
      expect(code, text).toBe(1);
      expect(stdout).not.toMatch(/enr_one|BEGIN/);
    }
    expect(machine.requests).toEqual([]);
  });
});

describe('a machine that is told two ways to enroll', () => {
  const role = ['--aws', '--server', 'org_A/1'];
  const inFile = ({ file }: Machine) => ['--token-file', file];
  it.each([
    ['a file and the environment', inFile, { CPS_AGENT_TOKEN: 'enr_2' }],
    ['a file and an option', (machine: Machine) => [...inFile(machine), '--token', 'enr_2'], {}],
    ['an option and the environment', () => ['--token', 'enr_1'], { CPS_AGENT_TOKEN: 'enr_2' }],
    ['a file and its role', (machine: Machine) => [...inFile(machine), ...role], {}],
    ['the environment and its role', () => role, { CPS_AGENT_TOKEN: 'enr_2' }],
  ])('refuses %s', async (_, args, variables) => {
    const machine = await aMachine();
    await machine.write('enr_1');
    const { code, stdout } = await machine.enroll(args(machine), variables);
    expect([code, stdout]).toEqual([1, expect.stringContaining('give only one of ')]);
    expect(machine.requests).toEqual([]);
  });

  it('goes by its role where the file is empty, as the package brings it', async () => {
    const machine = await aMachine();
    await machine.write('');
    await machine.enroll([...inFile(machine), ...role]);
    expect(machine.requests.map(({ path }) => path)).toEqual(['/edge/v1/nonces']);
  });
});
