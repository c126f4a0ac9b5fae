import { HINT_STYLES } from '../schema.js';
import type { Attributes } from './html/html.js';
import type { Unread } from './unread.js';

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The attributes that each tag is read with; those of tags that are not here are their own business. */
const OPTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['hint', named('style icon')],
  ['code', named('title filename overflow lineNumbers fullWidth expandable collapsedLineCount')],
  ['prompt', named('description icon openInAIProviders defaultExpanded')],
  ['tabs', named('fullWidth')],
  ['tab', named('title icon slug')],
  ['stepper', named('')],
  ['step', named('icon')],
  ['columns', named('fullWidth')],
  ['column', named('width verticalAlignment valign')],
  ['updates', named('format')],
  ['update', named('date tags')],
  ['embed', named('url fullWidth caption')],
  ['file', named('src caption')],
  ['content-ref', named('url')],
  ['page-ref', named('page')],
  ['include', named('0')],
  ['openapi', named('src path method expanded fullWidth')],
  ['openapi-operation', named('spec path method headless')],
  ['openapi-schemas', named('spec schemas grouped title')],
  ['openapi-webhook', named('spec name method headless')],
]);

/** Notes the attributes of a tag that mean nothing here. */
export function noteOptions(name: string, attributes: Attributes, unread: Unread): void {
  const known = OPTIONS.get(name);
  if (known === undefined) return;
  for (const [option, value] of Object.entries(attributes)) {
    if (!known.has(option)) unread.add('unknown-option', `${option} of {% ${name} %}`, `{% ${name}`);
    else if (option === 'style' && !HINT_STYLES.has(value)) unread.add('unknown-option', `style="${value}"`);
  }
}
