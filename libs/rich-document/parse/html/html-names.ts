/** Elements that HTML knows; any other name in angle brackets is text, such as a placeholder `<token>`. */
const NAMES = new Set(
  (
    'a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite ' +
    'code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font ' +
    'footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend ' +
    'li link main map mark menu meta meter nav noframes nobr noscript object ol optgroup option output p param picture ' +
    'pre progress q rp rt ruby s samp script section select slot small source span strike strong style sub summary ' +
    'sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr path g rect ' +
    'circle defs'
  ).split(' '),
);
export const isHtmlElement = (name: string): boolean => NAMES.has(name);
/** Elements whose content is not for readers. */
export const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style', 'template', 'head', 'svg']);
/** Elements that GitHub shows as source text within a line, as a page does. */
const FILTERED = new Set(['title', 'textarea', 'style', 'xmp', 'noembed', 'noframes', 'script', 'plaintext']);
export const isShownInLine = (name: string): boolean => FILTERED.has(name) || !isHtmlElement(name);

/** Elements that only arrange what is in them, within a line too: nothing is lost without them. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p section summary details table ' +
    'tbody td tfoot th thead tr ul pre wbr source track img'
  ).split(' '),
);
export const isBlockElement = (name: string): boolean => BLOCKS.has(name);

const COMPONENTS: Readonly<Record<string, string>> = { tabs: 'Tabs', tabitem: 'TabItem' };

/** The frame of a component that pages in MDX use for tabs, by its name as it is written. */
export function componentOf(name: string, raw: string | undefined): string | undefined {
  const component = Object.hasOwn(COMPONENTS, name) ? COMPONENTS[name] : undefined;
  if (component === undefined || raw === undefined) return component;
  return raw.startsWith(`<${component}`) || raw.startsWith(`</${component}`) ? component : undefined;
}
