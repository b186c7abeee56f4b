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

/** What is derived from a theme's colours. */
const DERIVED_CSS = `:root{--muted:color-mix(in oklab,var(--cps-color-text) 70%,var(--cps-color-surface));--page:color-mix(in oklab,var(--cps-color-text) 4%,var(--cps-color-surface));--hair:color-mix(in oklab,var(--cps-color-line) 70%,var(--cps-color-surface))}`;

/** One card of one column from 320 px on, targets of 44 px; paper gets black on white. */
const PAGE_CSS = `*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 var(--cps-font);color:var(--cps-color-text);background:var(--page);overflow-wrap:anywhere}
header,main,footer{max-width:34rem;margin-inline:auto;padding-inline:1rem}
.tick{width:3rem;height:3rem;border-radius:50%;display:grid;place-items:center;margin:0 0 .75rem;font-size:1.5rem;background:color-mix(in oklab,var(--cps-color-good) 14%,var(--cps-color-surface));color:var(--cps-color-good)}
header{padding-block:1.25rem;font-weight:600;display:flex;gap:.625rem;align-items:center}
.monogram{width:1.75rem;height:1.75rem;border-radius:8px;display:grid;place-items:center;font-size:.875rem;background:var(--cps-color-accent);color:var(--cps-color-on-accent)}header img{max-height:3rem;max-width:100%;display:block}
main{background:var(--cps-color-surface);border:1px solid var(--hair);border-radius:calc(var(--cps-radius) + 6px);padding:1.5rem;box-shadow:0 1px 2px #0000000a,0 8px 24px #0000000a}
@media(max-width:36rem){main{margin-inline:.5rem;padding:1.25rem 1rem}}
.host{display:inline-block;max-width:100%;margin:0;color:var(--muted);font-size:.9375rem}
h1{font-size:1.625rem;line-height:1.2;letter-spacing:-.015em;font-weight:650;margin:.25rem 0 .5rem;text-wrap:balance}
h2{font-size:1rem;margin:1.25rem 0 .5rem}
a{color:var(--cps-color-accent)}p{margin:0 0 .75rem;text-wrap:pretty}
.small{font-size:.875rem;color:var(--muted)}.status{display:flex;gap:.5rem;align-items:baseline}
.status::before{content:"";flex:none;width:8px;height:8px;border-radius:50%;background:var(--cps-color-accent)}
.bad{color:var(--cps-color-bad)}.good{color:var(--cps-color-good)}
ol.steps{list-style:none;padding:0;margin:1.25rem 0;display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:.375rem}
.steps li{border-block-start:3px solid var(--hair);padding-block-start:.375rem;font-size:.8125rem;line-height:1.3;color:var(--muted)}
.steps .done{border-color:var(--cps-color-good)}.steps .current{border-color:var(--cps-color-accent);color:var(--cps-color-text);font-weight:600}
dl{margin:0 0 .5rem;border:1px solid var(--hair);border-radius:var(--cps-radius)}
.field{display:flex;flex-wrap:wrap;align-items:center;padding:.125rem .25rem .125rem .875rem;min-height:3rem;border-block-start:1px solid var(--hair)}
.field:first-child{border:0}dt{flex:0 0 5rem;font-size:.875rem;color:var(--muted)}
dd{margin:0;flex:1 1 14rem;min-width:0;display:flex;flex-wrap:wrap;gap:0 .25rem;align-items:center;justify-content:space-between}
dd code{flex:1 1 12ch;min-width:0;user-select:all;font:500 .9375rem/1.45 ui-monospace,monospace;padding-block:.5rem}
mark{background:color-mix(in oklab,var(--cps-color-bad) 25%,transparent);color:inherit;font-weight:700;text-decoration:underline 2px var(--cps-color-bad)}
button,.button{min-height:48px;min-width:44px;width:100%;padding:.5rem 1rem;font:inherit;font-weight:600;border:1px solid var(--cps-color-line);border-radius:var(--cps-radius);color:var(--cps-color-accent);background:none;cursor:pointer;display:inline-flex;align-items:center;justify-content:center;text-align:center;text-decoration:none}
dd button{width:auto;min-height:44px;padding:.25rem .625rem;border:0;font-size:.875rem}
.row .button,.row button{width:auto;flex:1 1 9rem;min-height:44px;font-weight:400}
.primary{background:var(--cps-color-accent);border-color:var(--cps-color-accent);color:var(--cps-color-on-accent)}
button[aria-disabled]{opacity:.6;cursor:default}
input{width:100%;min-height:48px;padding:.5rem .75rem;font:inherit;color:inherit;background:none;border:1px solid var(--cps-color-text);border-radius:var(--cps-radius)}
label{display:block;margin:.5rem 0}:focus-visible{outline:3px solid var(--cps-color-accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}summary{min-height:44px;padding:.6rem 0;cursor:pointer;color:var(--cps-color-accent)}
details{border-block-start:1px solid var(--hair)}details ol{margin:0 0 .75rem;padding-inline-start:1.25rem}
footer{padding-block:1rem 2rem;color:var(--muted);font-size:.875rem}
footer ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:0 1rem}footer li a,footer li b{display:inline-flex;min-height:44px;align-items:center}
.unseen,#live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
@media print{:root{color-scheme:light}body,main{color:#000;background:#fff;border:0;box-shadow:none}button,.button,footer ul,summary{display:none!important}}`;

/** A whole page around what it shows, and the style sheet that stands in it. */
export function documentOf(title: string, main: Html, visit: Visit): { text: string; style: string } {
  const { language, theme, brand, script, cameBack } = visit;
  const { tag, words, labels } = language;
  const style = `${themeCss(theme)}\n${DERIVED_CSS}\n${PAGE_CSS}`;
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
<div id="live" role="status"></div>
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
  const [initial = ''] = brand ?? '';
  return brand === undefined ? undefined : html`<span class="monogram" aria-hidden="true">${initial}</span><b>${brand}</b>`;
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
