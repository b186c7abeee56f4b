import * as z from 'zod/mini';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';

const EVIDENCE_KINDS = ['dns', 'http', 'tls', 'acme', 'caa'] as const;

/** What somebody outside answered us. Written by strangers: cut and cleaned by evidence.ts before it is stored. */
export const Evidence = storedObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** What was asked, for example `CNAME shop.example.com` or `GET http://shop.example.com/.well-known/…`. */
  asked: z.string(),
  server: z.optional(z.string()),
  answer: z.string(),
  /** ISO 8601 UTC with milliseconds. */
  at: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;
