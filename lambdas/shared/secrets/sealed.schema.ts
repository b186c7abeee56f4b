import * as z from 'zod/mini';
import { storedObject } from '../table/stored-object.schema.ts';

/** Data encrypted with its own KMS data key (kms.gateway.ts). All fields base64. */
export const Sealed = storedObject({
  /** The data key, encrypted by KMS with the context. */
  dataKey: z.string(),
  iv: z.string(),
  tag: z.string(),
  ciphertext: z.string(),
});
export type Sealed = z.infer<typeof Sealed>;
