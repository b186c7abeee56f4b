import { domainToUnicode } from 'node:url';

const LONGEST_LABEL = 63;

/** What is wrong with how the labels are spelled. Characters beyond ASCII are left to the conversion to punycode. */
export function labelProblems(text: string): string[] {
  return RULES.filter(({ isBroken }) => isBroken(text, text.split('.'))).map(({ problem }) => problem);
}

interface Rule {
  isBroken: (text: string, labels: string[]) => boolean;
  problem: string;
}

const RULES: readonly Rule[] = [
  { isBroken: (text) => text.includes('*'), problem: 'must not contain a wildcard; create one domain for each hostname' },
  {
    isBroken: (text) => text.includes('_'),
    problem: 'must not contain an underscore, because no certificate can be issued for it; use hyphens',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label === ''),
    problem: 'must not contain an empty label; remove the dot too many',
  },
  {
    isBroken: (text) => /[!"$%&'()+,;<=>[\]^`{|}~]/.test(text),
    problem: 'contains characters that no hostname has; use letters, digits, hyphens and dots',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label.startsWith('-') || label.endsWith('-')),
    problem: 'must not have a label that begins or ends with a hyphen; remove it',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label.length > LONGEST_LABEL),
    problem: `must not have a label longer than ${LONGEST_LABEL} characters; shorten it`,
  },
  {
    isBroken: (_, labels) => labels.some(isReservedShape),
    problem: 'has a label with hyphens in the third and fourth place that is not valid punycode; check its spelling',
  },
];

/** Two hyphens there announce an encoding (RFC 5890, section 2.3.1): `xn--` is the only one, and must decode to something. */
function isReservedShape(label: string): boolean {
  if (!/^[!-~]{2}--/.test(label)) return false;
  return !/^xn--/i.test(label) || domainToUnicode(label).toLowerCase() === label.toLowerCase();
}
