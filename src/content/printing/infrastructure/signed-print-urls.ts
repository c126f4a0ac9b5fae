import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import type { OrderedPrint, PrintUrls } from '../application/get-pdf.js';
import type { OpenPrint } from '../application/print.queries.js';

type Address = OpenPrint['address'];

/** Addresses of PDFs, each signed with the second in which it ends. */
@Injectable()
export class SignedPrintUrls implements PrintUrls {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  urlOf({ organizationId, key, title, subtitle }: OrderedPrint, until: Date): string {
    const name = `${fileName(subtitle === null ? title : `${title} - ${subtitle}`)}.pdf`;
    const expires = String(Math.floor(until.getTime() / 1000));
    const signature = this.secretBox.sign(signedText({ organizationId, key, expires, name }));
    const path = [organizationId, key, expires, signature, encodeURIComponent(name)].join('/');
    return `${this.settings.publicUrl}/pdfs/${path}`;
  }

  isValid(address: Address, now: Date): boolean {
    if (!this.secretBox.verify(signedText(address), address.signature)) return false;
    return Number(address.expires) * 1000 > now.getTime();
  }
}

function signedText({ organizationId, key, expires, name }: Omit<Address, 'signature'>): string {
  return `print\n${organizationId}\n${key}\n${expires}\n${name}`;
}

/** Without what file systems refuse. */
function fileName(title: string): string {
  const name = title.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ');
  return (
    [...name]
      .slice(0, 80)
      .join('')
      .trim()
      .replace(/^\.+|\.+$/g, '') || 'Space'
  );
}
