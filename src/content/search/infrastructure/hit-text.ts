import type { SearchHit, SectionHit, SpaceHit } from '../domain/search-index.js';

/** The JSON of pages found (PageHitView). `publicUrl` is where the application is in the browser. */
export function pagesText(hits: readonly SearchHit[], publicUrl: string): string {
  return `[${hits.map((hit) => pageText(hit, publicUrl)).join(',')}]`;
}

/** The JSON of spaces with the pages found in them (SpaceHitView). */
export function spacesText(hits: readonly SpaceHit[], publicUrl: string): string {
  return `[${hits.map((hit) => spaceText(hit, publicUrl)).join(',')}]`;
}

function spaceText({ spaceId, title, score, pages }: SpaceHit, publicUrl: string): string {
  const members = `"id":"${spaceId}","title":${quoted(title)},"type":"space","score":${score}`;
  return `{${members},"pages":${pagesText(pages, publicUrl)}}`;
}

function pageText(hit: SearchHit, publicUrl: string): string {
  const path = inside(hit.path);
  const app = `${inside(publicUrl)}/s/${hit.spaceId}/${path}`;
  const title = quoted(hit.title);
  const members = `"id":"${hit.pageId}","title":${title},"type":"page","description":${quoted(hit.description)}`;
  const sections = hit.sections.map((section) => sectionText(section, hit.pageId, title, path, app)).join(',');
  const ancestors = hit.ancestors.map((ancestor) => `{"title":${quoted(ancestor.title)}}`).join(',');
  const place = `"ancestors":[${ancestors}],"urls":{"app":"${app}"}`;
  return `{${members},"path":"${path}","score":${hit.score},"rank":${hit.rank},"sections":[${sections}],${place}}`;
}

/** `path` and `app`, the page's path and its address in the browser, are parts of JSON strings; `title` is a whole one. */
function sectionText(section: SectionHit, page: string, title: string, path: string, app: string): string {
  const { anchor, heading, body, score } = section;
  const behind = anchor === null ? '' : `#${inside(anchor)}`;
  const place = `"id":"${page}${behind}","title":${heading === '' ? title : quoted(heading)},"path":"${path}${behind}"`;
  return `{${place},"body":${bodyText(body)},"score":${score},"urls":{"app":"${app}${behind}"}}`;
}

/**
 * The ellipses are written as escapes: text that is ASCII otherwise stays so, and is hashed and sent in half the time.
 */
function bodyText({ text, cutBefore, cutAfter }: SectionHit['body']): string {
  return `"${cutBefore ? ELLIPSIS : ''}${inside(text)}${cutAfter ? ELLIPSIS : ''}"`;
}

const ELLIPSIS = '\\u2026';
/** Printable ASCII without `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A text escaped for a JSON string, without the quotes. */
function inside(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1);
}
