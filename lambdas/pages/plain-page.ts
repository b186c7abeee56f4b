import { type Html, html } from '../../contract/html.ts';
import mark from '../../contract/view/mark.json' with { type: 'json' };
import { pageHeaders } from './page-headers.ts';

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}h1{font-size:1.4rem}h2{font-size:1.1rem}
a{color:light-dark(#17614a,#7fd6b4)}button{font:inherit;min-height:44px;padding:0 1rem;max-width:100%}`;

/** A standalone page in English without a theme. `script` is inline; no other script may run. */
export function plainPage(title: string, main: Html, script?: string): { text: string; headers: Record<string, string> } {
  const top = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${mark.address}">
<style>`.text;
  const body = html`<main>
<h1>${title}</h1>
${main}
</main>`.text;
  const end = script === undefined ? '' : `<script>${script}</script>\n`;
  return {
    text: `${top}${STYLE}</style>\n</head>\n<body>\n${body}\n${end}</body>\n</html>\n`,
    headers: {
      ...pageHeaders({ style: STYLE, frameAncestors: [], ...(script !== undefined && { script }) }),
      'content-type': 'text/html; charset=utf-8',
    },
  };
}
