import { afterEach, expect, it, vi } from 'vitest';
import { groupId } from '../../../agent/machine/group.gateway.ts';

afterEach(() => void vi.restoreAllMocks());

it('a group is known by the name that this machine gives it', async () => {
  vi.spyOn(process, 'geteuid').mockReturnValue(0);
  expect(await groupId('daemon')).toBe(1);
});

it('a group that this machine does not have, or no name of one, is refused', async () => {
  await expect(groupId('no-such-group')).rejects.toThrow('there is no group no-such-group on this machine');
  await expect(groupId('-x')).rejects.toThrow('must be the name of a group');
});

it('a group that the agent is not in is refused, with what to do about it', async () => {
  vi.spyOn(process, 'geteuid').mockReturnValue(1000);
  vi.spyOn(process, 'getgroups').mockReturnValue([1000]);
  vi.spyOn(process, 'getegid').mockReturnValue(1000);
  await expect(groupId('daemon')).rejects.toThrow('usermod -aG daemon');
});
