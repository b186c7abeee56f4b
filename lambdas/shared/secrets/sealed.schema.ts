import * as z from 'zod/mini';
import { storedObject } from '../table/stored-object.schema.ts';

/** What was sealed under a KMS data key of its own (kms.gateway.ts). All fields base64. */
export const Sealed = storedObject({
  /** The data key, encrypted by KMS under the context. */
  dataKey: z.string(),
  iv: z.string(),
  tag: z.string(),
  ciphertext: z.string(),
});
export type Sealed = z.infer<typeof Sealed>;
