import type { IntegrationBlock } from '#rich-document';
import type { OutsideBlock } from '../context.js';
import { drawn, h, type Child } from '../element.js';
import { followed, linkTo } from '../inlines/links.js';
import type { Sheet } from '../sheet.js';

type Specified = Exclude<OutsideBlock, IntegrationBlock>;

/** What the caller draws of a block. */
function fromOutside(sheet: Sheet, block: OutsideBlock): Child {
  const html = sheet.context.block?.(block);
  if (html === undefined) return null;
  sheet.spend(html);
  return drawn(html, 'outside');
}

/** What an OpenAPI specification says, or else a section that names it. */
export function drawSpecified(sheet: Sheet, block: Specified): Child {
  const outside = fromOutside(sheet, block);
  if (outside !== null) return outside;
  const { target, link } = followed(sheet, block.data.ref);
  const title = block.type === 'openapi-schemas' ? block.data.title : undefined;
  return h(
    'section',
    { class: 'api', id: sheet.anchor(block) },
    title !== undefined && title !== '' && h('p', { class: 'title' }, title),
    h('p', null, ...namesOf(block)),
    target && h(link ? 'a' : 'span', { ...link, class: 'source' }, target.title),
  );
}

function namesOf(block: Specified): Child[] {
  if (block.type === 'openapi-schemas') return block.data.schemas.map((name) => [h('code', null, name), ' ']);
  const { method } = block.data;
  const name = block.type === 'openapi-webhook' ? block.data.name : block.data.path;
  return [h('code', { class: 'method' }, method.toUpperCase()), ' ', h('code', { class: 'path' }, name)];
}

/** What an integration shows, or else its name and where its content comes from. */
export function drawIntegration(sheet: Sheet, block: IntegrationBlock): Child {
  const outside = fromOutside(sheet, block);
  if (outside !== null) return outside;
  const { integration, block: name, url } = block.data;
  const link = linkTo(url, true);
  return h(
    'section',
    { class: 'integration' },
    h('p', null, h('code', null, integration), ' ', h('code', null, name)),
    url !== undefined && h(link ? 'a' : 'span', { ...link, class: 'source' }, url),
  );
}
