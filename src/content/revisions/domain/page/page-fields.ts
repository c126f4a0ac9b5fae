import { beginningOf, exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { isSlug } from '#kernel/domain/slug';
import type { ContentRef } from '#rich-document';
import type { PagesSource } from '../computed/pages-source.js';
import type { PageCover, PageLayout, PageRecord } from './page-record.js';
import { faultOfCondition } from './condition.js';

/**
 * The fields of a page that callers set. A member left out stays as it is; `null` removes the value, and so does the
 * empty text for `emoji`, `icon`, `condition` and `description`.
 */
export interface PageFields {
  title?: string | undefined;
  slug?: string | undefined;
  linkTitle?: string | null | undefined;
  emoji?: string | null | undefined;
  icon?: string | null | undefined;
  description?: string | null | undefined;
  condition?: string | null | undefined;
  hidden?: boolean | undefined;
  noIndex?: boolean | undefined;
  noRobotsIndex?: boolean | undefined;
  layout?: PageLayout | null | undefined;
  cover?: PageCover | null | undefined;
  variables?: Record<string, string | number | boolean> | null | undefined;
  tags?: string[] | null | undefined;
  target?: ContentRef | undefined;
  computed?: PagesSource | undefined;
}

const MAX_TITLE = 500;
const MAX_LINK_TITLE = 100;
const MAX_DESCRIPTION = 2000;
const MAX_CONDITION = 1024;
const MAX_EMOJI = 50;

/**
 * Returns the record with the fields set. Throws Invalid where a value breaks a rule. Does not set the slug, which
 * depends on the siblings.
 */
export function withFields(record: PageRecord, fields: PageFields): PageRecord {
  const next: PageRecord = { ...record };
  if (fields.title !== undefined) next.title = validTitle(fields.title);
  setText(next, 'linkTitle', fields.linkTitle, MAX_LINK_TITLE);
  setText(next, 'emoji', fields.emoji, MAX_EMOJI);
  setText(next, 'icon', fields.icon, MAX_EMOJI);
  setText(next, 'description', fields.description, MAX_DESCRIPTION);
  setText(next, 'condition', validCondition(fields.condition), MAX_CONDITION);
  for (const flag of ['hidden', 'noIndex', 'noRobotsIndex'] as const) {
    if (fields[flag] === true) next[flag] = true;
    else if (fields[flag] === false) delete next[flag];
  }
  for (const member of ['layout', 'cover', 'variables', 'tags'] as const) {
    const value = fields[member];
    if (value === null) delete next[member];
    else if (value !== undefined) Object.assign(next, { [member]: value });
  }
  if (fields.target !== undefined) next.target = fields.target;
  if (fields.computed !== undefined) next.computed = fields.computed;
  return next;
}

/** The limits for values from a file, where text that is too long is truncated rather than refused. */
const LENGTHS = {
  title: MAX_TITLE,
  linkTitle: MAX_LINK_TITLE,
  description: MAX_DESCRIPTION,
  condition: MAX_CONDITION,
  emoji: MAX_EMOJI,
  icon: MAX_EMOJI,
} as const;

/** Turns any text from a file into a valid title: one line, not empty, not too long. */
export function truncateTitle(title: string): string {
  return truncateText('title', title) || 'Untitled';
}

/** Removes control characters from a text and truncates it. Checks nothing else. */
export function truncateText(field: keyof typeof LENGTHS, text: string): string {
  const line = field === 'description' ? text.replace(/[^\P{Cc}\n\t]/gu, '') : text.replace(/\p{Cc}+/gu, ' ');
  const trimmed = line.trim();
  if (!exceeds(trimmed, LENGTHS[field])) return trimmed;
  // A truncated condition could show the page to more readers: the ellipsis makes it invalid, so that it never holds.
  const end = field === 'condition' ? '…' : '';
  return beginningOf(trimmed, LENGTHS[field] - end.length) + end;
}

/** Applies the limits to fields of a page; an empty text counts as no value. */
export function truncateFields<F extends FittedFields>(fields: F): F {
  const fitted = { ...fields };
  for (const name of ['description', 'condition', 'emoji', 'icon'] as const) {
    const text = fields[name] === undefined ? '' : truncateText(name, fields[name]);
    if (text === '') delete fitted[name];
    else fitted[name] = text;
  }
  return fitted;
}

type FittedFields = Partial<Record<'description' | 'condition' | 'emoji' | 'icon', string>>;

export function validTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw new Invalid('title must not be empty');
  if (exceeds(trimmed, MAX_TITLE)) throw new Invalid(`title takes at most ${MAX_TITLE} characters`);
  return trimmed;
}

/** Validates a slug that a caller chose. */
export function validSlug(slug: string): string {
  if (!isSlug(slug)) {
    throw new Invalid(`slug: "${slug}" takes 1 to 100 letters, digits and . _ ~ -, and does not begin with a dot`);
  }
  return slug;
}

/** Validates a condition; a blank one counts as none. */
function validCondition(condition: string | null | undefined): string | null | undefined {
  if (condition === null || condition === undefined || exceeds(condition, MAX_CONDITION)) return condition;
  if (condition.trim() === '') return null;
  const fault = faultOfCondition(condition);
  if (fault !== undefined) throw new Invalid(`condition: ${fault}`);
  return condition;
}

function setText(
  record: PageRecord,
  member: 'linkTitle' | 'emoji' | 'icon' | 'description' | 'condition',
  value: string | null | undefined,
  max: number,
): void {
  if (value === undefined) return;
  if (value === null || value === '') delete record[member];
  else if (exceeds(value, max)) throw new Invalid(`${member} takes at most ${max} characters`);
  else record[member] = value;
}
