import { drawCode, group, h, safeHref, type Child, type Element } from '#page-html';
import type { ConnectPage } from '../model.js';
import { filled } from '../words/site-words.js';
import type { Desk } from './desk.js';
import { said } from './signs.js';

/** Editors that can be given a server by a link, which leads to a page of theirs. */
const EDITORS: readonly { name: string; href(site: ConnectPage): string }[] = [
  {
    name: 'Cursor',
    href: ({ name, address }) => {
      const config = Buffer.from(JSON.stringify({ url: address })).toString('base64');
      return `https://cursor.com/install-mcp?${new URLSearchParams({ name, config }).toString()}`;
    },
  },
  {
    name: 'VS Code',
    href: ({ name, address }) => {
      const config = JSON.stringify({ type: 'http', url: address });
      return `https://insiders.vscode.dev/redirect/mcp/install?${new URLSearchParams({ name, config }).toString()}`;
    },
  },
];

/** How assistants are connected to a site: its address, what to write into their settings, and links that do it. */
export function drawConnect(desk: Desk, page: ConnectPage): Element {
  const { words } = desk;
  const settings = { mcpServers: { [page.name]: { type: 'http', url: page.address } } };
  const code = (text: string, syntax: string): Element => drawCode(text, syntax, { copy: words.page.copy });
  return group(
    h(
      'div',
      { class: 'opening' },
      h('h1', null, words.actions.mcp),
      h('p', { class: 'lead' }, words.connecting.address),
    ),
    h(
      'div',
      { class: 'body' },
      code(page.address, 'plaintext'),
      h('p', null, ...EDITORS.flatMap((editor) => [drawEditor(desk, editor.name, editor.href(page)), ' '])),
      h('p', null, words.connecting.settings),
      code(JSON.stringify(settings, undefined, 2), 'json'),
    ),
  );
}

function drawEditor(desk: Desk, name: string, address: string): Child {
  const href = safeHref(address);
  const attributes = { class: 'button secondary', href, target: '_blank', rel: 'noopener' };
  return (
    href !== undefined &&
    h('a', attributes, filled(desk.words.actions.assistant, { name }), said(` (${desk.words.newTab})`))
  );
}
