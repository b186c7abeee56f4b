import { type Html, html } from '../../contract/html.ts';
import mark from '../../contract/view/mark.json' with { type: 'json' };
import { type ListedSection, type Manual, markdownAddress, type Page } from './pages.ts';
import { relativeTo } from './render.ts';

export const NAME = 'Certificate provisioning service';

/** A whole page, readable without scripts. All its addresses are relative. */
export function layout(page: Page, body: Html, manual: Manual): string {
  const to = (address: string) => relativeTo(page, address);
  const title = page === manual.home ? NAME : `${page.title} – ${NAME}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.summary}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${mark.address}">
<link rel="stylesheet" href="${to('style.css')}">
<link rel="alternate" type="text/markdown" href="${to(markdownAddress(page))}">
<script src="${to('theme.js')}"></script>
<script type="module" src="${to('search.js')}"></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><a href="${to(manual.home.address)}"><img src="${mark.address}" alt="" width="28" height="28"> <b>${NAME}</b></a><div id="tools"></div></header>
<nav aria-label="Pages"><details id="pages"><summary>All pages</summary>
${manual.sections.map((section) => sectionList(section, page))}
<p>${pageLink(manual.changes, page)}</p>
</details></nav>
<main id="main">
${body}
<footer>${neighbours(page, manual)}<p><a href="${to(markdownAddress(page))}">This page as Markdown</a></p></footer>
</main>
</body>
</html>
`.text;
}

/** The page's own section and the guides are open, other sections collapsed. */
function sectionList({ title, folder, pages }: ListedSection, page: Page): Html {
  const isOpen = pages.includes(page) || folder === 'docs/guides';
  return html`<details${isOpen && html` open`}><summary>${title}</summary><ul>${pages.map((one) => html`<li>${pageLink(one, page)}</li>`)}</ul></details>
`;
}

function pageLink(to: Page, from: Page): Html {
  return html`<a href="${relativeTo(from, to.address)}"${to === from && html` aria-current="page"`}>${to.title}</a>`;
}

function neighbours(page: Page, { pages }: Manual): Html {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<p class="neighbours">${before && html`<span>← ${pageLink(before, page)}</span>`}${after && html`<span>${pageLink(after, page)} →</span>`}</p>`;
}
