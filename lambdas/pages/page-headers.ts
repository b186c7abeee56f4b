import { createHash } from 'node:crypto';
import headers from '../../contract/page-headers.json' with { type: 'json' };

interface Allowed {
  /** The style sheet that stands in the page. It is let in by its hash, so that no other is. */
  style: string;
  /** The same for a script. Without it the page runs files of our own alone. */
  script?: string;
  /** Origins that may frame the page. */
  frameAncestors: readonly string[];
}

/** The headers of a page that is made for one visitor, with its style sheet in it. */
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
 * The headers of every page for browsers (contract/page-headers.json), with `own` directives of this one. The referrer policy is
 * `same-origin`, because with `no-referrer` a form is sent with `Origin: null`, as if by a stranger. No page has a secret in its
 * address: what is behind `#` is in no referrer.
 */
export function policyHeaders(own: Record<string, string> = {}): Record<string, string> {
  const { 'content-security-policy': policy, ...others } = headers;
  const directives = Object.entries({ ...policy, ...own }).map(([name, value]) => `${name} ${value}`);
  return { ...others, 'content-security-policy': directives.join('; ') };
}

/** For what is no page: a picture, or a style sheet for the pages of others. */
export function fileHeaders(): Record<string, string> {
  return { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };
}
