import { createHash } from 'node:crypto';
import headers from '../../contract/page-headers.json' with { type: 'json' };

interface Allowed {
  /** The inline style sheet. The policy allows only its hash. */
  style: string;
  /** The same for an inline script. Without it the page runs only files of this site. */
  script?: string;
  frameAncestors: readonly string[];
}

/** The headers of a page made for one visitor, with its inline style sheet. */
export function pageHeaders({ style, script, frameAncestors }: Allowed): Record<string, string> {
  const own = {
    'style-src': hashSource(style),
    ...(script !== undefined && { 'script-src': hashSource(script) }),
    ...(frameAncestors.length > 0 && { 'frame-ancestors': frameAncestors.join(' ') }),
  };
  return { ...policyHeaders(own), 'x-robots-tag': 'noindex' };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The headers of every page for browsers (contract/page-headers.json), with this page's own directives. The referrer policy is
 * `same-origin`, because with `no-referrer` forms are sent with `Origin: null`, like a stranger's. No address contains a secret:
 * referrers omit the fragment.
 */
export function policyHeaders(own: Record<string, string> = {}): Record<string, string> {
  const { 'content-security-policy': policy, ...others } = headers;
  const directives = Object.entries({ ...policy, ...own }).map(([name, value]) => `${name} ${value}`);
  return { ...others, 'content-security-policy': directives.join('; ') };
}

/** For files that are not pages: a picture, or a style sheet for integrators' pages. */
export function fileHeaders(): Record<string, string> {
  return { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };
}
