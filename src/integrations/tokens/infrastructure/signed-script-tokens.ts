import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { ScriptTokens, TOKEN_MS, type ScriptIdentity } from '../domain/script-tokens.js';

const KIND = 'integration';
const ALGORITHM = 'HS256';
const ISSUER = 'quire';
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM, typ: 'JWT' })).toString('base64url');

interface Claims {
  kind?: unknown;
  integration: string;
  installation?: string;
  organization?: string;
  depth: number;
}

/**
 * Tokens as JSON Web Tokens, signed with a key derived from QUIRE_SECRET_KEY. They are signed here and not by jose, which
 * does it on another thread and so takes twenty times as long: each event brings its script two.
 */
@Injectable()
export class SignedScriptTokens extends ScriptTokens {
  readonly #key: Uint8Array;

  constructor(secretBox: SecretBox) {
    super();
    this.#key = secretBox.keyFor('tokens of integrations v1');
  }

  mint({ integrationId, installation, depth }: ScriptIdentity, now: Date): Promise<string> {
    const own = installation && { installation: installation.id, organization: installation.organizationId };
    const exp = Math.floor((now.getTime() + TOKEN_MS) / 1000);
    const claims = { kind: KIND, integration: integrationId, ...own, depth, iss: ISSUER, exp };
    const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return Promise.resolve(`${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`);
  }

  async read(token: string, now: Date): Promise<(ScriptIdentity & { until: Date }) | undefined> {
    try {
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, requiredClaims: ['exp'], currentDate: now };
      const { payload } = await jwtVerify(token, this.#key, options);
      // The signature is ours, so the payload has the form that `mint` wrote.
      const { kind, integration, installation, organization, depth } = payload as unknown as Claims;
      if (kind !== KIND) return undefined;
      const until = new Date((payload.exp ?? 0) * 1000);
      if (installation === undefined || organization === undefined) return { integrationId: integration, depth, until };
      return {
        integrationId: integration,
        installation: { id: installation, organizationId: organization },
        ...{ depth, until },
      };
    } catch {
      return undefined;
    }
  }
}
