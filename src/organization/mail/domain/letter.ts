import type { MailMessage } from './mail.js';

/** A short message with one link. All parts are plain text and are escaped in HTML. */
export interface Letter {
  to: string;
  subject: string;
  opening: string;
  /** The URL, and the label of what it does. */
  link: { address: string; label: string };
  /** Further information, one paragraph each. */
  closing: readonly string[];
}

/** The letter as plain text and as equivalent HTML. */
export function messageOf({ to, subject, opening, link, closing }: Letter): MailMessage {
  return {
    to,
    subject,
    text: [opening, `${link.label}: ${link.address}`, ...closing].join('\n\n') + '\n',
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>`,
      ...closing.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
      '</body></html>',
    ].join('\n'),
  };
}

/** A time as letters write it. */
export function momentInWords(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
