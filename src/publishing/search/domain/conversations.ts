/** What a response must know to be continued. */
export interface Conversation {
  /** What was asked, the latest last. */
  asked: string[];
  /** When the response was made, in milliseconds since 1970. */
  at: number;
}

const MOST_ASKED = 10;
/** A conversation is continued within a day. */
const CONTINUED_MS = 86_400_000;

/** Conversations with the assistants of sites. Nothing is kept of what visitors ask: the id of a response holds it, sealed. */
export abstract class Conversations {
  /** The id of a response that can be continued. */
  abstract idOf(siteId: string, conversation: Conversation): string;
  /** Undefined for what is no id of a response of the site. */
  abstract byId(siteId: string, responseId: string): Conversation | undefined;
}

/** What was asked in a conversation; undefined where it can be continued no more. */
export function askedBefore(conversation: Conversation | undefined, now: Date): string[] | undefined {
  return conversation && now.getTime() - conversation.at <= CONTINUED_MS ? conversation.asked : undefined;
}

/** The conversation after one more message. */
export function continued(before: readonly string[], message: string, now: Date): Conversation {
  return { asked: [...before, message].slice(-MOST_ASKED), at: now.getTime() };
}
