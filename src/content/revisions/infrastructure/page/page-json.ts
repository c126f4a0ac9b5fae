import { emojiPoints } from '#rich-document';
import type { PagesSource } from '../../domain/computed/pages-source.js';
import type { GeneratedPages, PageLayout, PageOrigin, PageRecord } from '../../domain/page/page-record.js';

const DEFAULT_LAYOUT = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
} as const satisfies Required<PageLayout>;

const SEED_LENGTH = 20;
const DEFAULT_COVER_Y = 0;
const DEFAULT_COVER_HEIGHT = 240;
const KINDS = { document: 'sheet', group: 'group', link: 'link', computed: 'computed' } as const;

/**
 * The members of a page that depend on its record alone, as JSON text without the braces. The server or the database
 * adds the others. For visitors, emojis are written as code points, which renderers expect, and conditions are left
 * out: they hold for this visitor, and would reveal the conditions for others.
 */
export function pageMembers(record: PageRecord, forVisitor = false): string {
  const members = memberValues(record);
  if (forVisitor) delete members.condition;
  if (forVisitor && record.emoji !== undefined) members.emoji = emojiPoints(record.emoji);
  return JSON.stringify(members).slice(1, -1);
}

function memberValues(record: PageRecord): Record<string, unknown> {
  const { type } = record;
  const members: Record<string, unknown> = { id: record.id, title: record.title, type, kind: KINDS[type] };
  for (const name of ['linkTitle', 'emoji', 'icon', 'condition', 'createdAt', 'updatedAt'] as const) {
    if (record[name] !== undefined) members[name] = record[name];
  }
  if (type === 'computed' && record.computed) members.computed = resolvedSource(record.computed, record.made);
  else if (type !== 'link') members.slug = record.slug;
  for (const flag of ['hidden', 'noIndex', 'noRobotsIndex'] as const) members[flag] = record[flag] ?? false;
  if (type === 'link') members.target = record.target;
  if (type === 'link' && record.target?.kind === 'url') members.href = record.target.url;
  if (type === 'document') Object.assign(members, documentMembers(record));
  return members;
}

function documentMembers(record: PageRecord): Record<string, unknown> {
  const members: Record<string, unknown> = {
    layout: { ...DEFAULT_LAYOUT, ...record.layout },
    tags: (record.tags ?? []).map((tag) => ({ tag: { kind: 'tag', tag } })),
  };
  if (record.description !== undefined) members.description = record.description;
  if (record.cover) members.cover = { yPos: DEFAULT_COVER_Y, height: DEFAULT_COVER_HEIGHT, ...record.cover };
  if (record.variables) members.variables = record.variables;
  if (record.metaLinks) members.metaLinks = record.metaLinks;
  if (record.origin?.source) {
    members.computed = record.origin.source;
    members.computedSeed = seedOf(record.origin);
  } else if (record.document !== undefined) members.documentId = documentIdOf(record.document);
  return members;
}

/**
 * The source of a computed page, with the specification from which its pages were generated; null where it does not
 * exist.
 */
function resolvedSource(
  { type, props, dependencies: { spec } }: PagesSource,
  made: GeneratedPages | undefined,
): object {
  const { spec: slug } = spec.ref;
  const value = made ? { object: 'openapi-spec', id: made.spec, slug, lastVersion: made.version } : null;
  return { type, props, dependencies: { spec: { ...spec, value } } };
}

/** Changes with the content of a generated page. Clients send it when they request the page's document. */
function seedOf({ digest }: PageOrigin): string {
  return digest.slice(0, SEED_LENGTH);
}

/** The id under which the API shows a document: its hash in base64url. */
export function documentIdOf(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64url');
}

/** The hash (hex) in a document id; undefined for an invalid id. */
export function hashOfDocumentId(id: string): string | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(id) ? Buffer.from(id, 'base64url').toString('hex') : undefined;
}

/** The heading with which the Markdown of a page begins: `# Title` and a blank line. */
export function headingOf(record: PageRecord): string {
  return record.type === 'document'
    ? `# ${record.title.replace(/[\\`*_[\]<>#&]/g, '\\$&').replace(/\s+/g, ' ')}\n\n`
    : '';
}
