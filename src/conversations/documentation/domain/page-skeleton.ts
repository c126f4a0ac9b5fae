import { beginningOf } from '#kernel/domain/characters';
import type { Block, RichDocument } from '#rich-document';
import { document, heading, hint, list, pageLink, paragraph, quote } from './blocks.js';
import type { AskedQuestion } from './documentation.js';
import { skeletonWords } from './skeleton-words.js';

/** A page to look at beside the new one. */
export interface NearPage {
  spaceId: string;
  pageId: string;
  title: string;
}

/** What a page is begun from. */
export interface PageMaterial {
  /** Of what is asked; becomes the title. */
  label: string;
  /** As users asked, masked; what they say is content and nothing else. */
  questions: readonly AskedQuestion[];
  /** The nearest first. */
  near: readonly NearPage[];
  /** The space of the new page, and its language. */
  spaceId: string;
  language?: string | undefined;
}

/** Questions that are quoted, and characters of each. */
export const MOST_QUOTED = 8;
const LONGEST_QUOTE = 500;
const MOST_NEAR = 5;
const LONGEST_TITLE = 100;

/** The title of the page that is begun. */
export function titleOf({ label }: Pick<PageMaterial, 'label'>): string {
  return beginningOf(plain(label), LONGEST_TITLE) || 'Untitled';
}

/** The page without what it is to say: headings to fill in, pages that are near, the questions. */
export function pageSkeleton(material: PageMaterial): RichDocument {
  const words = skeletonWords(material.language);
  const body = [words.inShort, words.steps].flatMap((title) => [heading(title), paragraph(words.fillIn)]);
  return document([hint(words.note), ...body, ...ending(material)]);
}

/** The page with what a language model wrote. */
export function proposedPage(material: PageMaterial, body: readonly Block[]): RichDocument {
  return document([hint(skeletonWords(material.language).byModel), ...body, ...ending(material)]);
}

function ending({ near, questions, spaceId, language }: PageMaterial): Block[] {
  const words = skeletonWords(language);
  const links = near.slice(0, MOST_NEAR).map((page) => paragraph(pageLink(plain(page.title), page, spaceId)));
  const quotes = questions.map(quoted).filter((text) => text !== '');
  return [
    ...(links.length > 0 ? [heading(words.seeAlso), list(links)] : []),
    ...(quotes.length > 0 ? [heading(words.asked), ...quotes.slice(0, MOST_QUOTED).map(quote)] : []),
  ];
}

/** What was asked, with how often if that was more than once; empty where nothing of it can be shown. */
function quoted({ text, asked }: AskedQuestion): string {
  const shown = beginningOf(plain(text), LONGEST_QUOTE);
  return shown === '' || asked === 1 ? shown : `${shown} (×${asked})`;
}

/** On one line, without characters that nothing shows. */
function plain(content: string): string {
  return content
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
