import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequests } from '#kernel/domain/errors';
import type { AttemptLimit } from '../../domain/password/password-ports.js';

/** Attempts that one address has in a window, whoever's passwords it tries. */
export const ATTEMPTS = 60;
const WINDOW_SECONDS = 600;

/** Counted in this process. */
@Injectable()
export class AddressLimit implements AttemptLimit {
  readonly #limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_SECONDS });

  async take(address: string): Promise<void> {
    try {
      await this.#limiter.consume(networkOf(address));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const minutes = Math.ceil(refused.msBeforeNext / 60_000);
      throw new TooManyRequests(`Too many attempts from this network: try again in ${minutes} min`);
    }
  }
}

/** The address, or for IPv6 the network of 64 bits that one household or server has to itself. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
