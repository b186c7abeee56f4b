import { type Html, html } from '../../contract/html.ts';
import { LOCALES } from '../../contract/locales.ts';
import { COLOR_NAMES, FONT_STACKS } from '../model/accounts/portal/portal.schema.ts';
import type { WholeTheme } from '../model/accounts/portal/theme.ts';
import type { Visit } from './visit.ts';

/** The theme as custom properties, those of the widget. Every value was validated: a hex colour, a number, one of our stacks. */
export function themeCss({ colors: { light, dark }, font, radius }: WholeTheme): string {
  const pairs = COLOR_NAMES.map((name) => `--cps-color-${name.replace('_', '-')}:light-dark(${light[name]},${dark[name]})`);
  return `:root{color-scheme:light dark;${pairs.join(';')};--cps-font:${FONT_STACKS[font]};--cps-radius:${radius}px}`;
}

/** One column from 320 px on, targets of 44 px; paper gets black on white. */
const PAGE_CSS = `*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 var(--cps-font);color:var(--cps-color-text);background:var(--cps-color-surface);overflow-wrap:anywhere}
header,main,footer{max-width:40rem;margin:0 auto;padding:1rem}
header img{max-height:3.5rem;max-width:100%;display:block}
h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
a{color:var(--cps-color-accent)}p{margin:.5rem 0}
.card{border:1px solid var(--cps-color-line);border-radius:var(--cps-radius);padding:1rem;margin:1rem 0}
.verdict{font-size:1.2rem;font-weight:600;margin:0}
.bad{color:var(--cps-color-bad)}.good{color:var(--cps-color-good)}.wait{color:var(--cps-color-wait)}
ol.steps{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0}
.steps li::before{content:"○ "}.steps .done::before{content:"✓ "}.steps .current{font-weight:600}.steps .current::before{content:"● "}
dl{margin:0}dt{font-size:.875rem;margin-top:.75rem}dd{margin:0;display:flex;gap:.5rem;align-items:center}
dd code{flex:1;min-width:0;user-select:all;font:1rem/1.4 ui-monospace,monospace}
button,.button{min-height:44px;min-width:44px;padding:.5rem 1rem;font:inherit;border:1px solid var(--cps-color-accent);border-radius:var(--cps-radius);color:var(--cps-color-accent);background:none;cursor:pointer;display:inline-flex;align-items:center;text-decoration:none}
.primary{background:var(--cps-color-accent);color:var(--cps-color-on-accent)}
button[aria-disabled]{opacity:.6;cursor:default}
input{width:100%;min-height:44px;padding:.5rem;font:inherit;color:inherit;background:none;border:1px solid var(--cps-color-text);border-radius:var(--cps-radius)}
label{display:block;margin:.5rem 0}:focus-visible{outline:3px solid var(--cps-color-accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}.small{font-size:.875rem}summary{min-height:44px;padding:.6rem 0;cursor:pointer}
footer ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:0 1rem}footer li a,footer li b{display:inline-flex;min-height:44px;align-items:center}
#live{position:sticky;bottom:0;max-width:40rem;margin:0 auto;padding:0 1rem;background:var(--cps-color-surface)}
[hidden]{display:none!important}
@media print{body{color:#000;background:#fff}button,.button,footer ul,summary{display:none!important}}`;

/** A whole page around what it shows, and the style sheet that stands in it. */
export function documentOf(title: string, main: Html, visit: Visit): { text: string; style: string } {
  const { language, theme, brand, script, cameBack } = visit;
  const { tag, words, labels } = language;
  const style = `${themeCss(theme)}\n${PAGE_CSS}`;
  const page = html`<!doctype html>
<html lang="${tag}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<title>${brand === undefined ? title : `${title} – ${brand}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>`.text;
  const body = html`
<script src="${script}"></script>
</head>
<body data-title="${words.labels.cannotLoad.title}" data-text="${words.labels.cannotLoad.text}" data-again="${words.labels.tryAgain}">
<header>${logo(visit)}</header>
${main}
<div id="live" role="status" class="small"></div>
<footer>${help(visit)}<nav aria-label="${labels.languages}"><ul>${LOCALES.map((locale) => languageLink(locale, tag, cameBack?.hostname))}</ul></nav>${
    brand !== undefined && html`<p class="small">${labels.providedBy(brand)}</p>`
  }</footer>
</body>
</html>
`.text;
  return { text: `${page}${style}</style>${body}`, style };
}

function logo({ logoId, brand }: Visit): Html | undefined {
  if (logoId !== undefined) return html`<img src="/portal/logos/${logoId}" alt="${brand ?? ''}" height="56">`;
  return brand === undefined ? undefined : html`<b>${brand}</b>`;
}

function help({ language: { tag, labels }, theme: { texts, support_url: url } }: Visit): Html {
  const text = texts[tag]?.help;
  return html`${text !== undefined && html`<p>${text}</p>`}${url !== undefined && html`<p><a href="${url}" rel="noopener noreferrer">${labels.help}</a></p>`}`;
}

/** Each by its own name, in itself. The page's script keeps what is behind the number sign; who came back keeps the hostname. */
function languageLink(locale: string, present: string, hostname: string | undefined): Html {
  const name = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(
    locale.split('-')[0] ?? locale,
  );
  if (locale === present) return html`<li><b lang="${locale}" aria-current="true">${name}</b></li>`;
  const query = `?lang=${locale}${hostname === undefined ? '' : `&hostname=${encodeURIComponent(hostname)}`}`;
  return html`<li><a href="${query}" lang="${locale}" hreflang="${locale}">${name}</a></li>`;
}
