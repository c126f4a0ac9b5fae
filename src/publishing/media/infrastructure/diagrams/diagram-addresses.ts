import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { DiagramAddress } from '../../application/media.queries.js';
import type { DiagramTheme } from './draw-diagram.js';

/** Characters of a compressed text in an address: servers and proxies take some thousands. */
const LONGEST = 4_000;
/** Bytes that a text of an address may have; what this server signed is never longer. */
const MOST_BYTES = 40_000;

/**
 * Addresses of drawn diagrams, each with the whole text of one: it is drawn again where the picture is not kept any
 * more, without the page that it is on.
 */
@Injectable()
export class DiagramAddresses {
  constructor(private readonly secretBox: SecretBox) {}

  /** Undefined for a text that is too long for an address. */
  of(source: string, theme: DiagramTheme): string | undefined {
    const text = deflateRawSync(source, { level: 9 }).toString('base64url');
    if (text.length > LONGEST) return undefined;
    return `/~/diagram?key=${this.secretBox.sign(signedText(text, theme))}&theme=${theme}&text=${text}`;
  }

  /** Undefined for an address that this server did not sign. */
  read({ text, theme, signature }: DiagramAddress): { source: string; theme: DiagramTheme } | undefined {
    if (theme !== 'light' && theme !== 'dark') return undefined;
    if (!this.secretBox.verify(signedText(text, theme), signature)) return undefined;
    const source = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: MOST_BYTES }).toString();
    return { source, theme };
  }
}

const signedText = (text: string, theme: string): string => `diagram\n${theme}\n${text}`;
