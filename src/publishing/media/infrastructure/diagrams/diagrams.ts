import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Unavailable } from '#kernel/domain/errors';
import type { DiagramAddress } from '../../application/media.queries.js';
import type { OpenedPicture } from '../outside-pictures.js';
import { PictureFolder } from '../picture-folder.js';
import { DiagramAddresses } from './diagram-addresses.js';
import { DiagramProcess } from './diagram-process.js';
import type { DiagramTheme, DrawnDiagram } from './draw-diagram.js';

/** Characters of a diagram. */
const LONGEST = 10_000;
const MOST_SIZES = 5_000;
/** What took too long is tried again. */
const LATE_MS = 60_000;
/** The same text is always drawn the same. */
const FOR_EVER = Date.UTC(2100, 0);
/** Changes with what diagrams look like. */
const VERSION = 1;

export interface Size {
  width: number;
  height: number;
}

interface Measured {
  size: Size | 'late' | undefined;
}

/** The pictures of a diagram, on this server. */
export interface ShownDiagram extends Size {
  light: string;
  dark: string;
}

/** Diagrams in the language of Mermaid, drawn once for each theme and kept as pictures. */
@Injectable()
export class Diagrams {
  readonly #sizes = new LRUCache<string, Measured>({ max: MOST_SIZES });

  constructor(
    private readonly processes: DiagramProcess,
    private readonly folder: PictureFolder,
    private readonly addresses: DiagramAddresses,
  ) {}

  /** Draws a diagram for a page. Undefined where it is to be shown as code; `late` where that is so for now. */
  async shown(source: string, caller: string): Promise<ShownDiagram | 'late' | undefined> {
    if (source.length > LONGEST) return undefined;
    const [light, dark] = [this.addresses.of(source, 'light'), this.addresses.of(source, 'dark')];
    if (light === undefined || dark === undefined) return undefined;
    const key = keyOf(source, 'light');
    const known = this.#sizes.get(key) ?? (await this.#measured(key, source, caller));
    return known.size === 'late' ? known.size : known.size && { ...known.size, light, dark };
  }

  /** The picture at an address; undefined for one that this server did not sign. */
  async read(address: DiagramAddress): Promise<OpenedPicture | undefined> {
    const asked = this.addresses.read(address);
    if (!asked) return undefined;
    const { source, theme } = asked;
    const key = keyOf(source, theme);
    const draw = async () => {
      const drawn = await this.#draw(key, source, theme, 'pictures');
      if (drawn === 'late') throw new Unavailable('The diagram could not be drawn just now');
      return drawn;
    };
    const picture = (await this.folder.find(key)) ?? (await draw())?.picture;
    return picture && { picture, open: async () => (await this.folder.open(key, picture)) ?? bytesOf(await draw()) };
  }

  async #measured(key: string, source: string, caller: string): Promise<Measured> {
    const drawn = await this.#draw(key, source, 'light', caller);
    const found = typeof drawn === 'object' ? { size: { width: drawn.width, height: drawn.height } } : { size: drawn };
    this.#sizes.set(key, found, drawn === 'late' ? { ttl: LATE_MS } : {});
    return found;
  }

  async #draw(key: string, source: string, theme: DiagramTheme, caller: string) {
    const drawn = await this.processes.draw(source, theme, caller);
    if (typeof drawn !== 'object') return drawn;
    const picture = await this.folder.put(key, Readable.from([Buffer.from(drawn.svg)]), FOR_EVER);
    return picture && { ...drawn, picture };
  }
}

function bytesOf(drawn: DrawnDiagram | undefined): Readable {
  if (!drawn) throw new Unavailable('The diagram could not be drawn just now');
  return Readable.from([drawn.svg]);
}

const keyOf = (source: string, theme: DiagramTheme): string => hash('sha256', `diagram ${VERSION} ${theme}\n${source}`);
