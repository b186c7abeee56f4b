/** What lies beside the Lambda that serves the reference, compressed with gzip. */
export const REFERENCE_FILES = { document: 'openapi.json.gz', renderer: 'scalar.js.gz', apex: 'apex.md.gz' } as const;

/** Below the site's address: what to do about apex domains, which the refusal of one names. */
export const APEX_PAGE_PATH = '/docs/apex';
