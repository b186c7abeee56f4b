/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../lambdas/api/audit/list-audit.ts';
import { HOUR, SECOND } from '../../a-domain.ts';
import { entry, hold, idOf, list, PERSON } from './an-audit.ts';

type Format = 'csv' | 'jsonl';
const FORMATS = ['csv', 'jsonl'] as const;
const file = async (format: Format, query = '') => (await list(`format=${format}${query}`)).text ?? '';

/**
 * docs/reference/audit-log.md: the last line of a stored file says whether the file is complete, and contains the next cursor.
 */
function endOf(text: string, format: Format): { isWhole: boolean; cursor: string } {
  const last = text.slice(text.trimEnd().lastIndexOf('\n') + 1);
  if (!text.endsWith('\n')) return { isWhole: false, cursor: '' };
  if (format === 'csv') return { isWhole: last.startsWith('next_cursor,'), cursor: last.split(',')[1] ?? '' };
  const { next_cursor } = JSON.parse(last);
  return { isWhole: next_cursor !== undefined, cursor: next_cursor ?? '' };
}

/** The ids in a complete file. */
function idsIn(text: string, format: Format): string[] {
  const lines = text.trimEnd().split('\n').slice(0, -1);
  return format === 'csv' ? lines.slice(1).map((line) => line.split(',')[1] ?? '') : lines.map((line) => JSON.parse(line).id);
}

describe('200: the audit as a file', () => {
  it('has a line for each entry, and one that says that it is all', async () => {
    const before = { url: 'https://old.test/' };
    hold(entry(-SECOND, { actor: PERSON, before, after: { description: '=1+1, "x"\r\n' } }), entry(-HOUR, { before: undefined }));
    expect((await file('csv')).split('\r\n')).toEqual([
      'created_at,id,livemode,actor_type,actor_id,action,object_type,object_id,request_id,source_ip,user_agent,before,after,test_clock_at',
      `2026-06-01T11:59:59.000Z,${idOf(-SECOND)},true,user,usr_1,domain.updated,domain,7,req_7,192.0.2.7,ours/1,"{""url"":""https://old.test/""}","{""description"":""=1+1, \\""x\\""\\r\\n""}",`,
      `2026-06-01T11:00:00.000Z,${idOf(-HOUR)},true,api_key,cps_pk_live_x,domain.updated,domain,7,req_7,192.0.2.7,ours/1,,"{""server_id"":2}",`,
      'next_cursor,,,,,,,,,,,,,',
      '',
    ]);
    const lines = (await file('jsonl')).trimEnd().split('\n');
    const { data } = (await list()).json;
    expect(lines.map((line) => JSON.parse(line))).toEqual([...data, { next_cursor: null }]);
  });

  it('has the media type of its format, and is asked for by `Accept`, too', async () => {
    hold(entry(-SECOND));
    for (const [format, type] of Object.entries({ csv: 'text/csv', jsonl: 'application/jsonl' })) {
      const asked = await list('', { headers: { accept: type } });
      expect(asked.headers['content-type']).toBe(`${type}; charset=utf-8`);
      expect(asked.text).toBe(await file(format as Format));
    }
    expect((await list('format=json', { headers: { accept: 'text/csv' } })).json.data).toHaveLength(1);
  });

  it('has no formula in a cell, whoever named what was changed or called the API', async () => {
    const actor = { ...PERSON, userAgent: '=HYPERLINK("http://evil.test")' };
    hold(entry(-SECOND, { actor, resource: { type: 'domain', id: '-2' }, action: '@SUM(A1)' }));
    expect(await file('csv')).toContain(`,'@SUM(A1),domain,'-2,req_7,192.0.2.7,"'=HYPERLINK(""http://evil.test"")",`);
  });

  it('is as its documentation shows it', async () => {
    const { csv = '', jsonl = '' } = listAudit.answer;
    hold(entry(0));
    const [columns] = csv.split('\r\n');
    expect((await file('csv')).split('\r\n')[0]).toBe(columns);
    for (const [format, text] of [['csv', csv] as const, ['jsonl', jsonl] as const])
      expect([endOf(text, format), idsIn(text, format)]).toEqual([
        { isWhole: true, cursor: '' },
        [expect.stringMatching(/^aud_/)],
      ]);
  });
});

describe.each(FORMATS)('an export of the audit as %s', (format) => {
  it('that was cut off is told from a whole one, wherever it was cut', async () => {
    hold(...[1, 2, 3].map((n) => entry(-n * SECOND)));
    for (const query of ['', '&limit=2']) {
      const text = await file(format, query);
      expect([endOf(text, format).isWhole, endOf(text, format).cursor !== '']).toEqual([true, query !== '']);
      for (let bytes = 0; bytes < text.length; bytes += 1)
        expect(endOf(text.slice(0, bytes), format).isWhole, text.slice(0, bytes)).toBe(false);
    }
  });

  it('goes on where it was cut off: each entry once', async () => {
    const all = Array.from({ length: 2_500 }, (_, n) => entry(-n * SECOND));
    hold(...all);
    const { read, whole } = await readAll(format, (n) => n % 2 === 1);
    expect(read).toEqual(all.map(({ id }) => id));
    expect(whole).toBe(3);
  });
});

it('ten thousand entries of one minute are exported by eleven requests, each entry once', async () => {
  const all = Array.from({ length: 10_000 }, (_, n) => entry(-6 * n));
  hold(...all);
  const { read, whole } = await readAll('jsonl');
  expect(read).toEqual(all.map(({ id }) => id));
  expect(whole).toBeLessThanOrEqual(11);
});

/** Reads files of 1,000 entries until the last one. Repeats a download that breaks off. */
async function readAll(format: Format, breaksOff: (request: number) => boolean = () => false) {
  const read: string[] = [];
  let cursor = '';
  let whole = 0;
  for (let request = 0; request < 40; request += 1) {
    const text = await file(format, `&limit=1000${cursor && `&cursor=${cursor}`}`);
    const arrived = breaksOff(request) ? text.slice(0, text.length / 2) : text;
    const end = endOf(arrived, format);
    if (!end.isWhole) continue;
    whole += 1;
    read.push(...idsIn(arrived, format));
    cursor = end.cursor;
    if (cursor === '') break;
  }
  return { read, whole };
}
