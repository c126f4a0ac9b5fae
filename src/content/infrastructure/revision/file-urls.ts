import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';

/** Addresses of files: whoever has one can read the bytes, and nobody can make one up. */
@Injectable()
export class FileUrls {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  /** `hash` is the SHA-256 (hex) of the bytes. */
  urlOf(organizationId: string, hash: string, name: string): string {
    const signature = this.secretBox.sign(signedText(organizationId, hash, name));
    return `${this.settings.publicUrl}/files/${organizationId}/${hash}/${signature}/${encodeURIComponent(name)}`;
  }

  /** The hash of the bytes that an address of ours leads to; undefined for any other address. */
  hashOf(url: string): string | undefined {
    const prefix = `${this.settings.publicUrl}/files/`;
    if (!url.startsWith(prefix)) return undefined;
    const [organizationId = '', hash = '', signature = '', name = ''] = url.slice(prefix.length).split('/');
    try {
      return this.isValid(organizationId, hash, decodeURIComponent(name), signature) ? hash : undefined;
    } catch {
      return undefined;
    }
  }

  isValid(organizationId: string, hash: string, name: string, signature: string): boolean {
    return this.secretBox.verify(signedText(organizationId, hash, name), signature);
  }
}

function signedText(organizationId: string, hash: string, name: string): string {
  return `file\n${organizationId}\n${hash}\n${name}`;
}
