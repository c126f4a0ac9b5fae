import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { IdempotentRequests, ownerOfKeys } from '#kernel/application/idempotent-requests';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict } from '#kernel/domain/errors';

const REFUSED = {
  mismatch: 'This key was used for something else: take another key',
  lost: 'The first call with this key took effect, but its answer was lost: look at the list of change requests',
  busy: 'The first call with this key is still running',
};

/**
 * Calls of tools that write and are sent again with the key of the first one, for 24 hours: nothing is written again, and
 * they say what the first one said.
 */
@Injectable()
export class RepeatedCalls {
  constructor(private readonly requests: IdempotentRequests) {}

  /** `sent` is all that was sent. Throws Conflict for a key that was sent with something else. */
  async once(
    caller: Caller,
    tool: string,
    sent: { key?: string | undefined },
    call: () => Promise<string>,
  ): Promise<string> {
    if (sent.key === undefined) return call();
    const owner = ownerOfKeys(caller);
    const key = `mcp ${sent.key}`;
    const claim = await this.requests.claim(owner, key, hash('sha256', `${tool}\n${canonicalJson(sent)}`));
    if (claim.kind === 'replay') return claim.answer.body;
    if (claim.kind !== 'run') throw new Conflict(REFUSED[claim.kind]);
    try {
      const body = await this.requests.during(owner, key, call);
      await this.requests.finish(owner, key, { status: 200, headers: {}, body });
      return body;
    } catch (error) {
      await this.requests.release(owner, key);
      throw error;
    }
  }
}
