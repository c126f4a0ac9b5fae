import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { BlockControls } from '#contentkit-html';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { BlockView } from '../../domain/blocks/block-session.js';

/** A block of a page that one site space shows. */
export interface BlockPlace {
  siteSpace: string;
  /** The id of the page. */
  page: string;
  /** The place among its blocks, from 0. */
  index: number;
  integration: string;
  component: string;
}

/** What a form brings back: where the reader is in the block, and what could be done there. */
export interface SealedBlock {
  views: readonly BlockView[];
  controls: BlockControls;
}

/** Characters of a block in a form, which has as much again for what is entered, and bytes that they are of. */
const LONGEST = 24_000;
const MOST_BYTES = 500_000;
const LEVEL = 6;

/**
 * Blocks in forms of pages: signed, so that readers send back what they were shown, at the place where they were. They
 * can be read by whom the page is for.
 */
@Injectable()
export class BlockSeals {
  constructor(private readonly secretBox: SecretBox) {}

  /** Undefined for more than a form has. */
  fieldsOf(place: BlockPlace, block: SealedBlock): { state: string; key: string } | undefined {
    const json = JSON.stringify(block);
    if (json.length > MOST_BYTES) return undefined;
    const state = deflateRawSync(json, { level: LEVEL }).toString('base64url');
    return state.length > LONGEST ? undefined : { state, key: this.secretBox.sign(signedText(place, state)) };
  }

  /** Undefined for what this server did not sign for this place. */
  read(place: BlockPlace, { state, key }: { state: string; key: string }): SealedBlock | undefined {
    if (state.length > LONGEST || !this.secretBox.verify(signedText(place, state), key)) return undefined;
    const json = inflateRawSync(Buffer.from(state, 'base64url'), { maxOutputLength: 4 * MOST_BYTES });
    return JSON.parse(json.toString()) as SealedBlock;
  }
}

const signedText = ({ siteSpace, page, index, integration, component }: BlockPlace, state: string): string =>
  JSON.stringify(['block', siteSpace, page, index, integration, component, state]);
