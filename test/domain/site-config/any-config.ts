import fc from 'fast-check';
import type { ConfigNode, SiteConfig } from '#site-config';

/** A random file: keys of a small set, so that two of them share many, at other places and by other names. */
export const aConfig = fc
  .record({
    keys: fc.shuffledSubarray([...'abcdefghijkl'], { minLength: 1 }),
    shape: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    sections: fc.boolean(),
    suffix: fc.constantFrom('', '-x'),
  })
  .map(({ keys, shape, sections, suffix }): SiteConfig => ({
    title: 'Acme',
    structure: nodes(keys, shape, sections, suffix),
  }));

function nodes(keys: string[], shape: number[], sections: boolean, suffix: string): ConfigNode[] {
  const path = (key: string) => `${key}${suffix}`;
  const space = (key: string, at: number): Extract<ConfigNode, { type: 'space' }> => ({
    ...{ type: 'space', key, title: key, line: 0, path: path(key), default: at === 0, draft: false, directory: null },
    hidden: (shape[at] ?? 0) % 5 === 0,
  });
  if (!sections) return keys.map(space);
  const groups: Extract<ConfigNode, { type: 'section-group' }>[] = [];
  const found: ConfigNode[] = [];
  const open: Extract<ConfigNode, { type: 'section' }>[] = [];
  for (const [at, key] of keys.entries()) {
    const into = groups.at(-1)?.children ?? found;
    const kind = open.length === 0 ? 0 : (shape[at] ?? 0) % 4;
    const current = open.at(-1);
    if (kind === 1) groups.push({ type: 'section-group', key, title: path(key), line: 0, draft: false, children: [] });
    if (kind === 1) found.push(groups.at(-1)!);
    if (kind === 2)
      into.push({ type: 'external-link', key, title: key, line: 0, draft: false, url: `https://${path(key)}.example` });
    if (kind === 3 && current) current.children.push(space(key, current.children.length));
    if (kind > 0) continue;
    const section = {
      type: 'section' as const,
      key,
      title: `S${key}`,
      line: 0,
      path: path(key),
      default: open.length === 0,
      children: [],
    };
    open.push(section);
    into.push(section);
  }
  return found;
}
