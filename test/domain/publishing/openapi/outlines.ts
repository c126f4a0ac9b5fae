import type { OpenAPIPage } from '#content';
import type { SpecificationOutline } from '#openapi';
import { makeOutline } from '../../../../libs/openapi/outline/make-outline.js';

type Json = Record<string, unknown>;

const done = { responses: { 200: { description: 'Done' } } };

/** An operation with these tags. */
export const tagged = (tags: string[], more: Json = {}): Json => ({ ...done, tags, ...more });

/** The outline of a specification with these members. */
export function outlineOf(members: Json): SpecificationOutline {
  return makeOutline({ openapi: '3.1.0', info: { title: 'Pets', version: '2.1' }, paths: {}, ...members });
}

/** Titles of pages, those below as lists after theirs. */
export function titles(pages: readonly OpenAPIPage[]): unknown[] {
  return pages.flatMap(({ title, pages }) => (pages.length === 0 ? [title] : [title, titles(pages)]));
}

export function everyPage(pages: readonly OpenAPIPage[]): OpenAPIPage[] {
  return pages.flatMap((page) => [page, ...everyPage(page.pages)]);
}
