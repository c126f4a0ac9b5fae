import { Injectable } from '@nestjs/common';
import { TooManyRequests } from '#kernel/domain/errors';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import type { AttemptLimit } from '../../domain/password/password-ports.js';

/** Attempts of one client address in a window, for all users together. */
export const ATTEMPTS = 60;
const WINDOW_MS = 600_000;

@Injectable()
export class AddressLimit implements AttemptLimit {
  readonly #quota: Quota;

  constructor(private readonly quotas: Quotas) {
    this.#quota = quotas.of('sign-in', ATTEMPTS, WINDOW_MS);
  }

  take(address: string): void {
    const { granted, resetsInMs } = this.#quota.take(this.quotas.networkOf(address));
    if (granted) return;
    const minutes = Math.ceil(resetsInMs / 60_000);
    throw new TooManyRequests(`Too many attempts from this network: try again in ${minutes} min`);
  }
}
