import { hash } from 'node:crypto';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';

export interface ShareLinkState {
  organizationId: string;
  siteId: string;
  id: string;
  name: string;
  /** Whether it lets anybody in. */
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

/** How many links a site takes. */
export const MAX_SHARE_LINKS = 100;
const MAX_NAME = 50;
/** 256 bits, drawn: nothing of the link tells its key. */
const KEY_DIGITS = 43;

/** Lets whoever has its key read a site whose visibility is `share-link`, until it is switched off or deleted. */
export class ShareLink {
  private constructor(private readonly state: ShareLinkState) {}

  /** Answers the key beside the link: it is kept sealed, and found by its hash. */
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

  /** Whether these changes let in people whom the link did not. */
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

/** Whether a text can be a key at all: nothing else need be looked up. */
export function mayBeKey(text: string): boolean {
  return text.length === KEY_DIGITS;
}

/** SHA-256 (hex), under which a key is looked up. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function validName(name: string): string {
  if (exceeds(name, MAX_NAME) || name.includes('\u0000'))
    throw new Invalid(`name takes at most ${MAX_NAME} characters`);
  return name;
}
