import { type Html, html } from '../../contract/html.ts';
import { LOCALES } from '../../contract/paths.ts';
import mark from '../../contract/view/mark.json' with { type: 'json' };
import styles from '../../contract/view/styles.json' with { type: 'json' };
import { FONT_STACKS } from '../../contract/view/view.ts';
import { COLOR_NAMES } from '../model/accounts/portal/portal.schema.ts';
import type { WholeTheme } from '../model/accounts/portal/theme.ts';
import type { Visit } from './visit.ts';

/**
 * The theme as the widget's custom properties. Every value was validated: a hex colour, a number, or a known font stack.
 * `light-dark()` follows the page, which may be an integrator's.
 */
export function themeCss({ colors: { light, dark }, font, radius }: WholeTheme): string {
  const pairs = COLOR_NAMES.map((name) => `--cps-color-${name.replace('_', '-')}:light-dark(${light[name]},${dark[name]})`);
  return `:root{${pairs.join(';')};--cps-font:${FONT_STACKS[font]};--cps-radius:${radius}px}`;
}

/**
 * The layout around the card: one column from 320 px, touch targets of 44 px. In print, the page's address replaces the buttons.
 */
const PAGE_CSS = `:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 var(--font);color:var(--text);background:color-mix(in oklab,var(--text) 4%,var(--surface));overflow-wrap:anywhere}
header,main,footer{max-width:34rem;margin-inline:auto;padding-inline:1rem}
main{width:calc(100% - 1rem)}
header{padding-block:1.25rem;font-weight:600;display:flex;gap:.625rem;align-items:center}header img{max-height:3rem;max-width:100%;display:block}
.monogram{width:1.75rem;height:1.75rem;border-radius:8px;display:grid;place-items:center;font-size:.875rem;background:var(--accent);color:var(--on-accent)}
.row{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:.5rem 0}
.quiet{min-height:44px;padding:0;font:inherit;color:var(--accent);background:none;border:0;text-decoration:underline;cursor:pointer;display:inline-flex;align-items:center}
input{width:100%;min-height:48px;padding:.5rem .75rem;font:inherit;color:inherit;background:none;border:1px solid var(--text);border-radius:var(--radius)}
label{display:block;margin:.5rem 0}
footer{padding-block:1rem 2rem;color:var(--muted);font-size:.875rem}footer details{border:0}
footer ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:0 1rem}footer li a,footer li b{display:inline-flex;min-height:44px;align-items:center}
[hidden],.paper{display:none!important}
@media print{body{background:none}nav,#more,#evidence{display:none}.paper{display:block!important}#where{border:0}#where::details-content{content-visibility:visible;block-size:auto}}`;

export function htmlDocument(title: string, main: Html, visit: Visit): { text: string; style: string } {
  const { language, theme, brand, script, providerReturn, site, path } = visit;
  const { tag, words, labels } = language;
  const style = `${themeCss(theme)}\n${styles.tokens}\n${styles.card}\n${PAGE_CSS}`;
  const page = html`<!doctype html>
<html lang="${tag}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<title>${brand === undefined ? title : `${title} – ${brand}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon(visit)}">
<style>`.text;
  const body = html`
<script src="${script}"></script>
</head>
<body data-title="${words.labels.cannotLoad.title}" data-text="${words.labels.cannotLoad.text}" data-again="${words.labels.tryAgain}">
<header>${logo(visit)}</header>
${main}
<div class="unseen" id="live" role="status"></div>
<footer>${help(visit)}<nav aria-label="${labels.languages}"><details><summary>${nameOf(tag)}</summary><ul>${LOCALES.map((locale) => languageLink(locale, tag, providerReturn?.hostname))}</ul></details></nav>${
    brand !== undefined && html`<p>${labels.providedBy(brand)}</p>`
  }<p class="paper">${site}${path}</p></footer>
</body>
</html>
`.text;
  return { text: `${page}${style}</style>${body}`, style };
}

/** The header's letter and colours, or the service's own mark. Inline, so that it costs no request. */
function icon({ brand, theme }: Visit): string {
  const { accent, on_accent: onAccent } = theme.colors.light;
  const [initial = ''] = brand ?? '';
  const monogram = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="22.5" style="font:700 18px sans-serif" text-anchor="middle" fill="${onAccent}">${initial}</text></svg>`;
  return brand === undefined ? mark.address : `data:image/svg+xml,${encodeURIComponent(monogram.text)}`;
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

/** Each language in its own name. The page's script keeps the fragment; a return from a DNS provider keeps the hostname. */
function languageLink(locale: string, present: string, hostname: string | undefined): Html {
  const name = nameOf(locale);
  if (locale === present) return html`<li><b lang="${locale}" aria-current="true">${name}</b></li>`;
  const query = `?lang=${locale}${hostname === undefined ? '' : `&hostname=${encodeURIComponent(hostname)}`}`;
  return html`<li><a href="${query}" lang="${locale}" hreflang="${locale}">${name}</a></li>`;
}

function nameOf(locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale;
}
