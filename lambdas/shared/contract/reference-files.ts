/** What lies beside the Lambda that serves the reference, compressed with gzip. */
export const REFERENCE_FILES = { document: 'openapi.json.gz', renderer: 'redoc.js.gz' } as const;
