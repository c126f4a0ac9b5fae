import { Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Settings } from '#kernel/infrastructure/settings';
import type { PasskeyCredential } from '../../domain/second-factor/passkey.js';
import { STEP_MS } from '../../domain/second-factor/pending-sign-in.js';
import type { PasskeyAnswer, PasskeyProtocol } from '../../domain/second-factor/second-factor-ports.js';

/** Signatures that are accepted, as COSE numbers them: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
/** The ways to an authenticator that WebAuthn names. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
/** Forms of an attestation where none is asked for: none, or a signature with the key of the passkey itself. */
const ATTESTATIONS = new Set(['none', 'packed']);
/** Bytes of a public key as COSE; that of RSA with 4096 bits takes 530. */
const MOST_KEY_BYTES = 2_000;

/**
 * WebAuthn for the public address of the server: its host is what passkeys are bound to, its origin where they are used.
 * The package is loaded when it is needed first; it takes 30 MB.
 */
@Injectable()
export class WebAuthn implements PasskeyProtocol {
  readonly #logger = new Logger('SignIn');
  readonly #host: string;
  readonly #origin: string;

  constructor({ publicUrl }: Settings) {
    ({ hostname: this.#host, origin: this.#origin } = new URL(publicUrl));
  }

  creationOptions(
    user: { id: string; email: string; displayName: string },
    challenge: string,
    known: readonly PasskeyCredential[],
  ): object {
    return {
      rp: { id: this.#host, name: `Quire at ${this.#host}` },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.displayName },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: STEP_MS,
      excludeCredentials: known.map(described),
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
      attestation: 'none',
    };
  }

  requestOptions(challenge: string, known: readonly PasskeyCredential[]): object {
    return {
      challenge,
      rpId: this.#host,
      timeout: STEP_MS,
      allowCredentials: known.map(described),
      userVerification: 'preferred',
    };
  }

  async created(answer: PasskeyAnswer, challenge: string): Promise<PasskeyCredential | undefined> {
    try {
      return await this.#created(answer, challenge);
    } catch (error) {
      return this.#refuse(error);
    }
  }

  async signed(
    answer: PasskeyAnswer,
    challenge: string,
    passkey: PasskeyCredential,
  ): Promise<{ counter: number } | undefined> {
    try {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
        requireUserVerification: false,
        credential: {
          id: passkey.credentialId,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          // The counter is compared where the passkey is locked.
          counter: 0,
        },
      });
      return verified ? { counter: authenticationInfo.newCounter } : undefined;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  async #created(answer: PasskeyAnswer, challenge: string): Promise<PasskeyCredential | undefined> {
    const response = answer as unknown as RegistrationResponseJSON;
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
    // Certificates of an attestation lead to addresses that the package would ask whether they were revoked.
    const attestation = decodeAttestationObject(
      Uint8Array.from(Buffer.from(response.response.attestationObject, 'base64url')),
    );
    if (!ATTESTATIONS.has(attestation.get('fmt')) || attestation.get('attStmt').get('x5c') !== undefined)
      throw new Error('The answer has an attestation, which was not asked for');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== answer.id) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    if (publicKey.byteLength > MOST_KEY_BYTES) throw new Error('The public key is too large');
    const transports = [...new Set<unknown>(response.response.transports ?? [])].filter(
      (each): each is string => typeof each === 'string' && TRANSPORTS.has(each),
    );
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  }

  /** The package throws for whatever is wrong with an answer. What it quotes of that is left out of the log. */
  #refuse(error: unknown): undefined {
    const message = error instanceof Error ? error.message : '';
    this.#logger.debug(`A passkey was refused: ${message.replace(/"[^"]*"/g, '"…"').slice(0, 200)}`);
    return undefined;
  }
}

function described({ credentialId, transports }: PasskeyCredential): object {
  return { type: 'public-key', id: credentialId, ...(transports.length > 0 && { transports }) };
}
