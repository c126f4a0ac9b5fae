import type { YamlList, YamlMember, YamlValue } from './yaml-tree.js';

/** A member of a mapping. */
export function memberOf(value: YamlValue | undefined, name: string): YamlMember | undefined {
  return value?.kind === 'map' ? value.members.find((member) => member.name === name) : undefined;
}

/** The text of a member; empty where there is none. */
export function textOf(value: YamlValue | undefined, name: string): string {
  const found = memberOf(value, name)?.value;
  return found?.kind === 'text' ? found.text : '';
}

/** The end of the last value in it; what closes it may follow on the same line. */
export function endOf(value: YamlValue): number {
  if (value.kind === 'text') return value.inline ? value.end : value.end - 1;
  const inner = value.kind === 'list' ? value.items : value.members.map((member) => member.value);
  return Math.max(value.start, ...inner.map(endOf));
}

/** The place after the bracket that closes a list in brackets, with what is between its last value and that. */
export function closeOf(text: string, list: YamlList): number {
  let open = 1;
  let last: YamlValue | undefined = list.items.at(-1);
  while (last !== undefined && last.kind !== 'text') {
    const inner: YamlValue | undefined = last.kind === 'list' ? last.items.at(-1) : last.members.at(-1)?.value;
    if (inner !== undefined) open++;
    last = inner;
  }
  for (let at = Math.max(endOf(list), list.start + 1); at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '#' && /\s/.test(text[at - 1] ?? '')) at = text.indexOf('\n', at);
    else if ('[{'.includes(character)) open++;
    else if (']}'.includes(character) && --open === 0) return at + 1;
    if (at === -1) break;
  }
  return text.length;
}
