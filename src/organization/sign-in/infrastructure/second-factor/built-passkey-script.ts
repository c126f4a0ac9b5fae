import { Injectable } from '@nestjs/common';
import { SCRIPTS } from '#site-html';
import type { PasskeyScript } from '../../application/second-factor/passkey-script.js';

/** The script as the build has made it, with those of sites. */
@Injectable()
export class BuiltPasskeyScript implements PasskeyScript {
  readonly name: string;
  readonly text: string;

  constructor() {
    const script = SCRIPTS['passkeys'];
    if (!script) throw new Error('The script for passkeys is not built: run `npm run build`');
    ({ name: this.name, text: this.text } = script);
  }
}
