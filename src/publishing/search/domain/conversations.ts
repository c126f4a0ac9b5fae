/** The state that a response needs to be continued. */
export interface Conversation {
  /** The questions so far, the latest last. */
  asked: string[];
  /** When the response was created, in milliseconds since 1970. */
  at: number;
}

const MOST_ASKED = 10;
/** A conversation can be continued for a day. */
const CONTINUED_MS = 86_400_000;

/**
 * Conversations with the assistants of sites. Questions of visitors are not stored: the id of a response contains them,
 * encrypted.
 */
export abstract class Conversations {
  /** The id of a response that can be continued. */
  abstract idOf(siteId: string, conversation: Conversation): string;
  /** Undefined for anything but the id of a response of the site. */
  abstract byId(siteId: string, responseId: string): Conversation | undefined;
}

/** The earlier questions of a conversation; undefined if it can't be continued any more. */
export function askedBefore(conversation: Conversation | undefined, now: Date): string[] | undefined {
  return conversation && now.getTime() - conversation.at <= CONTINUED_MS ? conversation.asked : undefined;
}

/** The conversation after one more message. */
export function continued(before: readonly string[], message: string, now: Date): Conversation {
  return { asked: [...before, message].slice(-MOST_ASKED), at: now.getTime() };
}
