/** What the operations are grouped by, in the order in which they are shown. */
export const TAGS: Readonly<Record<string, string>> = {
  service: 'The service itself.',
  users: 'Who is calling, and their personal tokens.',
  organizations: 'The owners of everything else.',
  'single sign-on': 'Identity providers that vouch for members of an organization.',
  spaces: 'Bodies of pages and files, kept in revisions.',
  'space content': 'The current content of a space: read, changed, imported and exported.',
  revisions: 'The content of a space at any moment.',
  git: 'Repositories that content comes from and goes to.',
  search: 'Finding pages.',
};

/** What stands in the paths of operations: the same name means the same thing in all of them. */
export const PATH_PARAMETERS: Readonly<Record<string, { description: string; example: string }>> = {
  documentId: {
    description: 'Id of a block tree, which pages show as `documentId`.',
    example: 'ZKoFqdLIsDIVGbjJ7GP0UPZj7iWoFcQyEjQYxiR3Zz4',
  },
  fileId: { description: 'Id of a file.', example: '0VbbU8r2Jc5TkQy1LmXa' },
  organizationId: { description: 'Id of an organization.', example: '0VbbU3z1Hn6PwDs8RtKe' },
  pageId: { description: 'Id of a page.', example: '0VbbU7q9Gf4SxBv0MnZc' },
  pagePath: {
    description: 'Slugs from the root to the page, joined by `/`, as one segment: `/` is written `%2F`.',
    example: 'guides/first-steps',
  },
  reusableContentId: { description: 'Id of a reusable content.', example: '0VbbU9s3Kd6UlRz2NoYb' },
  revisionId: { description: 'Id of a revision.', example: '0VbbU6p8Fe3RwAu9LmYb' },
  samlProviderId: { description: 'Id of a SAML provider.', example: '0VbbUAt4Le7VmSa3OpZc' },
  spaceId: { description: 'Id of a space.', example: '0VbbU5n7Ed2QvZt8KlXa' },
  tokenId: { description: 'Id of a token, which is not its secret.', example: '0VbbU4m6Dc1PuYs7JkWz' },
};
