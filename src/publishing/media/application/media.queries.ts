import type { Readable } from 'node:stream';
import { Query } from '#kernel/domain/messages';

/** What an address names that this server signed. */
export interface SignedAddress {
  url: string;
  signature: string;
  /** What the page in a frame is sent, compressed; absent for what is only shown. */
  data?: string | undefined;
}

export interface ServedPicture {
  type: string;
  /** With its quotes. */
  etag: string;
  size: number;
  /** Seconds in which browsers need not ask again. */
  maxAge: number;
  /** Opens the file; not called where the client has the picture. */
  open(): Promise<Readable>;
}

/**
 * A picture of another host. Undefined for an address that this server did not sign, and where the host has no picture
 * there; Unavailable where too many are being fetched.
 */
export class ReadPicture extends Query<ServedPicture | undefined> {
  constructor(readonly address: SignedAddress) {
    super();
  }
}

/** The text of a diagram, compressed, and the theme in which it is drawn, of an address that this server signed. */
export interface DiagramAddress {
  text: string;
  theme: string;
  signature: string;
}

/** A diagram, drawn. Undefined for an address that this server did not sign. */
export class ReadDiagram extends Query<ServedPicture | undefined> {
  constructor(readonly address: DiagramAddress) {
    super();
  }
}

/** A page around the frame of another host. */
export interface ServedFrame {
  html: string;
  policy: string;
}

/** What an embedded address shows. Undefined for an address that this server did not sign. */
export class ReadFrame extends Query<ServedFrame | undefined> {
  constructor(readonly address: SignedAddress) {
    super();
  }
}
