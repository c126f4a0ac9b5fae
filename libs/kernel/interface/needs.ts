import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '../application/caller.js';

/** The extension in the API document that says who may call an operation. */
export const NEEDS = 'x-quire-role';

/**
 * Who may call an operation: `anybody`, even without a token; any `user`; or callers with a role on a space or a
 * collection or in an organization, where `guest` is every member.
 */
type Need = { of: 'anybody' | 'user' } | { of: 'organization' | 'collection' | 'space'; role: Role | 'guest' };

/**
 * Declares who may call an operation, and in a sentence further conditions. docs/permissions.md is generated from it.
 */
export function Needs(of: 'anybody' | 'user', rule?: string): MethodDecorator & ClassDecorator;
export function Needs(
  of: 'organization' | 'collection' | 'space',
  role: Role | 'guest',
  rule?: string,
): MethodDecorator & ClassDecorator;
export function Needs(of: Need['of'], ...more: (string | undefined)[]): MethodDecorator & ClassDecorator {
  const [role, rule] = of === 'anybody' || of === 'user' ? [undefined, more[0]] : more;
  const need = { of, ...(role === undefined ? {} : { role }), ...(rule === undefined ? {} : { rule }) };
  return ApiExtension(NEEDS, need) as MethodDecorator & ClassDecorator;
}
