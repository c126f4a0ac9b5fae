import { DomainError } from '#kernel/domain/errors';

const TOO_MANY = 429;

/** Nothing for what readers may not have, whatever the reason; those who come too often learn that. */
export async function orNothing<T>(wanted: Promise<T>): Promise<T | undefined> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof DomainError && error.status !== TOO_MANY) return undefined;
    throw error;
  }
}
