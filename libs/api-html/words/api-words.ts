/** The texts of the interface on API pages. */
export interface ApiWords {
  deprecated: string;
  /** Precedes the day on which something deprecated ends. */
  until: string;
  experimental: string;
  required: string;
  readOnly: string;
  writeOnly: string;
  server: string;
  servers: string;
  /** The button that shows samples for the chosen server. */
  apply: string;
  authentication: string;
  /** Between ways to authenticate, and between alternatives. */
  or: string;
  and: string;
  /** A request that needs no authentication. */
  optional: string;
  scopes: string;
  flow: string;
  authorizationUrl: string;
  tokenUrl: string;
  refreshUrl: string;
  parameters: Record<'path' | 'query' | 'querystring' | 'header' | 'cookie', string>;
  requestBody: string;
  responses: string;
  headers: string;
  links: string;
  callbacks: string;
  /** A number in parentheses follows. */
  properties: string;
  items: string;
  oneOf: string;
  anyOf: string;
  schemas: string;
  /** The name of a property that may have any name. */
  anyName: string;
  /** Follows the name of a schema that contains itself. */
  recursive: string;
  default: string;
  values: string;
  always: string;
  length: string;
  range: string;
  multipleOf: string;
  pattern: string;
  example: string;
  examples: string;
  /** Names of the two boxes of code beside an operation. */
  request: string;
  response: string;
  /** The name of a group of tabs with media types. */
  mediaType: string;
  language: string;
  /** Where a schema has more than is shown; a number may follow. */
  more: string;
  /** What follows a block of which not all is shown. */
  cut: string;
  moreInformation: string;
  /** The form that tries requests. */
  trying: {
    title: string;
    send: string;
    sending: string;
    failed: string;
    /** Where a response is longer than what is shown. */
    cut: string;
    /** Where to what is entered goes. */
    sent: string;
    user: string;
    password: string;
  };
}
