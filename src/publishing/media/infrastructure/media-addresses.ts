import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import type { SignedAddress } from '../application/media.queries.js';

/** Longer addresses of other hosts are not followed. */
const LONGEST = 4_000;
/** Characters of compressed data in an address, and bytes that they are of; what this server signed is never longer. */
const LONGEST_DATA = 6_000;
const MOST_DATA_BYTES = 200_000;
/** Where pages are taken to be: of a scheme that no address of a picture has, so that only relative ones stay there. */
const HERE = new URL('ftp://here.invalid/');

export type MediaKind = 'picture' | 'frame';

/** Addresses below this server of what is on other hosts. They are signed: only what Quire wrote itself is fetched. */
@Injectable()
export class MediaAddresses {
  readonly #files: string;

  constructor(
    private readonly secretBox: SecretBox,
    { publicUrl }: Settings,
  ) {
    this.#files = `${publicUrl}/files/`;
  }

  /** The address of a picture: of what is on this server its own one. Undefined for what can't be fetched. */
  picture(url: string): string | undefined {
    if (url.startsWith(this.#files)) return new URL(url).pathname;
    if (!URL.canParse(url, HERE.href)) return undefined;
    // Browsers find other hosts in more spellings than this one has: with backslashes, tabs and spaces.
    if (new URL(url, HERE).host === HERE.host) return url;
    return this.#signed('picture', new URL(url, `https://${HERE.host}`).href);
  }

  /** The address of the page with a frame around it. */
  frame(url: string): string | undefined {
    return this.#signed('frame', url);
  }

  /** The address of the page with a frame of any host, which is sent the data. Undefined for more than an address has. */
  webFrame(url: string, data: Readonly<Record<string, string>>): string | undefined {
    const text = deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64url');
    const href = followedHref(url);
    if (href === undefined || text.length > LONGEST_DATA) return undefined;
    const signature = this.secretBox.sign(signedText('web-frame', `${text}\n${href}`));
    return `/~/frame?key=${signature}&data=${text}&url=${encodeURIComponent(href)}`;
  }

  /** The data of the address of a frame, as JSON; undefined for an address that this server did not sign. */
  dataOf({ url, signature, data = '' }: SignedAddress): string | undefined {
    if (!this.secretBox.verify(signedText('web-frame', `${data}\n${url}`), signature)) return undefined;
    return inflateRawSync(Buffer.from(data, 'base64url'), { maxOutputLength: MOST_DATA_BYTES }).toString();
  }

  isValid(kind: MediaKind, { url, signature }: SignedAddress): boolean {
    return this.secretBox.verify(signedText(kind, url), signature);
  }

  #signed(kind: MediaKind, address: string): string | undefined {
    const href = followedHref(address);
    if (href === undefined) return undefined;
    const signature = this.secretBox.sign(signedText(kind, href));
    return `/~/${kind}?key=${signature}&url=${encodeURIComponent(href)}`;
  }
}

/** An address of another host as browsers write it; undefined for one that is not followed. */
function followedHref(address: string): string | undefined {
  const whole = address.startsWith('//') ? `https:${address}` : address;
  if (whole.length > LONGEST || !URL.canParse(whole)) return undefined;
  const { href, protocol, username, password } = new URL(whole);
  const isFollowed = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return isFollowed ? href : undefined;
}

const signedText = (kind: MediaKind | 'web-frame', url: string): string => `${kind}\n${url}`;
