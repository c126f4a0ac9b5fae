import type { MailMessage } from './mail.js';

/** A short message whose point is one link. All of it is text: what it holds is shown as it is. */
export interface Letter {
  to: string;
  subject: string;
  opening: string;
  /** The link, and what following it does. */
  link: { address: string; label: string };
  /** What is to be known besides, a paragraph each. */
  closing: readonly string[];
}

/** The letter in plain text, and as HTML that says the same. */
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

/** A moment as letters name it. */
export function momentInWords(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
