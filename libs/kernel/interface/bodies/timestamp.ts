import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { isISO8601, ValidateBy } from 'class-validator';

/** Characters of the longest: a date, a time with nanoseconds, an offset; and some to spare. */
const MOST_CHARACTERS = 40;
/** Before it and after it PostgreSQL and ISO 8601 write years in other ways. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * An ISO 8601 date or time of the years 1 to 9999, at most 40 characters, which the document describes as `date-time`.
 * Forms of the standard that `Date` does not read (`20261001`, `2026-W40-4`, `2026-274`) are refused: every accepted
 * value is a time for `new Date` and for PostgreSQL.
 */
export function IsTimestamp(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'date-time', maxLength: MOST_CHARACTERS }),
    ValidateBy({
      name: 'isTimestamp',
      validator: {
        validate: isTimestamp,
        defaultMessage: ({ property } = {} as never) =>
          `${property} must be an ISO 8601 time such as 2026-01-15T09:30:00.000Z`,
      },
    }),
  );
}

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS || !isISO8601(value, { strict: true })) return false;
  const time = Date.parse(value);
  return time >= FIRST_MS && time <= LAST_MS;
}
