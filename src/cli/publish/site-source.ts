import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isLanguage } from '#content';
import { CONFIG_NAMES, readSiteConfig, type ConfigDirectory, type ReadSiteConfig } from '#site-config';
import type { Api } from '../api.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { importSourceOf } from '../transfer/import-source.js';

/** Where a site comes from. */
export interface SiteSource {
  /** The text of its `docs.yaml`, or of one that says the same as its absence. */
  text: string;
  /** How messages call it; undefined where there is no file. */
  file: string | undefined;
  content: { kind: 'folder'; root: string } | { kind: 'repository'; url: string; commit: string };
  /** The project directory, without slashes at its ends. */
  directory: string;
}

interface Named {
  directory?: string;
  ref?: string;
  title?: string;
}

const TITLE = { min: 2, max: 50 };

/** Finds the `docs.yaml` of a folder or repository. Throws UsageInvalid and CommandFailed. */
export async function siteSourceOf(
  api: Api,
  organizationId: string,
  named: string,
  options: Named,
): Promise<SiteSource> {
  const source = await importSourceOf(named);
  const directory = directoryOf(options.directory);
  if (source.kind === 'archive') throw new UsageInvalid(`${named} is neither a folder nor the URL of a Git repository`);
  if (source.kind === 'folder') {
    if (options.ref !== undefined) throw new UsageInvalid('--ref goes with the URL of a Git repository only');
    const root = source.path;
    const found = await readConfig(join(root, directory));
    const content = { kind: 'folder', root } as const;
    return { ...(found ?? without(options.title ?? source.name)), content, directory };
  }
  const read = await api.post<{ commit: string; path?: string; text?: string }>(
    `/v1/orgs/${encodeURIComponent(organizationId)}/site-config`,
    { url: source.url, ref: options.ref, repoProjectDirectory: directory },
  );
  const { commit, path, text } = read;
  const content = { kind: 'repository', url: source.url, commit } as const;
  const name = basename(source.url).replace(/\.git$/, '');
  if (path === undefined || text === undefined) return { ...without(options.title ?? name), content, directory };
  return { text, file: path, content, directory };
}

/** Reads the file as the server does, so that a mistake in it is found before anything is sent. Throws CommandFailed. */
export function readSource({ text, file }: SiteSource): ReadSiteConfig & { config: object } {
  const read = readSiteConfig(text, { isLanguage });
  const { config, faults } = read;
  if (config) return { ...read, config };
  const lines = faults.map(({ line, message }) => `${file}${line === 0 ? '' : `:${line}`}: ${message}`);
  throw new CommandFailed(lines.join('\n'));
}

/** The folder of a space, from the top of the folder or repository. */
export function folderOf({ directory }: SiteSource, content: ConfigDirectory): string {
  const base = content.from === 'repository' || directory === '' ? [] : [directory];
  return [...base, ...(content.path === '' ? [] : [content.path])].join('/');
}

/** Throws CommandFailed unless all folders of the spaces are there. */
export async function requireFolders(source: SiteSource, folders: readonly string[]): Promise<void> {
  const { content } = source;
  if (content.kind !== 'folder') return;
  for (const folder of folders) {
    const found = await stat(join(content.root, folder)).catch(() => undefined);
    if (!found?.isDirectory()) throw new CommandFailed(`${source.file ?? ''}: there is no folder ${folder}`);
  }
}

function directoryOf(named = ''): string {
  const segments = named.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw new UsageInvalid('--directory must be a folder of the source');
  return segments.join('/');
}

async function readConfig(folder: string): Promise<{ text: string; file: string } | undefined> {
  for (const name of CONFIG_NAMES) {
    try {
      return { text: await readFile(join(folder, name), 'utf8'), file: name };
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return undefined;
}

/** One space with everything. JSON is YAML. */
function without(name: string): { text: string; file: undefined } {
  const cut = [...name.trim()].slice(0, TITLE.max).join('');
  const title = [...cut].length < TITLE.min ? 'Documentation' : cut;
  const space = { type: 'space', key: 'docs', title, path: 'docs', default: true, content: { directory: '.' } };
  return { text: JSON.stringify({ site: { title, structure: [space] } }), file: undefined };
}
