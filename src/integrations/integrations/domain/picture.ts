/** A picture that an author sends: icons and previews. */
export interface Picture {
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  mediaType: string;
  bytes: Buffer;
}

/** Most bytes of an icon and of a preview picture. */
export const MAX_ICON_BYTES = 256 * 1024;
export const MAX_PREVIEW_BYTES = 1024 * 1024;

/** Reads pictures as authors send them, in base64. */
export abstract class Pictures {
  /** Throws Invalid for anything but a PNG, JPEG, GIF or WebP of at most this many bytes. `member` is named then. */
  abstract read(member: string, base64: string, maxBytes: number): Promise<Picture>;
}
