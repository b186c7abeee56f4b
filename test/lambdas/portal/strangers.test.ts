/** @module-tag slow */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, type DiagnosisReason } from '../../../contract/api/error-codes.ts';
import { LOCALES } from '../../../contract/paths.ts';
import type { PublicView } from '../../../contract/public-view.ts';
import { publicView } from '../../../copy/public-view.ts';
import { wholeTheme } from '../../../lambdas/model/accounts/portal/theme.ts';
import { domainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { languageOf } from '../../../lambdas/pages/locales.ts';
import type { Visit } from '../../../lambdas/pages/visit.ts';
import { domainPage } from '../../../lambdas/portal/portal-pages.ts';
import { aDomain, iso, NOW } from '../a-domain.ts';

const LANGUAGES = await Promise.all(LOCALES.map(languageOf));
const pages = (view: PublicView) =>
  LANGUAGES.map((language) => {
    const visit: Visit = {
      ...{
        language,
        theme: wholeTheme(undefined),
        brand: 'Shops',
        logoId: undefined,
        path: '/portal/opt_x',
        site: '',
        script: '',
      },
      now: NOW,
    };
    const { title, main } = domainPage(view, { hostname: view.url }, visit);
    return `${title} ${main.text}`;
  });

const ALL: [string, DiagnosisReason | undefined][] = DIAGNOSIS_CODES.flatMap((code) =>
  [undefined, ...DIAGNOSIS_REASONS].map((reason): [string, DiagnosisReason | undefined] => [code, reason]),
);
/** Found values as in rows: one value, several, a record, changes of CAA records. */
const FOUND: ((mark: string) => string)[] = [
  (mark) => mark,
  (mark) => `${mark}, ${mark}.2`,
  (mark) => `${mark}.example CNAME ${mark}.test`,
  (mark) => `remove ${mark}.example CAA 128 x "${mark}" and add example.com CAA 0 issue "ca.test"`,
];
const mark = fc.stringMatching(/^[a-z]{12}$/).map((text) => `found${text}`);

describe('who has typed the name of a domain', () => {
  it('learns no finding, whatever the diagnosis, in the view and in the page of each language', () => {
    fc.assert(
      fc.property(mark, fc.constantFrom(...FOUND), fc.constantFrom(...ALL), (value, found, [code, reason]) => {
        const evidence = [{ kind: 'dns' as const, asked: `CNAME ${value}`, server: value, answer: value, at: iso(0) }];
        const diagnosis = { code, ...(reason && { reason }), observed: found(value), evidence, checkedAt: iso(0) };
        const resource = domainResource(aDomain('awaiting-dns', { diagnosis: diagnosis as never }));
        const view = publicView(resource, { is: 'stranger', brand: 'Shops' });
        expect(JSON.stringify(view)).not.toContain(value);
        expect(pages(view).filter((page) => page.includes(value))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(DIAGNOSIS_CODES)('reads whole sentences of %s in each language, and is led to no evidence', (code) => {
    for (const reason of [undefined, ...DIAGNOSIS_REASONS]) {
      const diagnosis = { code, ...(reason && { reason }), evidence: [], checkedAt: iso(0) };
      const view = publicView(domainResource(aDomain('awaiting-dns', { diagnosis })), { is: 'stranger' });
      const { diagnosis: shown } = view;
      expect(pages(view).filter((page) => page.includes('…'))).toEqual([]);
      for (const text of [shown.summary, shown.fix.text])
        expect([code, reason, text]).toEqual([
          code,
          reason,
          expect.stringMatching(/^(?!.*(not recorded|evidence|undefined| {2})).+\.$/s),
        ]);
    }
  });
});
