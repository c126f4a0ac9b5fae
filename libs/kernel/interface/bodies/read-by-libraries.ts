import type { Type } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { misplacedLists, validatedInstance } from '#library-internals';
import { MOST_FIELDS, type FieldFault } from '../../domain/errors.js';
import { inOrder } from './class-plan.js';
import type { Read } from './read-by-plan.js';

const EACH = 'each value in ';

/** Reads what was sent as `readByPlan` does, by the public functions of class-transformer and class-validator. */
export function readByLibraries(type: Type, sent: unknown): Read {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { violations: [{ path: '', message: 'An object is expected' }] };
  const { value, errors } = validatedInstance(type, sent);
  const lists = errors.length > 0 ? [] : misplacedLists(value);
  const violations = [
    ...errors.flatMap((error) => faultsOf(error, '')),
    ...lists.map((path) => ({ path, message: `${path} must be an object` })),
  ];
  return violations.length > 0 ? { violations: violations.slice(0, MOST_FIELDS) } : { value };
}

/** The first fault of a member, or those within it where it has none itself. */
function faultsOf({ property, value, constraints = {}, children = [] }: ValidationError, path: string): FieldFault[] {
  const at = `${path}${property}`;
  const { nestedValidation: nested, ...others } = constraints;
  const checks = Object.entries(others).map(([name, message]) => ({ name, message, each: message.startsWith(EACH) }));
  const [first] = inOrder(checks.reverse());
  if (first) return [{ path: at, message: `${path}${first.message}` }];
  if (nested !== undefined) return faultsOfNested(nested, property, value, at);
  return children.flatMap((child) => faultsOf(child, `${at}.`));
}

/** Of a member that is no object, or a list with items that are none. */
function faultsOfNested(message: string, property: string, value: unknown, at: string): FieldFault[] {
  if (!message.startsWith(EACH)) return [{ path: at, message: `${at} must be an object` }];
  if (!Array.isArray(value)) return [{ path: at, message: `${at} must be an array` }];
  return value.flatMap((item, index) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? []
      : [{ path: `${at}.${index}`, message: `${at}.${index}: each value in ${property} must be an object` }],
  );
}
