import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { SignInRefused, type RefusalReason } from '../../domain/sign-in-refused.js';
import type { Statement } from '../../domain/saml/statement.js';
import { verifyResponse, type Sides } from './verify-response.js';

/** Bound on a statement: no more than the response it was read from. */
const MAX_BYTES = 600_000;

/** The process's answer: the statement, or the reason of a refusal. */
export type Verified = { statement: Statement } | { reason: RefusalReason; detail: string };

async function verify(sides: Sides, response: string): Promise<Verified> {
  try {
    return { statement: await verifyResponse(sides, response) };
  } catch (error) {
    if (error instanceof SignInRefused) return { reason: error.reason, detail: error.message };
    throw error;
  }
}

/** Entry of the worker process. */
export const run = inWorker({ verify }, { maxBytes: MAX_BYTES, refusal: () => undefined });
