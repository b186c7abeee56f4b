import type { PublicDiagnosis, PublicRecord, PublicView } from '../../contract/public-view.ts';

const RECORD: PublicRecord = {
  ...{ type: 'CNAME', name: 'docs.acme.com', host: 'docs', value: 'q7m2.cname.cps.test', ttl: 300, purpose: 'routing' },
  state: 'missing',
};

/** A domain that waits for its record, as a page receives it. */
export function aView(
  diagnosis: Partial<PublicDiagnosis> = {},
  others: Partial<PublicView> & { record?: Partial<PublicRecord> } = {},
): PublicView {
  const { record, ...view } = others;
  return {
    ...{ url: 'docs.acme.com', dns_status: 'pending', ssl_status: 'pending' },
    dns_records: [{ ...RECORD, ...record }],
    diagnosis: {
      ...{ code: 'cname_not_found', actor: 'customer', summary: 'The API says what.', evidence: [] },
      fix: { text: 'The API says how.', records: [] },
      ...diagnosis,
    },
    ...view,
  };
}
