import { LOCALES } from '../../contract/locales.ts';
import { type Html, html } from './html.ts';
import { PAGE_CSS, themeCss } from './style-sheet.ts';
import type { Visit } from './visit.ts';

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
<body data-cannot-load="${`${words.labels.cannotLoad.title}. ${words.labels.cannotLoad.text}`}">
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
