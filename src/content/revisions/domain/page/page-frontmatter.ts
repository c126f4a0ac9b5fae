import type { ContentRef } from '#rich-document';
import type { PageLayout, PageRecord } from './page-record.js';

/** The parts of a page that a layout can hide. */
export const LAYOUT_PARTS = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const;

/**
 * The frontmatter of a page: its fields other than title, slug, place and body, under the names that an import reads.
 * `hrefFor` returns the address of a reference; a cover or link without an address is left out.
 */
export function pageFrontmatter(
  record: PageRecord,
  hrefFor: (ref: ContentRef) => string | undefined,
): Record<string, unknown> {
  const { cover, metaLinks } = record;
  const href = (ref: ContentRef | undefined): string | undefined => (ref ? hrefFor(ref) : undefined);
  const alternates = metaLinks?.alternates?.flatMap((ref) => href(ref) ?? []);
  return withoutUndefined({
    description: record.description,
    icon: record.icon,
    emoji: record.emoji,
    hidden: record.hidden || undefined,
    noIndex: record.noIndex || undefined,
    noRobotsIndex: record.noRobotsIndex || undefined,
    if: record.condition,
    cover: href(cover?.ref),
    coverDark: href(cover?.refDark),
    coverY: cover?.yPos,
    coverHeight: cover?.height,
    layout: record.layout && layoutOf(record.layout),
    metaLinks: metaLinks && withoutUndefined({ canonical: href(metaLinks.canonical), alternates }),
    vars: record.variables,
    tags: record.tags,
  });
}

function layoutOf(layout: PageLayout): Record<string, unknown> {
  const { width, cover, coverSize, coverMask } = layout;
  const parts: Record<string, unknown> = { width };
  const shown = withoutUndefined({ visible: cover, size: coverSize, mask: coverMask });
  if (Object.keys(shown).length > 0) parts['cover'] = shown;
  for (const part of LAYOUT_PARTS) {
    const visible = layout[part];
    if (visible !== undefined) parts[part] = { visible };
  }
  return withoutUndefined(parts);
}

function withoutUndefined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
