/** What the operations are grouped by, in the order in which they are shown. */
export const TAGS: Readonly<Record<string, string>> = {
  service: 'The service itself.',
  users: 'Who is calling, and their personal tokens.',
  organizations: 'The owners of everything else.',
  'audit trail': 'What was done in an organization, by whom and from where.',
  members: 'The users in an organization, and what each may do there.',
  teams: 'Members to whom something is granted together.',
  'team members': 'Who is in a team.',
  invites: 'Ways into an organization: invites by e-mail, invite links, and the domain of an e-mail address.',
  collections: 'Places that hold spaces and other collections.',
  'single sign-on': 'Identity providers that vouch for members of an organization.',
  spaces: 'Bodies of pages and files, kept in revisions.',
  'space content': 'The current content of a space: read, changed, imported and exported.',
  'space comments': 'Remarks on a space and its pages, with replies and reactions.',
  'change request comments': 'The same in a change request.',
  revisions: 'The content of a space at any moment.',
  permissions: 'Who may do what with spaces and collections.',
  git: 'Repositories that content comes from and goes to.',
  search: 'Finding pages.',
};

/** What stands in the paths of operations: the same name means the same thing in all of them. */
export const PATH_PARAMETERS: Readonly<Record<string, { description: string; example: string }>> = {
  auditEventId: { description: 'Id of an event of the audit trail.', example: '0VbbU5c6Ms1UbIx3WyPj' },
  changeRequestId: { description: 'Id of a change request.', example: '0VbbUEy8Qi1ZqWd7StDg' },
  commentId: { description: 'Id of a comment.', example: '0VbbUCw6Ng9XoUb5QrBe' },
  commentReplyId: { description: 'Id of a reply to a comment.', example: '0VbbUDx7Ph0YpVc6RsCf' },
  collectionId: { description: 'Id of a collection.', example: '0VbbUBv5Mf8WnTa4PqAd' },
  documentId: {
    description: 'Id of a block tree, which pages show as `documentId`.',
    example: 'ZKoFqdLIsDIVGbjJ7GP0UPZj7iWoFcQyEjQYxiR3Zz4',
  },
  emailDomain: { description: 'A domain of e-mail addresses.', example: 'example.com' },
  fileId: { description: 'Id of a file.', example: '0VbbU8r2Jc5TkQy1LmXa' },
  inviteId: {
    description: 'Id of an invite.',
    example: '0VbbUBu5Mf8WnTb4PqAdk3Jh7RsVx2Lc',
  },
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
  teamId: { description: 'Id of a team.', example: '0VbbUAt4Le7VmSz3OpZc' },
  subdomain: { description: 'Name of an organization in host names.', example: 'example-docs' },
  tokenId: { description: 'Id of a token, which is not its secret.', example: '0VbbU4m6Dc1PuYs7JkWz' },
  userId: { description: 'Id of a user.', example: '0VbbU2w9Gm5NvCr7QsJd' },
};
