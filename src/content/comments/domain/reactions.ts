import { Invalid } from '#kernel/domain/errors';
import { readEmoji } from '#rich-document';

/** The emoji that a user adds and removes. */
export interface ReactionChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** Different emoji of one user on one comment. */
const MOST = 20;

/** The changes with every emoji in one form, each once: what is taken back and added at once is there afterwards. */
export function readReactions(changes: ReactionChanges): ReactionChanges {
  const added = new Set(changes.added.map((text) => emojiOf('addedReactions', text)));
  const removed = new Set(changes.removed.map((text) => emojiOf('removedReactions', text)));
  return { added: [...added], removed: [...removed].filter((emoji) => !added.has(emoji)) };
}

/** Refuses more reactions than one user may have on a comment. */
export function requireFewReactions(count: number): void {
  if (count > MOST) throw new Invalid(`addedReactions: a comment takes at most ${MOST} reactions of one user`);
}

function emojiOf(member: string, text: string): string {
  const emoji = readEmoji(text);
  if (emoji === undefined) throw new Invalid(`${member}: "${text}" is no emoji`);
  return emoji;
}
