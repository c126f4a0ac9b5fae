import { hash } from 'node:crypto';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';

export interface ShareLinkState {
  organizationId: string;
  siteId: string;
  id: string;
  name: string;
  /** Whether it lets readers in. */
  active: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What a caller may change; a member left out stays. */
export interface ShareLinkChanges {
  name?: string | undefined;
  active?: boolean | undefined;
}

/** The limit of links per site. */
export const MAX_SHARE_LINKS = 100;
const MAX_NAME = 50;
/** 256 random bits, independent of the other data of the link. */
const KEY_DIGITS = 43;

/** Lets readers with its key into a site whose visibility is `share-link`, until it is switched off or deleted. */
export class ShareLink {
  private constructor(private readonly state: ShareLinkState) {}

  /** Returns the key separately: it is stored encrypted, and found by its hash. */
  static create(
    organizationId: string,
    siteId: string,
    name: string,
    createdBy: string,
    now: Date,
  ): { link: ShareLink; key: string } {
    const link = new ShareLink({
      organizationId,
      siteId,
      id: newId(now.getTime()),
      name: validName(name),
      active: true,
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
    return { link, key: randomDigits(KEY_DIGITS) };
  }

  static from(state: ShareLinkState): ShareLink {
    return new ShareLink(state);
  }

  get id(): string {
    return this.state.id;
  }

  get name(): string {
    return this.state.name;
  }

  /** Whether these changes let in readers whom the link did not. */
  begins({ active }: ShareLinkChanges): boolean {
    return active === true && !this.state.active;
  }

  update({ name, active }: ShareLinkChanges, now: Date): void {
    if (name !== undefined) this.state.name = validName(name);
    if (active !== undefined) this.state.active = active;
    this.state.updatedAt = now;
  }

  snapshot(): ShareLinkState {
    return { ...this.state };
  }
}

/** Whether a text has the form of a key; anything else need not be looked up. */
export function mayBeKey(text: string): boolean {
  return text.length === KEY_DIGITS;
}

/** SHA-256 (hex), by which a key is found. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function validName(name: string): string {
  if (exceeds(name, MAX_NAME) || name.includes('\u0000'))
    throw new Invalid(`name takes at most ${MAX_NAME} characters`);
  return name;
}
