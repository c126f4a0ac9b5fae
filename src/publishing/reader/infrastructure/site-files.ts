import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_STYLE } from '#api-html';
import {
  classesOf,
  LANGUAGES,
  lookStyle,
  SCRIPTS,
  scriptWords,
  STYLE,
  type SiteFrame,
  type StaticFile,
} from '#site-html';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';
import type { ServedSite } from './served-site.js';

/** Where the files of all sites are. A name changes with what is in the file, so browsers keep it for ever. */
const FILES = '/~/';
const MOST_LOOKS = 500;

const digest = hash('sha256', API_STYLE).slice(0, 12);
const API: StaticFile = { name: `api.${digest}.css`, type: 'text/css; charset=utf-8', text: API_STYLE };

interface Look {
  style: string;
  /** A few characters that change with the style. */
  version: string;
  classes: readonly string[];
}

/** The files that pages load. */
@Injectable()
export class SiteFiles {
  readonly #files: ReadonlyMap<string, StaticFile> = new Map(
    [STYLE, API, ...Object.values(SCRIPTS), ...LANGUAGES.map(scriptWords)].map((file) => [file.name, file]),
  );
  readonly #looks = new LRUCache<string, Look>({ max: MOST_LOOKS });
  /** Customizations are objects that are kept as long as nothing changes. */
  readonly #known = new WeakMap<SiteCustomizationView, Look>();

  /** The style sheet of what is shown of specifications. */
  readonly api = FILES + API.name;

  /** The file with a name, of those that are the same for all sites. */
  named(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }

  of({ look, place, language }: ServedSite): { files: SiteFrame['files']; classes: readonly string[] } {
    const { version, classes } = this.lookOf(look);
    const words = scriptWords(language);
    const files = {
      style: FILES + STYLE.name,
      script: FILES + SCRIPTS.page.name,
      words: FILES + words.name,
      look: `${place.basePath}~/look.${version}.css`,
      icon: `${place.basePath}~/icon.svg`,
    };
    return { files, classes };
  }

  lookOf(customization: SiteCustomizationView): Look {
    const known = this.#known.get(customization);
    if (known) return known;
    const { styling } = customization;
    const key = JSON.stringify(styling);
    const style = this.#looks.get(key)?.style ?? lookStyle(styling);
    const look = { style, version: hash('sha256', style, 'base64url').slice(0, 12), classes: classesOf(styling) };
    this.#looks.set(key, look);
    this.#known.set(customization, look);
    return look;
  }
}
