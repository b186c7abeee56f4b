import { type Html, html } from '../../contract/html.ts';
import headers from '../../contract/page-headers.json' with { type: 'json' };
import type { Locale } from '../../contract/paths.ts';
import { CUSTOMER } from './customers.ts';

/** Path at the front door. */
export const EXAMPLE_HOST = '/example-host';
export const BRAND = 'Example Host';
// The page has two languages. The widget in it has all of its own.
const GERMAN = { signedIn: 'Angemeldet als', title: 'Ihre Domain', label: 'Ihre Domain', connect: 'Verbinden' };
const ENGLISH = { signedIn: 'Signed in as', title: 'Your domain', label: 'Your domain', connect: 'Connect' };

export interface ExamplePageData {
  language: Locale;
  /** Hostname of the domain to show. Without one, a hostname is suggested. */
  hostname: string | undefined;
  suggested: string;
  refusal: string | undefined;
  /** Path of the organization's portal, which serves its theme to other sites. */
  portalPath: string;
  /** `files.json` of the widget's script. */
  script: { version: string; integrity: Record<string, string> };
}

/** The policy of our own pages, which forbids HTML from strings. The widget works under it. */
export function policy(): string {
  const directives = { ...headers['content-security-policy'], 'trusted-types': "'none'" };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** The page of a SaaS where a customer connects a domain. */
export function examplePage({ language, hostname, suggested, refusal, portalPath, script }: ExamplePageData): string {
  const words = language === 'de' ? GERMAN : ENGLISH;
  const files = ['cps-domain.js', ...(language === 'en' ? [] : [`locales/${language}.js`])];
  return html`<!doctype html>
<html lang="${language === 'de' ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<title>${BRAND}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${portalPath}/theme.css">
<link rel="stylesheet" href="${EXAMPLE_HOST}/style.css">
${files.map((file) => scriptTag(file, script))}
</head>
<body>
<header><b>${BRAND}</b><span>${words.signedIn} ${CUSTOMER.name}</span></header>
<main>
<h1>${words.title}</h1>
${hostname !== undefined && html`<cps-domain hostname="${hostname}" proxy="${EXAMPLE_HOST}/domain-proxy" brand="${BRAND}" locale="${language}"></cps-domain>`}
<form method="post" action="${EXAMPLE_HOST}/domains">
<label>${words.label} <input name="hostname" value="${hostname ?? suggested}" required autocapitalize="none" autocomplete="off" spellcheck="false"></label>
${refusal !== undefined && html`<p role="alert">${refusal}</p>`}
<button>${words.connect}</button>
</form>
</main>
</body>
</html>
`.text;
}

/**
 * Browsers cache the script for ever, and development does not change its version. A suffix changes the address with the content.
 */
function scriptTag(file: string, { version, integrity }: ExamplePageData['script']): Html {
  const hash = integrity[file] ?? '';
  const address = `/widget/${version}/${file}?${encodeURIComponent(hash.slice(-12))}`;
  return html`<script type="module" src="${address}" integrity="${hash}" crossorigin="anonymous"></script>`;
}

export const STYLE = `*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1b2430;background:#eef1f6}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;padding:1rem;color:#fff;background:#24324a}
main{max-width:40rem;margin:0 auto;padding:1rem}h1{font-size:1.4rem}form{margin:2rem 0}
input{width:100%;min-height:44px;padding:.5rem;font:inherit;border:1px solid #667}label{display:block;margin:.5rem 0}
button{min-height:44px;padding:.5rem 1rem;font:inherit}
`;
