import * as z from 'zod/mini';
import { Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';
import { PAGE_PARAMETERS } from '../../shared/http/parameters.ts';

const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
const LONGEST_ID = 100;

const AnyId = z
  .string()
  .check(z.minLength(1, 'needs at least one character'), z.maxLength(LONGEST_ID, `may have ${LONGEST_ID} characters`));

export const ListRequestsQuery = z.strictObject({
  ...PAGE_PARAMETERS,
  status: z
    .optional(z.enum(STATUS_CLASSES, `must be one of ${STATUS_CLASSES.join(', ')}`))
    .check(
      z.describe('How they were answered: `2xx` for changes that were made, `4xx` for refusals, `5xx` for failures of ours.'),
    ),
  api_key_id: z.optional(AnyId).check(z.describe('The public id of the API key that sent them.')),
  request_id: z.optional(AnyId).check(z.describe('The `X-Request-Id` of its answer: lists this request alone.')),
});

export const RequestCursor = z.object({ before: z.string() });

/** A logged request in the API. Fields that do not apply are absent. */
const RequestResource = z
  .strictObject({
    id: z.string().check(z.describe('The `X-Request-Id` of its answer.')),
    livemode: Livemode,
    created_at: Instant.check(z.describe('When it came.')),
    method: z.string().check(z.describe('How it was sent: GET, POST, PUT, PATCH or DELETE.')),
    path: z.string().check(z.describe('Below the site’s address. `…` stands for a part that looks like a secret.')),
    query: z
      .optional(z.string())
      .check(
        z.describe(
          'What followed the question mark. `…` stands for what is not kept: cursors, metadata and whatever is no filter.',
        ),
      ),
    status: z.int().check(z.describe('Of its answer.')),
    error_code: z.optional(z.string()).check(z.describe('The `code` of the error that it was answered with.')),
    api_key_id: z.string().check(z.describe('The public id of the API key that sent it.')),
    source_ip: z.string().check(z.describe('The address from which it came.')),
    milliseconds: z.int().check(z.describe('How long its answer took in the service.')),
  })
  .check(
    z.meta({
      id: 'Request',
      description: 'A request of an API key that changed something, was refused or failed; without its body.',
    }),
  );

export const RequestPage = pageOf(RequestResource).check(z.meta({ id: 'RequestPage' }));
