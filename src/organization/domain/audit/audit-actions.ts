/** Every action that audit trails hold, in any context, with what people call it. A name is never changed. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'organization.created': 'Organization created',
  'token.created': 'Personal token created',
  'token.revoked': 'Personal token revoked',
  'user.signed-in': 'User signed in',
};
