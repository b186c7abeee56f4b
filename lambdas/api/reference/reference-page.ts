/** Where the reference lies, below the site's address. */
export const REFERENCE_PATHS = { document: '/openapi.json', page: '/docs', part: '/docs/{part}' } as const;

/** The parts of the page; each has its content's hash in its name, so that it may be kept for ever. */
export interface PageParts {
  renderer: string;
  start: string;
}

/**
 * Starts Redoc on our document. Its telemetry is off; the page's policy would refuse it too. The page's address is not its
 * router's: what is open stands after the hash.
 */
export function startScript(renderer: string): string {
  const options = { disableTelemetry: true, router: 'hash' };
  return [
    `import { init } from './${renderer}';`,
    `init('${REFERENCE_PATHS.document}', ${JSON.stringify(options)}, document.getElementById('reference'));`,
  ].join('\n');
}

export function referencePage({ start }: PageParts): string {
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
<script type="module" src="${REFERENCE_PATHS.page}/${start}"></script>
</body>
</html>
`;
}

/** Only what this site itself serves. Redoc writes its styles into the page (styled-components), and has a font and pictures in them. */
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
