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
}

/** The texts of the interface in English. */
export const API_ENGLISH: ApiWords = {
  deprecated: 'Deprecated',
  until: 'until',
  experimental: 'Experimental',
  required: 'required',
  readOnly: 'read-only',
  writeOnly: 'write-only',
  server: 'Server',
  servers: 'Servers',
  apply: 'Use in samples',
  authentication: 'Authentication',
  or: 'or',
  and: 'and',
  optional: 'optional',
  scopes: 'Scopes',
  flow: 'Flow',
  authorizationUrl: 'Authorization URL',
  tokenUrl: 'Token URL',
  refreshUrl: 'Refresh URL',
  parameters: {
    path: 'Path parameters',
    query: 'Query parameters',
    querystring: 'Query string',
    header: 'Headers',
    cookie: 'Cookies',
  },
  requestBody: 'Request body',
  responses: 'Responses',
  headers: 'Headers',
  links: 'Links',
  callbacks: 'Callbacks',
  properties: 'Properties',
  items: 'Items',
  oneOf: 'One of',
  anyOf: 'Any of',
  schemas: 'Schemas',
  anyName: 'any name',
  recursive: 'contains itself',
  default: 'Default',
  values: 'Values',
  always: 'Always',
  length: 'Length',
  range: 'Range',
  multipleOf: 'Multiple of',
  pattern: 'Pattern',
  example: 'Example',
  examples: 'Examples',
  request: 'Request',
  response: 'Response',
  mediaType: 'Media type',
  language: 'Language',
  more: 'More is not shown here.',
  cut: 'This description is too large to be shown as a whole.',
  moreInformation: 'More information',
};
