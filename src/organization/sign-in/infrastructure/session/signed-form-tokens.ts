import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { FormTokens } from '../../application/session/form-tokens.js';

/** An HMAC of the session's id with the server's key. */
@Injectable()
export class SignedFormTokens implements FormTokens {
  constructor(private readonly box: SecretBox) {}

  of(sessionId: string): string {
    return this.box.sign(textOf(sessionId));
  }

  holds(sessionId: string, token: string): boolean {
    return this.box.verify(textOf(sessionId), token);
  }
}

const textOf = (sessionId: string): string => `form of session ${sessionId}`;
