import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { Invalid } from '#kernel/domain/errors';
import { Pictures, type Picture } from '../domain/picture.js';

const MEDIA_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Recognizes pictures by their bytes: they must have a size. */
@Injectable()
export class SentPictures extends Pictures {
  async read(member: string, base64: string, maxBytes: number): Promise<Picture> {
    if (!BASE64.test(base64)) throw new Invalid(`${member} must be a picture in base64`);
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > maxBytes) throw new Invalid(`${member} must be a picture of at most ${maxBytes} bytes`);
    const mediaType = (await fileTypeFromBuffer(bytes))?.mime;
    if (mediaType === undefined || !MEDIA_TYPES.has(mediaType) || !hasSize(bytes))
      throw new Invalid(`${member} must be a PNG, JPEG, GIF or WebP picture`);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), mediaType, bytes };
  }
}

function hasSize(bytes: Buffer): boolean {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0;
  } catch {
    return false;
  }
}
