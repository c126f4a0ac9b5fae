import {
  mapReferences,
  withoutPictures,
  type ContentRef,
  type ParsedPage,
  type ReferenceUse,
  type RichDocument,
} from '#rich-document';
import { isExternal } from '../../domain/import/source-path.js';

/** A page whose addresses have become references, and without pictures that are not in the tree. */
export type LinkedPage = Pick<ParsedPage, 'document' | 'places'>;

/** `resolve` finds what an address means; undefined where nothing is there. */
export function linkedPage(
  { document, places }: LinkedPage,
  resolve: (href: string, use: ReferenceUse) => ContentRef | undefined,
): LinkedPage {
  let lost = false;
  const linked = mapReferences(document, (ref, use) => {
    const href = ref.kind === 'url' ? ref.url : ref.kind === 'reusable-content' ? ref.reusableContent : undefined;
    const found = href === undefined ? undefined : resolve(href, use);
    if (href !== undefined && found === undefined && !isExternal(href.trim())) lost = true;
    return found ?? ref;
  });
  return lost ? shown({ document: linked, places }) : { document: linked, places };
}

function shown({ document, places }: LinkedPage): LinkedPage {
  const left = withoutPictures(document, isUnknown);
  if (left.nodes.length === document.nodes.length) return { document: left, places };
  const counts = document.nodes.map((block) => withoutPictures(pageOf(block), isUnknown).nodes.length);
  const blocks = places.blocks.flatMap(({ count, ...place }) => {
    const own = counts.splice(0, count).reduce((sum, each) => sum + each, 0);
    return own === 0 ? [] : [{ ...place, count: own }];
  });
  return { document: left, places: { ...places, blocks } };
}

const pageOf = (block: RichDocument['nodes'][number]): RichDocument => ({
  object: 'document',
  data: {},
  nodes: [block],
});

/** An address inside the tree at which there is nothing, once all that is there has become a reference. */
function isUnknown(ref: ContentRef): boolean {
  return ref.kind === 'url' && !isExternal(ref.url.trim());
}
