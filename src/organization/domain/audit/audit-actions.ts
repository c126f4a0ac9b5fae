/** Every action that audit trails hold, in any context, with what people call it. A name is never changed. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'member.removed': 'Member removed',
  'member.role-changed': 'Role of a member changed',
  'member.sso-enabled': 'Single sign-on set for a member',
  'organization.created': 'Organization created',
  'team.created': 'Team created',
  'team.deleted': 'Team deleted',
  'team.member-added': 'Member added to a team',
  'team.member-removed': 'Member removed from a team',
  'team.member-role-changed': 'Role in a team changed',
  'team.renamed': 'Team renamed',
  'token.created': 'Personal token created',
  'token.revoked': 'Personal token revoked',
  'user.signed-in': 'User signed in',
};
