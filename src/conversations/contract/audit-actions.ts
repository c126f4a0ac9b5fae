/**
 * The actions that the Conversations context records in audit trails, with their display names. A name is never changed.
 */
export const CONVERSATIONS_ACTIONS = {
  'conversations.settings-updated': 'Settings of conversations changed',
};
