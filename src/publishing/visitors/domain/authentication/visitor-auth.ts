import { Invalid } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import { validWebAddress } from '../../../sites/domain/site/web-address.js';

/**
 * The signer of visitors' tokens: the organization's own server (`custom`), or an integration installed on the site.
 */
export type VisitorBackend = 'custom' | 'integration';

export interface VisitorAuthState {
  organizationId: string;
  siteId: string;
  backend: VisitorBackend;
  /** Name of the integration. */
  integration: string | null;
  /** The key that signs tokens, as text. */
  key: string;
  /** Where visitors without a token are sent to get one. */
  fallbackUrl: string | null;
  logoutUrl: string | null;
  updatedAt: Date;
}

/** What a caller may change; a member left out stays, null clears. */
export interface VisitorAuthChanges {
  backend?: VisitorBackend | undefined;
  integration?: string | null | undefined;
  fallbackUrl?: string | null | undefined;
  logoutUrl?: string | null | undefined;
}

/** 256 bits. */
const KEY_DIGITS = 43;
const INTEGRATION = /^[a-zA-Z0-9._-]{1,100}$/;

/** How visitors of a site with the visibility `visitor-auth` authenticate. It has a key from the beginning. */
export class VisitorAuth {
  private constructor(private readonly state: VisitorAuthState) {}

  static begin(organizationId: string, siteId: string, now: Date): VisitorAuth {
    return new VisitorAuth({
      organizationId,
      siteId,
      backend: 'custom',
      integration: null,
      key: randomDigits(KEY_DIGITS),
      fallbackUrl: null,
      logoutUrl: null,
      updatedAt: now,
    });
  }

  static from(state: VisitorAuthState): VisitorAuth {
    return new VisitorAuth(state);
  }

  get backend(): VisitorBackend {
    return this.state.backend;
  }

  /** Whether this integration signs the tokens of visitors. */
  isSignedBy(integration: string): boolean {
    return this.state.backend === 'integration' && this.state.integration === integration;
  }

  /** Returns whether the signer has changed, so that current visits must end. */
  update({ backend, integration, fallbackUrl, logoutUrl }: VisitorAuthChanges, now: Date): boolean {
    const { state } = this;
    const before = signerOf(state);
    if (backend !== undefined) state.backend = backend;
    if (integration !== undefined) state.integration = validIntegration(integration);
    if (fallbackUrl !== undefined) state.fallbackUrl = addressOrNone('fallbackURL', fallbackUrl);
    if (logoutUrl !== undefined) state.logoutUrl = addressOrNone('logoutURL', logoutUrl);
    state.updatedAt = now;
    return signerOf(state) !== before;
  }

  /** Replaces the key. Tokens signed with the old one become invalid. */
  regenerate(now: Date): void {
    this.state.key = randomDigits(KEY_DIGITS);
    this.state.updatedAt = now;
  }

  snapshot(): VisitorAuthState {
    return { ...this.state };
  }
}

function signerOf({ backend, integration }: VisitorAuthState): string {
  return backend === 'custom' ? backend : `${backend} ${integration}`;
}

function validIntegration(name: string | null): string | null {
  if (name === null) return null;
  if (!INTEGRATION.test(name))
    throw new Invalid('integration takes 1 to 100 letters, digits, dots, hyphens and underscores');
  return name;
}

function addressOrNone(name: string, address: string | null): string | null {
  return address === null ? null : validWebAddress(name, address);
}
