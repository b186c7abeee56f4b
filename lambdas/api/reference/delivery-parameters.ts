import { EXAMPLE_WEBHOOK_ID, eventExample } from '../../model/events/event-examples.ts';
import { deliveryId } from '../../model/webhooks/delivery.ts';
import { idPattern } from '../../shared/ids/id-formats.ts';

const EVENT = eventExample('certificate.issued');

/** A delivery's headers (webhook-sender/sign-delivery.ts), as OpenAPI parameter components of the receiver's endpoint. */
export const DELIVERY_PARAMETERS = {
  DeliverySignature: {
    name: 'x-service-signature',
    in: 'header',
    description:
      '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.',
    required: true,
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    example: 'sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9',
  },
  DeliveryNextSignature: {
    name: 'x-service-signature-next',
    in: 'header',
    description: 'The same, made with the new secret. During the overlap of a rotation only.',
    required: false,
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    example: 'sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c',
  },
  DeliveryEventId: {
    name: 'webhook-id',
    in: 'header',
    description: 'The `id` of the event. A receiver that stores it does nothing twice.',
    required: true,
    schema: { type: 'string', pattern: idPattern('evt').source },
    example: EVENT.id,
  },
  DeliveryTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1795254073',
  },
  DeliveryStandardSignature: {
    name: 'webhook-signature',
    in: 'header',
    description:
      '[Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.',
    required: true,
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  DeliveryEvent: {
    name: 'x-service-event',
    in: 'header',
    description: 'The `event` of the body.',
    required: true,
    schema: { type: 'string' },
    example: 'certificate.issued',
  },
  DeliveryId: {
    name: 'x-service-delivery',
    in: 'header',
    description:
      'Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.',
    required: true,
    schema: { type: 'string', pattern: idPattern('dlv').source },
    example: deliveryId(EVENT.id, EXAMPLE_WEBHOOK_ID),
  },
  DeliveryAttempt: {
    name: 'x-service-attempt',
    in: 'header',
    description: 'Which attempt this is, from 1; a redelivery counts anew.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  DeliveryTest: {
    name: 'x-service-test',
    in: 'header',
    description: 'Only of a test: what it tells has not happened.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  DeliverySender: {
    name: 'user-agent',
    in: 'header',
    description: 'The same for every delivery.',
    required: true,
    schema: { type: 'string' },
    example: 'certificate-provisioning-service (webhooks)',
  },
} as const;

export const deliveryParameters = Object.keys(DELIVERY_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
