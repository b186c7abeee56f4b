import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES, DIAGNOSIS_REASONS, type DomainErrorCode } from '../../../contract/api/error-codes.ts';
import { ErrorMessage, errorCodeDescription, Instant } from '../../../contract/api/wire.schema.ts';

export const RecordFixResource = z
  .strictObject({
    action: z.enum(['add', 'change', 'remove']).check(z.describe('What to do with the record.')),
    type: z.string().check(z.describe('The type of the record.')),
    name: z.string().check(z.describe('The whole name of the record.')),
    host: z
      .string()
      .check(
        z.describe(
          'The name as the form of the DNS provider takes it: without the zone; `@`, or what that form takes, for the zone itself.',
        ),
      ),
    value: z
      .string()
      .check(
        z.describe(
          'What the record has to hold, as the form of the DNS provider takes it; or what the one to be removed holds. It ends with a full stop where the form would append the zone.',
        ),
      ),
  })
  .check(z.meta({ id: 'RecordFix', description: 'One change to the customer’s DNS records.' }));

export const EvidenceResource = z
  .strictObject({
    kind: z.enum(['dns', 'http', 'tls', 'acme', 'caa']).check(z.describe('How the service asked.')),
    asked: z.string().check(z.describe('What it asked.')),
    server: z.optional(z.string().check(z.describe('Who answered: a name server, or an address.'))),
    answer: z.string().check(z.describe('Written by strangers: escape it wherever it is shown.')),
    at: Instant.check(z.describe('When it asked.')),
  })
  .check(z.meta({ id: 'Evidence', description: 'What somebody outside answered the service.' }));

export const DiagnosisResource = z
  .strictObject({
    code: z.enum(DIAGNOSIS_CODES).check(z.describe('How the domain stands, for your program.')),
    reason: z.optional(
      z.enum(DIAGNOSIS_REASONS).check(z.describe('What exactly was found, where that is known beyond the code.')),
    ),
    summary: z.string().check(z.describe('What is the matter, in a sentence that you may show to your customer.')),
    actor: z.enum(ACTORS).check(z.describe('Who has to act; `nobody` means that waiting is enough.')),
    fix: z
      .strictObject({
        text: z.string().check(z.describe('In words that you may show to your customer.')),
        records: z
          .array(RecordFixResource)
          .check(z.describe('The same as changes to DNS records, one by one; empty where no record is the remedy.')),
      })
      .check(z.describe('What whoever has to act should do.')),
    evidence: z.array(EvidenceResource).check(z.describe('The answers from outside on which this rests.')),
    since: z.optional(
      Instant.check(z.describe('Since when `code` and `actor` have been these. Absent where there is no domain yet.')),
    ),
    checked_at: z.optional(
      Instant.check(
        z.describe(
          'When the service last checked and found this. In lists and events: when it first found it, or somebody asked for a check.',
        ),
      ),
    ),
    next_check_at: z.optional(
      Instant.check(z.describe('When the next automatic check is, where that is known. Not in lists and events.')),
    ),
  })
  .check(z.meta({ id: 'Diagnosis', description: '`ok` only when the certificate is active and served.' }));

const domain = z.string().check(z.describe('The hostname.'));
const target = z.string().check(z.describe('Where the CNAME record has to point.'));
const fingerprint = z.string().check(z.describe('SHA-256, hexadecimal, lower case.'));

/** The details of each code: those of the specification, section 7, and of two further codes. */
const DETAILS = {
  dns_validation_failed: z.strictObject({ domain, expected_cname: target }),
  cname_not_found: z.strictObject({ domain, expected_target: target }),
  invalid_cname_target: z.strictObject({
    domain,
    actual_target: z.string().check(z.describe('Where the CNAME record points instead.')),
    expected_target: target,
  }),
  dns_validation_timeout: z.strictObject({
    domain,
    started_at: Instant.check(z.describe('When the service began to look for the record.')),
    timed_out_at: Instant.check(z.describe('When it gave up.')),
  }),
  certificate_request_failed: z.strictObject({
    domain,
    acme_error: z
      .string()
      .check(
        z.describe(
          '`<problem type>: <detail>`, in the words of the certificate authority, or what keeps the service from asking it.',
        ),
      ),
  }),
  certificate_timeout: z.strictObject({
    domain,
    certificate_request_id: z
      .string()
      .check(z.describe('Names the service’s request for the certificate: tell it when you report the problem.')),
  }),
  certificate_install_failed: z.strictObject({
    domain,
    expected_fingerprint: z.optional(fingerprint),
    observed_fingerprint: z.optional(fingerprint),
  }),
  certificate_expired: z.strictObject({
    domain,
    expired_at: Instant.check(z.describe('When the last certificate ended.')),
  }),
} satisfies Record<DomainErrorCode, z.ZodMiniType>;

function errorOf<Code extends DomainErrorCode>(code: Code) {
  return z.strictObject({ code: z.literal(code).check(errorCodeDescription), message: ErrorMessage, details: DETAILS[code] });
}

export const DomainErrorResource = z
  .discriminatedUnion('code', [
    errorOf('dns_validation_failed'),
    errorOf('cname_not_found'),
    errorOf('invalid_cname_target'),
    errorOf('dns_validation_timeout'),
    errorOf('certificate_request_failed'),
    errorOf('certificate_timeout'),
    errorOf('certificate_install_failed'),
    errorOf('certificate_expired'),
  ])
  .check(
    z.meta({
      id: 'DomainError',
      description: 'The present obstacle, or why it ended. Present whenever `diagnosis.code` is neither `ok` nor `in_progress`.',
    }),
  );
