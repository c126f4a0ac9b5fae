import { canonicalJson } from '#kernel/domain/canonical-json';
import { segmentOfText, translateText, wordsOf, type Translate } from '#segments';
import { truncateFields, truncateText, truncateTitle } from '../../revisions/domain/page/page-fields.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';

/** The texts of a page or a reusable content beside its body. */
export interface TranslatedTexts {
  title: string;
  linkTitle?: string;
  description?: string;
}

/** The result of a run for a page or a reusable content: it shows what users have changed since. */
export interface TranslatedItem {
  id: string;
  texts: TranslatedTexts;
  /** Hash of the body as it was translated. */
  document: string | null;
  untranslated: number;
}

const MEMBERS = ['linkTitle', 'description'] as const;
/** The members that runs write, and those of a page's place. */
const OWN: ReadonlySet<string> = new Set([
  'id',
  'type',
  'parent',
  'rank',
  'slug',
  'title',
  'document',
  'createdAt',
  'updatedAt',
  ...MEMBERS,
]);

/** The segments of the texts of a page. */
export function segmentsOfTexts(texts: TranslatedTexts): string[] {
  return [texts.title, texts.linkTitle, texts.description].flatMap((text) =>
    text === undefined ? [] : (segmentOfText(text) ?? []),
  );
}

/** The number of words in segments. */
export function countWords(segments: readonly string[]): number {
  return segments.reduce((count, segment) => count + (wordsOf(segment).match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}

/** The texts of a page in other words, within the limits of pages. */
export function translateTexts(texts: TranslatedTexts, translate: Translate): TranslatedTexts {
  const translated: TranslatedTexts = { title: truncateTitle(translateText(texts.title, translate)) };
  if (texts.linkTitle !== undefined)
    translated.linkTitle = truncateText('linkTitle', translateText(texts.linkTitle, translate));
  if (texts.description !== undefined) translated.description = translateText(texts.description, translate);
  return truncateFields(translated);
}

/**
 * The record of a page in the target. Members that have not changed in the source since the last run stay as they are
 * in the target; changed ones come from the source. `before` and `after` are of the source; `base` is the result of the
 * last run, `made` that of this one.
 */
export function translatedRecord(
  source: { before: PageRecord | undefined; after: PageRecord },
  texts: { base: TranslatedTexts | undefined; made: TranslatedTexts },
  current: PageRecord | undefined,
): PageRecord {
  const { before, after } = source;
  if (!current) return { ...withoutTexts(after), ...texts.made };
  const record: Record<string, unknown> = { ...current };
  const [was, is] = [(before ?? {}) as Record<string, unknown>, after as unknown as Record<string, unknown>];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (OWN.has(name) || (before && canonicalJson(was[name]) === canonicalJson(is[name]))) continue;
    if (is[name] === undefined) delete record[name];
    else record[name] = is[name];
  }
  return Object.assign(withoutTexts(record as unknown as PageRecord), mergedTexts(texts, current)) as PageRecord;
}

/** The texts in the target: where a run makes another one than before, that; else what people made of it. */
export function mergedTexts(
  { base, made }: { base: TranslatedTexts | undefined; made: TranslatedTexts },
  current: TranslatedTexts,
): TranslatedTexts {
  const merged: TranslatedTexts = { title: base && base.title === made.title ? current.title : made.title };
  for (const member of MEMBERS) {
    const text = base && base[member] === made[member] ? current[member] : made[member];
    if (text !== undefined) merged[member] = text;
  }
  return merged;
}

/** Whether a page of the source got another place or address. */
export function isMoved({ before, after }: { before: PageRecord | undefined; after: PageRecord }): boolean {
  return before?.parent !== after.parent || before.rank !== after.rank || before.slug !== after.slug;
}

function withoutTexts(record: PageRecord): PageRecord {
  const { linkTitle: _, description: __, ...rest } = record;
  return rest;
}
