import type { AnswerView } from '#content';
import type { PageContext, Target } from '#page-html';
import type { ContentRef } from '#rich-document';
import { wordsFor, type FrameLink } from '#site-html';
import type { References } from './references.js';
import type { ServedSite } from './served-site.js';

/** More than any answer that is read becomes. */
const MOST_BYTES = 500_000;
const nothing = (): undefined => undefined;

/**
 * What an answer is drawn with: its text alone. A model may have been talked into naming any address, so only those of
 * the site lead anywhere, and nothing is shown from outside.
 */
export function answerContext(site: ServedSite): PageContext {
  return {
    locale: site.language,
    words: wordsFor(site.language).page,
    target: (ref) => ownTarget(site, ref),
    picture: nothing,
    file: nothing,
    content: nothing,
    // An address that no link may have: what is embedded becomes a text.
    embed: () => ({ href: 'about:' }),
    icon: nothing,
    user: nothing,
    tag: nothing,
    action: nothing,
    maxBytes: MOST_BYTES,
  };
}

function ownTarget(site: ServedSite, ref: ContentRef): Target | undefined {
  if (ref.kind !== 'url' || !URL.canParse(ref.url)) return undefined;
  const href = site.served(ref.url);
  return href.startsWith(site.place.siteBasePath) ? { kind: ref.kind, href, title: ref.url } : undefined;
}

/** The pages that an answer rests on, at the places that it rests on; those that the visitor is shown. */
export function answerLinks(sources: AnswerView['sources'], references: References): FrameLink[] {
  return sources.flatMap(({ space, page, sections: [section = ''] }) => {
    const [, anchor] = section.split('#', 2);
    const ref: ContentRef =
      anchor === undefined ? { kind: 'page', space, page } : { kind: 'anchor', space, page, anchor };
    const target = references.target(ref);
    return target?.kind === ref.kind && target.href !== '' ? [{ title: target.title, href: target.href }] : [];
  });
}
