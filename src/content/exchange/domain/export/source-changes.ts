import { canonicalJson } from '#kernel/domain/canonical-json';
import { pageFrontmatter } from '../../../revisions/domain/page/page-frontmatter.js';
import { truncateFields, truncateTitle } from '../../../revisions/domain/page/page-fields.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { ResolveHref } from '../import/resolve-href.js';
import { stemOf, titleFromName } from '../import/source-path.js';
import type { HrefFor } from './href-for.js';
import { sourceHrefs } from './source-hrefs.js';
import type { SourceContent } from './source-text.js';

/** A page or reusable content as an export writes it. */
export interface SourcedRecord {
  title: string;
  document?: string | undefined;
  /** The record of a page; undefined for a reusable content. */
  page?: PageRecord | undefined;
}

/** What differs between a file and what it is to say. */
export interface SourceChanges {
  /** Fields of the frontmatter; undefined for one that is to go. */
  fields: Record<string, unknown>;
  /** Whether the file can stay as it is. */
  isNone: boolean;
}

/** Compares a record with the file that it was read from, at its path in an export. */
export function sourceChanges(
  content: SourceContent,
  record: SourcedRecord,
  path: string,
  addresses: { resolve: ResolveHref; hrefFor: HrefFor },
): SourceChanges {
  const hrefs = sourceHrefs(content, path, addresses);
  const fields: Record<string, unknown> = {};
  if (record.page) {
    const then = pageFrontmatter(truncateFields({ ...content.fields }) as unknown as PageRecord, hrefs.before);
    const now = pageFrontmatter(record.page, hrefs.after);
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
      if (textOf(then[name]) !== textOf(now[name])) fields[name] = now[name];
    }
  }
  const { title, named } = content;
  const isRenamed = title !== undefined && truncateTitle(title) !== record.title;
  if (isRenamed && named !== undefined) fields['title'] = record.title;
  // A reusable content without a title has that of its file.
  if (title === undefined && !record.page && titleFromName(stemOf(path)) !== record.title)
    fields['title'] = record.title;
  const document = content.empty && record.document === undefined ? content.document : record.document;
  const isNone =
    Object.keys(fields).length === 0 &&
    !isRenamed &&
    document === content.document &&
    content.links.every(([href, use, ref]) => ref === null || stillLeads(href, use, ref, path, addresses.resolve));
  return { fields, isNone };
}

const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));

function stillLeads(
  href: string,
  use: SourceContent['links'][number][1],
  ref: NonNullable<SourceContent['links'][number][2]>,
  path: string,
  resolve: ResolveHref,
): boolean {
  const now = resolve(path, href, use);
  return now !== undefined && canonicalJson(now) === canonicalJson(ref);
}
