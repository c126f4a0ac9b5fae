/** Names of the fields of a form that tries a request: numbers are those of places in the operation's own lists. */
export const FIELDS = {
  page: 'page',
  spec: 'spec',
  path: 'path',
  method: 'method',
  server: 'server',
  mediaType: 'type',
  body: 'body',
  /** A file of a body: by the media type, then by its place among the files of that. */
  file: (media: number, index: number) => `file.${media}.${index}`,
  variable: (server: number, name: string) => `variable.${server}.${name}`,
  parameter: (index: number) => `parameter.${index}`,
  token: (index: number) => `auth.${index}`,
  user: (index: number) => `auth.${index}.user`,
  password: (index: number) => `auth.${index}.password`,
} as const;
