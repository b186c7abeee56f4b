import { expect, it } from 'vitest';
import { applyChange, type Change } from '../../../local/name-servers/changes.ts';
import { indexFiles } from '../../../local/name-servers/index-file.ts';
import { initialState } from '../../../local/name-servers/initial-state.ts';

it('every zone of the local DNS has files of its own, whatever it is called', () => {
  const names = ['shop.acme.root', 'shop.root.test', 'root.zone.test', 'a.view.view'];
  const set = (name: string): Change => ({ do: 'set', name, type: 'A', values: ['10.0.0.1'] });
  const disagree: Change = { do: 'disagree', name: 'shop.acme.root', type: 'A', values: [] };
  const changes = [...names.map(set), disagree];
  const state = changes.reduce((before, change) => applyChange(before, change, new Date()), initialState('cname.cps.test'));
  const { index, files } = indexFiles(state, 1, new Map());
  const named = index.zones.flatMap(({ origin, files: ofServers }) =>
    [...new Set(Object.values(ofServers))].map((file) => ({ origin, file })),
  );
  expect(new Set(named.map(({ file }) => file)).size).toBe(named.length);
  for (const { origin, file } of named) expect(files[file], file).toMatch(`${origin} 3600 IN SOA `);
  expect(named.map(({ origin }) => origin)).toEqual(expect.arrayContaining(['.', 'root.', 'acme.root.']));
});
