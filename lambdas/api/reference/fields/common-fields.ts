/** Fields that mean the same wherever they stand. */
export const COMMON_FIELDS: Readonly<Record<string, string>> = {
  at: 'When it happened.',
  code: 'For your program: a code never changes its meaning.',
  created_at: 'When it was made.',
  data: 'The items of this page.',
  deleted: 'It is gone.',
  details: 'What belongs to this `code`.',
  domain_id: 'The id of the domain that it is about.',
  error: 'What is wrong. `code` is for your program, `message` for people.',
  event: 'What happened.',
  limit: 'The most that is allowed.',
  message: 'For people, in English; it may be worded differently in a later version.',
  server_id: 'The id of the server on which the certificate is installed.',
  updated_at: 'When it was last changed.',
  used: 'How much of it is used up.',
};
