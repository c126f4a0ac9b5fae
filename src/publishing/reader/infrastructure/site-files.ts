import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { API_STYLE } from '#api-html';
import { BLOCK_STYLE } from '#contentkit-html';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { LANGUAGES } from '#page-html';
import {
  blockSheet,
  iconSheet,
  pageStyle,
  SCRIPTS,
  scriptWords,
  SHEETS,
  STYLE,
  topColors,
  type SiteFrame,
  type SiteLook,
  type StaticFile,
} from '#site-html';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';
import type { ServedFile } from '../application/site-files.queries.js';
import type { ServedSite } from './served-site.js';

/** Where the files of all sites are. A name changes with what is in the file, so browsers keep it for ever. */
const FILES = '/~/';
/** One, and one for the compressed forms. */
const BYTES_A_CHARACTER = 2;

const API = sheet('api', API_STYLE);
const KIT = sheet('kit', BLOCK_STYLE);

function sheet(name: string, text: string): StaticFile {
  return { name: `${name}.${hash('sha256', text).slice(0, 12)}.css`, type: 'text/css; charset=utf-8', text };
}

interface Look {
  /** The style sheet of all pages in it. */
  file: ServedFile;
  /** A few characters that change with it. */
  version: string;
  topColors: SiteFrame['topColors'];
}

/** The files that pages load. */
@Injectable()
export class SiteFiles {
  readonly #files: ReadonlyMap<string, ServedFile> = new Map(
    [STYLE, API, KIT, ...Object.values(SHEETS), ...Object.values(SCRIPTS), ...LANGUAGES.map(scriptWords)].map(
      (file) => [file.name, served(file)],
    ),
  );
  /** Those whose names say what they have. */
  readonly #named: LRUCache<string, ServedFile>;
  readonly #looks: LRUCache<string, Look>;
  /** Customizations are objects that are kept as long as nothing changes. */
  readonly #known = new WeakMap<SiteCustomizationView, Look>();

  /** The style sheet of what is shown of specifications. */
  readonly api = FILES + API.name;
  /** The style sheet of what integrations show. */
  readonly kit = FILES + KIT.name;

  constructor(caches: CacheBudget) {
    this.#named = caches.lru('style sheets of blocks', { sizeCalculation: bytesOf });
    this.#looks = caches.lru('style sheets of looks', { sizeCalculation: ({ file }) => bytesOf(file) });
  }

  /** The file with a name, of those that are the same for all sites. */
  named(name: string): ServedFile | undefined {
    return this.#files.get(name) ?? this.#named.get(name) ?? this.#write(name);
  }

  #write(name: string): ServedFile | undefined {
    const sheet = iconSheet(name) ?? blockSheet(name);
    if (!sheet) return undefined;
    const file = served(sheet);
    this.#named.set(name, file);
    return file;
  }

  /** What pages load that have the usual look. */
  usual(language: string): SiteFrame['files'] {
    return {
      shared: FILES,
      style: FILES + STYLE.name,
      script: FILES + SCRIPTS.page.name,
      words: FILES + scriptWords(language).name,
      icon: `${FILES}quire.svg`,
    };
  }

  of({ look, place, language }: ServedSite): Pick<SiteFrame, 'files' | 'topColors'> {
    const { version, topColors } = this.lookOf(look);
    const style = `${place.basePath}~/look.${version}.css`;
    const icon = `${place.basePath}~/icon.svg`;
    return { files: { ...this.usual(language), style, icon }, topColors };
  }

  lookOf(customization: SiteCustomizationView): Look {
    const known = this.#known.get(customization);
    if (known) return known;
    const { preset, backgroundColor, linkColor } = customization.header;
    const site = { ...customization.styling, header: { preset, backgroundColor, linkColor } };
    const key = JSON.stringify(site);
    const look = this.#looks.get(key) ?? newLook(site);
    this.#looks.set(key, look);
    this.#known.set(customization, look);
    return look;
  }
}

function newLook(look: SiteLook): Look {
  const text = pageStyle(look);
  const version = versionOf(text);
  const file = served({ name: `look.${version}.css`, type: STYLE.type, text });
  return { file, version, topColors: topColors(look) };
}

const bytesOf = ({ text }: ServedFile): number => (text.length + 1) * BYTES_A_CHARACTER;

const versionOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 12);

/** A file whose name says what is in it. */
const served = ({ type, text }: StaticFile): ServedFile => ({
  ...{ type, text, immutable: true },
  etag: `"${versionOf(text)}"`,
});
