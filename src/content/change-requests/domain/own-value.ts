import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import type { Choice, MergeConflict } from './merge/merge.js';
import { validSlug, validTitle, withFields, type PageFields } from '../../revisions/domain/page/page-fields.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { ownMarkdown } from '../../revisions/domain/page/description.js';

const MAX_MARKDOWN = 100_000;
const MAX_FILE_NAME = 256;
const MAX_VARIABLE = 256;

const TEXTS = new Set(['title', 'linkTitle', 'emoji', 'icon', 'description', 'condition']);
const FLAGS = new Set(['hidden', 'noIndex', 'noRobotsIndex']);

/** Blocks from the caller's Markdown, to resolve a conflict of blocks. */
export function ownBlocks(conflict: MergeConflict, markdown: string): Choice {
  if (conflict.kind !== 'block') throw new Invalid(`A conflict of the kind ${conflict.kind} takes no markdown`);
  if (exceeds(markdown, MAX_MARKDOWN)) throw new Invalid(`markdown takes at most ${MAX_MARKDOWN} characters`);
  return { value: ownMarkdown(markdown, 'markdown').nodes };
}

/**
 * A value of the caller's own, to resolve a conflict about a single value. Throws Invalid where it is not valid there.
 */
export function ownValue(conflict: MergeConflict, value: unknown): Choice {
  if (conflict.subject === 'variable') return { value: variable(value) };
  if (conflict.kind === 'slug') return { value: validSlug(text(value)) };
  if (conflict.kind !== 'field')
    throw new Invalid(`A conflict of the kind ${conflict.kind} is settled by taking a side`);
  const { field, subject } = conflict;
  if (subject === 'file' && field === 'name') return { value: fileName(value) };
  if (subject === 'reusable-content' && field === 'title') return { value: validTitle(text(value)) };
  if (subject === 'page' && (TEXTS.has(field) || FLAGS.has(field))) return { value: pageField(field, value) };
  throw new Invalid(`A conflict about ${field} is settled by taking a side`);
}

/** The value as a page stores it, validated like an edit of that field; undefined where the page then has none. */
function pageField(field: string, value: unknown): unknown {
  if (TEXTS.has(field)) text(value);
  else if (typeof value !== 'boolean') throw new Invalid('value must be true or false');
  const page: PageRecord = { id: '', type: 'document', parent: null, rank: '', title: '-', slug: '-', createdAt: '' };
  const set = withFields(page, { [field]: value } as PageFields);
  return set[field as keyof PageRecord];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Invalid('value must be a text');
  return value;
}

function fileName(value: unknown): string {
  const name = text(value);
  if (name === '' || exceeds(name, MAX_FILE_NAME)) throw new Invalid(`value takes 1 to ${MAX_FILE_NAME} characters`);
  return name;
}

function variable(value: unknown): string | number | boolean {
  const fits =
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && !exceeds(value, MAX_VARIABLE));
  if (!fits) throw new Invalid(`value must be a text of at most ${MAX_VARIABLE} characters, a number, true or false`);
  return value;
}
