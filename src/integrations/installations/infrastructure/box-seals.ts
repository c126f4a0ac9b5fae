import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Seals } from '../domain/seals.js';

@Injectable()
export class BoxSeals extends Seals {
  constructor(private readonly box: SecretBox) {
    super();
  }

  seal(text: string, place: string): string {
    return this.box.seal(text, place);
  }

  open(sealed: string, place: string): string {
    return this.box.open(sealed, place);
  }
}
