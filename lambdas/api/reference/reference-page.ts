/** Where the reference lies, below the site's address. */
export const REFERENCE_PATHS = { root: '/', document: '/openapi.json', page: '/docs', part: '/docs/{part}' } as const;

/** The parts of the page; each has its content's hash in its name, so that it may be kept for ever. */
export interface PageParts {
  renderer: string;
  start: string;
}

/**
 * Scalar on our document. Whatever would speak to somebody else is off (fonts, telemetry, its assistants, its client); the page's
 * policy would refuse it too. Keys are kept in memory only. The samples are the document's own, and none is made up for 30
 * languages.
 */
const OPTIONS = {
  url: REFERENCE_PATHS.document,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  hiddenClients: true,
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
};

export function startScript(): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify(OPTIONS)});\n`;
}

export function referencePage({ renderer, start }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Certificate provisioning API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same as a file: <a href="${REFERENCE_PATHS.document}">${REFERENCE_PATHS.document}</a></noscript>
<script defer src="${REFERENCE_PATHS.page}/${renderer}"></script>
<script defer src="${REFERENCE_PATHS.page}/${start}"></script>
</body>
</html>
`;
}

/** Only what this site itself serves. Scalar writes its styles into the page, and has pictures in them. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
