import { Invalid, TooLarge } from '#kernel/domain/errors';
import { SourceDiffers, SourceRefused, SourceTooLarge, SourceUnavailable } from '../domain/import/sources.js';

/** The refusal of the domain for what is wrong with a source. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof SourceDiffers) return error;
  if (error instanceof SourceTooLarge) return new TooLarge(error.message);
  if (error instanceof SourceRefused || error instanceof SourceUnavailable) return new Invalid(error.message);
  return error;
}
