/** Response headers for clients; `always`: the header is in every response that documents it. */
const HEADERS = {
  'Content-Disposition': { description: 'Name under which to save it.', always: true },
  ETag: { description: 'Names this version of the answer, for If-None-Match and If-Match.', always: true },
  'Idempotency-Replayed': { description: '`true` when this is the first answer given again.' },
  Location: { description: 'Address of what was made.', always: true },
  'Retry-After': { description: 'Seconds to wait.', type: 'integer', always: true },
  'WWW-Authenticate': { description: '`Bearer`: send a token.', always: true },
  'X-RateLimit-Limit': { description: 'Requests a minute; absent where there is no limit.', type: 'integer' },
  'X-RateLimit-Remaining': { description: 'Requests that are left.', type: 'integer' },
  'X-RateLimit-Reset': { description: 'When the count starts anew, in seconds since 1970.', type: 'integer' },
  'X-Request-Id': { description: 'Id of the request in the log of the server: as sent, or made up.', always: true },
} satisfies Record<string, { description: string; type?: string; always?: boolean }>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of the rate limit, in every response. */
export const LIMIT_HEADERS: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The components for these headers. */
export function headerComponents(): Record<string, object> {
  const headers: Record<string, { description: string; type?: string; always?: boolean }> = HEADERS;
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, type = 'string', always }]) => [
      name,
      { description, ...(always ? { required: true } : {}), schema: { type } },
    ]),
  );
}

/** The headers of a response, as references. */
export function headersOf(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
