import type { DiagnosisCode } from '../../contract/api/error-codes.ts';

/** What the owner of a hostname is told where somebody else has to act; `brand` runs the site that the hostname leads to. */
export interface PublicWords {
  summary: (brand: string) => string;
  fix: (brand: string) => string;
}

const nothingToDo = () => 'Nothing to do.';
const installing: PublicWords = {
  summary: (brand) => `Your part is done. ${brand} is putting the certificate in place.`,
  fix: nothingToDo,
};
const notIssued: PublicWords = {
  summary: () => 'Your part is done, but the certificate has not been issued yet.',
  fix: (brand) => `Nothing to do. ${brand} sees the reason and can start again.`,
};

/** The diagnoses whose cause is the integrator's or ours to know: he reads the cause itself in the API. */
export const PUBLIC_WORDS = {
  challenge_unreachable: {
    summary: (brand) => `Your DNS is right. ${brand} has to finish its side.`,
    fix: nothingToDo,
  },
  server_not_connected: installing,
  certificate_not_served: installing,
  certificate_install_failed: installing,
  ca_rate_limited: {
    summary: () => 'The certificate is in the queue of the certificate authority.',
    fix: () => 'Nothing to do. It goes on by itself as soon as there is room.',
  },
  certificate_request_failed: notIssued,
  certificate_timeout: notIssued,
  certificate_expired: {
    summary: () => 'The certificate has expired: visitors see a warning.',
    fix: (brand) => `Leave the CNAME record in place. ${brand} has to renew the certificate.`,
  },
} satisfies Partial<Record<DiagnosisCode, PublicWords>>;

/** Of a cause that this release does not know. */
export const PUBLIC_WORDS_OF_OTHERS: PublicWords = {
  summary: (brand) => `${brand} has to finish its side.`,
  fix: nothingToDo,
};

/** Who runs the site, where nobody has said the name. */
export const NAMELESS_BRAND = 'Your provider';
