import { API_ENGLISH, drawOperation, drawSchemas, drawWebhook, type ApiContext } from '#api-html';
import { ENGLISH } from '#page-html';
import { dangersIn, readPage } from '../../page-html/support/page.js';

export const apiContext = (own: Partial<ApiContext> = {}): ApiContext => ({
  prefix: 'op',
  locale: 'en',
  words: API_ENGLISH,
  pageWords: ENGLISH,
  ...own,
});

type Json = { [key: string]: unknown };

/** A specification with one operation, `POST /pets/{id}`. */
export const specificationOf = (operation: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets/{id}': { post: { responses: {}, ...operation } } },
  ...more,
});

export const draw = (operation: Json, more: Json = {}, own: Partial<ApiContext> = {}): string =>
  drawOperation(specificationOf(operation, more), { path: '/pets/{id}', method: 'post' }, apiContext(own)) ?? '';

/** A body or a response of one media type. */
export const content = (schema: unknown, more: Json = {}, type = 'application/json'): Json => ({
  content: { [type]: { schema, ...more } },
});

/** An operation that answers with a schema. */
export const drawAnswer = (schema: unknown, schemas: Json = {}, own: Partial<ApiContext> = {}): string =>
  draw({ responses: { 200: { description: 'Fine', ...content(schema) } } }, { components: { schemas } }, own);

export const drawSent = (schema: unknown, schemas: Json = {}): string =>
  draw({ requestBody: content(schema) }, { components: { schemas } });

/** What the page says, without the spaces between. */
export const saidBy = (html: string): string => readPage(html).text.replace(/\s+/g, ' ');

/** The facts beside the samples. */
export const factsOf = (html: string): string => html.slice(0, html.indexOf('<div class="api-samples">'));

export const samplesOf = (html: string): string => html.slice(html.indexOf('<div class="api-samples">'));

/** The texts of codes in samples. */
export const codesIn = (html: string): string[] =>
  [...html.matchAll(/<pre tabindex="0"><code>([^]*?)<\/code><\/pre>/g)].map(
    ([, code = '']) => readPage(`<p>${code}</p>`).text,
  );

const MORE_ELEMENTS = new Set(['<i>', '<form>', '<select>', '<option>', '<textarea>']);

/** What must not be in what is drawn: as for pages, which have no forms. */
export const dangers = (html: string): string[] => dangersIn(html).filter((danger) => !MORE_ELEMENTS.has(danger));

export { drawOperation, drawSchemas, drawWebhook };
