import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';

/** The member may be left out; when it is present, `null` included, the other decorators apply. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The member may be `null`, which differs from leaving it out. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== null);
}

/** Reads `true` and `false` of a query as booleans, and leaves other values for other decorators to refuse. */
export function ReadBoolean(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
}
