import type { ShownFile, ShownPage } from '#content';
import type { DiagramPictures, FileTarget, OutsideBlock, PageContext, Person, Picture, TagTarget } from '#page-html';
import type { ContentRef } from '#rich-document';
import { iconShape, wordsFor } from '#site-html';
import type { ServedSite } from './served-site.js';
import { isLost, type References } from './references.js';

/** What a document is drawn with besides what is read with it. */
export interface DrawnWith {
  references: References;
  people: ReadonlyMap<string, Person>;
  /** The address on this server of a picture that others host; undefined for one that can't be fetched. */
  picture(url: string): string | undefined;
  /** The address on this server of a page with a frame that shows an address; undefined where it is only linked. */
  frame(url: string): string | undefined;
  /** The pictures of a diagram; undefined where it is shown as code. */
  diagram?: ((source: string) => DiagramPictures | undefined) | undefined;
  /** What shows specifications and integrations. */
  block?: ((block: OutsideBlock) => string | undefined) | undefined;
}

/** What references in a document of a site are drawn as. */
export function contextOf(site: ServedSite, page: ShownPage, drawnWith: DrawnWith): PageContext {
  const { references, people, picture, frame, diagram, block } = drawnWith;
  const { icons } = site.look.styling;
  return {
    locale: site.language,
    words: wordsFor(site.language).page,
    target: (ref) => references.target(ref),
    picture: (ref) => pictureOf(page, ref, picture),
    file: (ref) => fileOf(page, ref),
    // Contents that the visitor may read are in their place already.
    content: () => undefined,
    embed: (url) => ({ href: url, provider: hostIn(url), frame: frame(url) }),
    icon: (name) => iconShape(name, icons),
    newTabs: site.look.externalLinks.target === 'blank',
    user: (id) => people.get(id),
    tag: (ref) => tagOf(page, ref),
    action: (action) => actionHref(site, action),
    ...(diagram ? { diagram } : {}),
    ...(block ? { block } : {}),
  };
}

function shownFile({ files }: ShownPage, ref: ContentRef): ShownFile | undefined {
  return ref.kind === 'file' && ref.space === undefined ? files.get(ref.file) : undefined;
}

function pictureOf(page: ShownPage, ref: ContentRef, elsewhere: DrawnWith['picture']): Picture | undefined {
  if (ref.kind === 'url') {
    const src = isLost(ref.url) ? undefined : elsewhere(ref.url);
    return src === undefined ? undefined : { src };
  }
  const file = shownFile(page, ref);
  if (!file?.contentType.startsWith('image/')) return undefined;
  const { width, height } = file;
  return { src: pathOf(file.url), ...(width === undefined || height === undefined ? {} : { width, height }) };
}

function fileOf(page: ShownPage, ref: ContentRef): FileTarget | undefined {
  const file = shownFile(page, ref);
  return file && { href: pathOf(file.url), name: file.name, size: file.size, mediaType: file.contentType };
}

function tagOf({ tags }: ShownPage, ref: ContentRef): TagTarget | undefined {
  return ref.kind === 'tag' && ref.space === undefined ? tags.get(ref.tag) : undefined;
}

const hostIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** Files are read on the host that serves the page, whatever host it is. */
export function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function actionHref({ place }: ServedSite, { query }: { query?: string | undefined }): string {
  return `${place.siteBasePath}~/search${query ? `?q=${encodeURIComponent(query)}` : ''}`;
}
