const MARKDOWN = /\.(?:mdx?|markdown)$/i;
const INDEX = /^(?:readme|index)\.(?:mdx?|markdown)$/i;

export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path);
}

/** Whether a file is Markdown with code. */
export function isMdx(path: string): boolean {
  return /\.mdx$/i.test(path);
}

/** Whether a file is the index page of its folder. */
export function isIndex(path: string): boolean {
  return INDEX.test(nameOf(path));
}

/** The folder of a path, without a slash at its end; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of a file without its ending. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * `path` as seen from `folder`, with `.` and `..` resolved and backslashes read as slashes; a leading slash starts at
 * the root. Undefined when it leaves the root.
 */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  const steps = path.replaceAll('\\', '/');
  for (const part of (steps.startsWith('/') ? steps : `${folder}/${steps}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** A path in a folder, from the top of the tree; the folder is empty for the top. */
export function inFolder(folder: string, path: string): string {
  return folder === '' || path === '' ? folder + path : `${folder}/${path}`;
}

/** A path in a folder as seen from there; one outside it as it is. */
export function outOfFolder(folder: string, path: string): string {
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** Percent-decodes text; text that is not validly encoded stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of a relative address; the anchor is undefined without a `#` and empty for a bare one. */
export function splitHref(href: string): { path: string; anchor?: string } {
  const hash = href.indexOf('#');
  const [address, anchor] = hash < 0 ? [href, undefined] : [href.slice(0, hash), href.slice(hash + 1)];
  const query = address.indexOf('?');
  const path = query < 0 ? address : address.slice(0, query);
  return anchor === undefined ? { path } : { path, anchor: decodePercent(anchor) };
}

/** Whether an address is absolute: it has a scheme (of two letters or more, so a drive letter is none) or a host. */
export function isExternal(href: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(href) || href.startsWith('//');
}

/** Whether an address would run code in a reader's browser; such an address is never kept. */
export function isScript(href: string): boolean {
  return /^(?:javascript|vbscript):/i.test(href.replace(/[\p{Cc}\s]/gu, ''));
}

/** A title from a file name: `getting-started` becomes `Getting started`. */
export function titleFromName(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A title from the path of a page: from its folder for an index page, else from its name. */
export function titleOfPath(path: string): string {
  const folder = folderOf(path);
  return titleFromName(isIndex(path) && folder !== '' ? nameOf(folder) : stemOf(path));
}
