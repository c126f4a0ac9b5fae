import { quoted, scalar } from './scalars.js';
import type { ConfigDirectory, ConfigNode, Localized } from './site-config.js';

/** The members of a node as they are written, without `type` and `key`, which stay, and without `children`. */
export function membersOf(node: ConfigNode): [name: string, value: string | boolean | Localized | undefined][] {
  const flag = (value: boolean): true | undefined => value || undefined;
  const { title, localizedTitle } = node;
  const titled: ReturnType<typeof membersOf> = [
    ['title', title],
    ['localizedTitle', localizedTitle],
  ];
  if (node.type === 'section-group') return [...titled, ['icon', node.icon], ['draft', flag(node.draft)]];
  if (node.type === 'space') {
    return [
      ...titled,
      ['path', node.path],
      ['default', flag(node.default)],
      ['hidden', flag(node.hidden)],
      ['draft', flag(node.draft)],
      ['condition', node.condition],
    ];
  }
  const described: ReturnType<typeof membersOf> = [
    ['description', node.description],
    ['localizedDescription', node.localizedDescription],
    ['icon', node.icon],
  ];
  if (node.type === 'section') {
    return [
      ...titled,
      ['path', node.path],
      ...described,
      ['default', flag(node.default)],
      ['condition', node.condition],
    ];
  }
  return [...titled, ['url', node.url], ...described, ['draft', flag(node.draft)], ['condition', node.condition]];
}

/** A value on one line. */
export function inline(value: string | boolean | Localized): string {
  if (typeof value !== 'object') return scalar(value);
  const texts = Object.entries(value).map(([language, text]) => `${language}: ${quoted(text)}`);
  return `{ ${texts.join(', ')} }`;
}

/** The lines of a new node, as an item of a list whose dashes have this indentation. `child` writes those in it. */
export function newNode(
  node: ConfigNode,
  indent: string,
  eol: string,
  children: (nodes: readonly ConfigNode[], indent: string) => string,
): string {
  const inner = `${indent}  `;
  const lines = [`${indent}- type: ${node.type}`, `${inner}key: ${scalar(node.key)}`];
  for (const [name, value] of membersOf(node)) {
    if (value !== undefined) lines.push(`${inner}${name}: ${inline(value)}`);
  }
  if (node.type === 'space') {
    lines.push(`${inner}content:`, `${inner}  directory: ${directoryText(node.directory)}`);
    if (node.language !== undefined) lines.push(`${inner}  language: ${scalar(node.language)}`);
  }
  const head = lines.map((line) => line + eol).join('');
  if (!('children' in node) || node.children.length === 0) return head;
  return `${head}${inner}children:${eol}${children(node.children, `${inner}  `)}`;
}

function directoryText(directory: ConfigDirectory | null): string {
  if (directory === null) return 'null';
  return scalar(`${directory.from === 'repository' ? '/' : './'}${directory.path}`);
}
