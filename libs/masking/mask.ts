import { findDividedCards } from './find/cards.js';
import { findCommandLogins } from './find/commands.js';
import { findEmails } from './find/emails.js';
import { findHeaders } from './find/headers.js';
import { findIbans } from './find/ibans.js';
import { findNamed } from './find/named.js';
import { findNumbers } from './find/numbers.js';
import { findSecrets } from './find/secrets.js';
import type { Span } from './markers.js';
import { replaceSpans } from './replace.js';
import { hasInlineTags, viewOf, type View } from './view.js';

/**
 * Rounds at most. A marker in the place of one number may free the one beside it; ordinary texts need one round and a
 * second that finds nothing, none was seen to need a fourth.
 */
const MOST_ROUNDS = 4;

const FINDERS: readonly ((text: string) => Span[])[] = [
  findEmails,
  findNumbers,
  findDividedCards,
  findIbans,
  findSecrets,
  findNamed,
  findHeaders,
  findCommandLogins,
];

/**
 * Replaces what must not be kept by markers: e-mail addresses, telephone numbers, numbers of payment cards (by their
 * check digit) and bank accounts (IBAN), passwords, keys and tokens, and what authenticates in headers. Markdown and HTML
 * stay what they are: tags are kept, also those within an address, and what is written as entities or percent-encoded is
 * found as well.
 *
 * Left as they are: IP addresses, UUIDs, hexadecimal numbers (of commits, checksums and traces) without a name such as
 * `api_key` before them, dates, versions, prices, the bytes of `data:` URLs, `git@` addresses of repositories, digits
 * alone that are neither the number of a card nor written as telephone numbers are, and a word of letters alone that
 * only a space divides from the name of a secret.
 *
 * The time is linear in the length of the text. Masking twice is masking once.
 */
export function mask(text: string): string {
  let masked = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = masked;
    masked = masked1(masked, viewOf(masked));
    if (hasInlineTags(masked)) masked = masked1(masked, viewOf(masked, { withoutTags: true }));
    if (masked === before) break;
  }
  return masked;
}

function masked1(text: string, view: View): string {
  const spans = FINDERS.flatMap((find) => find(view.text));
  return spans.length === 0 ? text : replaceSpans(text, spans, view);
}
