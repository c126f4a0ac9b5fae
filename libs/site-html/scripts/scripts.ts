import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from '../static-file.js';
import type { SiteWords } from '../words/site-words.js';
import { SHEETS } from '../style/style.js';
import { wordsFor } from '../words/words.js';
import type { ScriptWords } from './script-words.js';

/*
 * What the scripts of `browser/` look for in a page. All of it works without them; a hook that is not there switches its
 * part off. Texts are not in the page: they are fetched when the first one is shown.
 *
 * - `html[data-words]`: the address of `scriptWords(language)`; `html[data-theme]` becomes what is chosen
 * - `script[type=module]` loads `SCRIPTS.page`; the other files are beside it, under their names
 * - `.code > button.copy[hidden]` beside a `pre`: revealed, copies its text. `a[data-copy] > span`: copies the text that
 *   it leads to. Either has the class `done`, and says so, for two seconds
 * - `form.theme` with buttons whose `value` is a theme and that have `aria-pressed`; the path of the cookie
 *   `quire_theme` is that of its action before `~/`. `meta[name=color-scheme]` is changed, `meta[name=theme-color]` removed
 * - `.tabs > input[data-slug] + label + .tab`: those of a name are chosen together, also in the next page; what the
 *   address names is revealed
 * - `nav.outline a[href^="#"]`: the one whose section is read has `aria-current="location"`
 * - `form.search` (the one without `own`): a click on its field, a letter written there, an empty search, ⌘K, Ctrl+K and
 *   `/` open the dialog; so does `a[data-action=search]`, with its `data-query`. It asks the address of the form for
 *   `{ hits }` with `Accept: application/json`, and sends questions to its `data-ask`, whose page has the answer
 * - `a.embed[data-frame]`: the https address that is shown in a frame above the link after a click. The policy of the
 *   page must allow it with `frame-src`
 * - `form.feedback` with submit buttons and an element with `role=status`, which becomes the thanks
 * - `form.api-form` with `button.api-send[data-busy]` and `p.api-state` with `data-failed`, `data-cut` and
 *   `data-headers`: sent by script, and the answer is shown in it
 * - `.table[data-search]`: gets a field and the class `searchable`; until then the style sheet keeps room for it
 *
 * What they add to a page, which `style/scripted.ts` is for:
 *
 * - `dialog.search-dialog`, with the sheet that the words name: `form.search-field > input + button.close`, `p.search-status` (or `.sr`), `div.search-hits >
 *   a[aria-selected] > .path, .title, .text mark`, `a.search-more`, `button.search-ask`, `div.search-answer > .answer`,
 *   `p.search-keys > span > kbd`
 * - `label.table-search > .sr + input` first in a table's region, `p.table-nothing` last (empty while there are rows)
 * - `iframe.embed-frame` before its link; `form.feedback.sent`; `p.sr[role=status]` at the end of the body
 * - `div.api-answer > p.api-line + details.api-within > pre, pre.api-got` last in `form.api-form`
 */

/** Where the build puts them: seen from the bundle and from `dist/libs`; the tests build those of the sources. */
const PLACES = ['./page-scripts/', '../../../run/page-scripts/', '../../../dist/test/page-scripts/'];

/** The scripts by the names of their sources. All pages load `page`, which loads the others from its own folder. */
export const SCRIPTS = readScripts();

function readScripts(): { page: StaticFile; [name: string]: StaticFile } {
  const folders = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const folder = folders.find((one) => existsSync(`${one}index.json`));
  if (folder === undefined) throw new Error('The scripts of pages are not built: run `npm run build`');
  const index = JSON.parse(readFileSync(`${folder}index.json`, 'utf8')) as { page: string; [name: string]: string };
  const read = (name: string): StaticFile => ({
    name,
    type: 'text/javascript; charset=utf-8',
    text: readFileSync(`${folder}${name}`, 'utf8'),
  });
  const all = Object.entries(index).map(([name, file]): [string, StaticFile] => [name, read(file)]);
  return { ...Object.fromEntries(all), page: read(index.page) };
}

const written = new Map<SiteWords, StaticFile>();

/** The texts that scripts show in a language, as JSON. */
export function scriptWords(language: string): StaticFile {
  const words = wordsFor(language);
  const known = written.get(words);
  if (known) return known;
  const text = JSON.stringify(wordsOfScripts(words));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const file = { name: `words.${digest}.json`, type: 'application/json; charset=utf-8', text };
  written.set(words, file);
  return file;
}

function wordsOfScripts({ actions, close, feedback, search, table }: SiteWords): ScriptWords {
  const { name, results, nothing, hint, more, loading, askFor, asking, failed, keys } = search;
  return {
    sheet: SHEETS.dialog.name,
    copied: actions.copied,
    close,
    search: { name, results, nothing, hint, more, loading, askFor, asking, failed, keys },
    feedback: { thanks: feedback.thanks, failed: feedback.failed },
    table,
  };
}
