import { createHash } from 'node:crypto';
import { canonicalJson } from '#kernel/domain/canonical-json';

/** Who wrote a part of a conversation. */
export const PART_ROLES = ['user', 'assistant', 'team-member'] as const;
export type PartRole = (typeof PART_ROLES)[number];

/** One message of a conversation. */
export interface ConversationPart {
  type: 'message';
  role: PartRole;
  /** Markdown or HTML. */
  body: string;
}

/** Most characters in the bodies of one conversation, together. */
export const MOST_CHARACTERS = 1_048_576;
/** Most conversations that are ingested at once. */
export const MOST_AT_ONCE = 100;

/** A conversation as it was sent. */
export interface SentConversation {
  id: string;
  subject?: string | undefined;
  url?: string | undefined;
  attributes: Readonly<Record<string, string>>;
  /** When it began; a time that is yet to come is as good as none. */
  createdAt?: Date | undefined;
  parts: readonly ConversationPart[];
}

/** A conversation as it is stored: nothing in it identifies a person or opens an account. */
export interface ConversationState {
  organizationId: string;
  id: string;
  subject: string | null;
  source: string;
  url: string | null;
  attributes: Readonly<Record<string, string>>;
  parts: readonly ConversationPart[];
  /** SHA-256 (hex) of what was sent, after masking. The masked parts are not recoverable from it. */
  contentHash: string;
  createdAt: Date;
  ingestedAt: Date;
  /** When its issues were found. */
  processedAt: Date | null;
}

/** A ConversationState as JSON, as it is sent to the database: a process writes it, and nothing else reads it. */
export type ConversationJson = string;

/** Where and when conversations came in. */
export interface Origin {
  organizationId: string;
  source: string;
  now: Date;
}

/** Where conversations come from that members send with a token of theirs. */
export const FROM_MEMBERS = 'api';

/** The state of a conversation that came in; `masked` is what was sent without what must not be stored. */
export function received(masked: SentConversation, { organizationId, source, now }: Origin): ConversationState {
  const { id, subject, url, attributes, createdAt, parts } = masked;
  const content = { source, subject: subject ?? null, url: url ?? null, attributes, parts: [...parts] };
  const begun = createdAt?.toISOString() ?? null;
  return {
    organizationId,
    id,
    ...content,
    contentHash: createHash('sha256')
      .update(canonicalJson({ ...content, begun }))
      .digest('hex'),
    // Absent, it is when the conversation came in, and the store keeps what it knows. So it is where a clock is ahead,
    // which would put the conversation before all others for as long.
    createdAt: createdAt && createdAt < now ? createdAt : now,
    ingestedAt: now,
    processedAt: null,
  };
}

/** The characters of all bodies. */
export function charactersOf({ parts }: Pick<SentConversation, 'parts'>): number {
  return parts.reduce((sum, { body }) => sum + body.length, 0);
}
