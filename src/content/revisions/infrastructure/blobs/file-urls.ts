import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';

/** Signs the URLs of files. A URL gives access to the bytes, and only this server can create one. */
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

  /** The hash and the name in an address that this server signed; undefined for any other address. */
  fileOf(url: string): { hash: string; name: string } | undefined {
    const prefix = `${this.settings.publicUrl}/files/`;
    if (!url.startsWith(prefix)) return undefined;
    const [organizationId = '', hash = '', signature = '', escaped = ''] = url.slice(prefix.length).split('/');
    try {
      const name = decodeURIComponent(escaped);
      return this.isValid(organizationId, hash, name, signature) ? { hash, name } : undefined;
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
