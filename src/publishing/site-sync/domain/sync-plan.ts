import { Invalid } from '#kernel/domain/errors';
import { isLanguage } from '#content';
import {
  configChanges,
  isSameConfig,
  mergeSiteConfigs,
  readSiteConfig,
  writeSiteConfig,
  type ConfigChange,
  type ConfigClash,
  type SiteConfig,
} from '#site-config';
import { readConfig, type Remark } from '../../config/domain/read-config.js';
import type { SiteKeys } from '../../config/domain/site-keys.js';
import type { DescribedSite } from '../../config/domain/described-site.js';
import { structureConfig } from '../../config/domain/structure-config.js';
import type { SiteSyncDirection } from './site-syncs.js';

/** The texts of the file: at the commit that is looked at, and when both sides were last alike. */
export interface SyncedTexts {
  direction: SiteSyncDirection;
  path: string;
  file: string | undefined;
  base: string | undefined;
}

/** What both sides are to be. */
export interface SyncPlan {
  config: SiteConfig;
  /** The same as a file, with the lines of the file that is there. */
  text: string;
  /** With those of what no file has named so far. */
  keys: SiteKeys;
  /** What becomes different on the site. */
  applied: ConfigChange[];
  /** What becomes different in the file. */
  written: ConfigChange[];
  clashes: ConfigClash[];
  remarks: Remark[];
}

/**
 * What a site and its file are to be. Before both were alike for the first time the file counts, if there is one; later
 * what either side changed counts, as `mergeSiteConfigs` says; for an `export` the site alone counts. Throws Invalid for
 * a file with a mistake, and for changes of both sides that no file could hold together.
 */
export function planSync(site: DescribedSite, texts: SyncedTexts): SyncPlan {
  const { direction, path } = texts;
  const read = texts.file === undefined ? undefined : readConfig(texts.file, path);
  const base = texts.base === undefined ? undefined : readConfig(texts.base, path).config;
  const file = read?.config;
  const follows = direction === 'export';
  const like = follows ? (file ?? base) : (base ?? file);
  const described = structureConfig(site, { like, names: file, folders: direction !== 'import' });
  const merged = merge(follows ? undefined : file, base, described.config);
  const text =
    direction === 'import' && file === merged.config ? texts.file : written(texts.file ?? '', path, merged.config);
  return {
    config: merged.config,
    text: text ?? '',
    keys: described.keys,
    applied: configChanges(described.config, merged.config),
    written:
      direction === 'import' ? [] : configChanges(file ?? { title: merged.config.title, structure: [] }, merged.config),
    clashes: merged.clashes,
    remarks: read?.remarks ?? [],
  };
}

function merge(file: SiteConfig | undefined, base: SiteConfig | undefined, site: SiteConfig) {
  if (!file) return { config: site, clashes: [] };
  return base ? mergeSiteConfigs({ base, file, site }) : { config: file, clashes: [] };
}

/** The configuration as a file. Throws Invalid where no file can say it. */
function written(before: string, path: string, wanted: SiteConfig): string {
  const text = writeSiteConfig(before, wanted, { isLanguage });
  const { config, faults } = readSiteConfig(text, { isLanguage });
  if (isSameConfig(config, wanted)) return text;
  const why = faults.map(({ message }) => message).slice(0, 3);
  throw new Invalid(
    `What the site and ${path} have become can not be one file: ${why.join('; ') || 'a text would be another in it'}`,
  );
}

const MOST_NAMED = 10;

/** What people should know of changes that were not taken. */
export function clashNotice(clashes: readonly ConfigClash[]): string | undefined {
  if (clashes.length === 0) return undefined;
  const named = clashes.slice(0, MOST_NAMED).map(({ title, members }) => `"${title}" (${members.join(', ')})`);
  const more = clashes.length - named.length;
  return `Both the file and the site had changed ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}: the file's was taken.`;
}

const NOUNS: Readonly<Record<ConfigChange['type'], string>> = {
  site: 'site',
  'section-group': 'section group',
  section: 'section',
  space: 'space',
  'external-link': 'link',
};
const VERBS: Readonly<Record<ConfigChange['kind'], string>> = {
  added: 'Add',
  removed: 'Remove',
  moved: 'Move',
  changed: 'Change',
};
const MOST_LINES = 50;

/** What a commit says of changes: one of them in its first line, or several below it. */
export function commitWords(title: string, changes: readonly ConfigChange[]): string {
  const lines = changes.map((change) => `${VERBS[change.kind]} the ${NOUNS[change.type]} '${oneLine(change.title)}'`);
  const [first] = lines;
  if (first !== undefined && lines.length === 1) return first;
  const subject = `Change the structure of '${oneLine(title)}'`;
  if (lines.length === 0) return subject;
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [];
  return [subject, '', ...lines.slice(0, MOST_LINES).map((line) => `* ${line}`), ...more].join('\n');
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
