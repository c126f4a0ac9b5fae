import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '../application/caller.js';

/** Under this name the document says of an operation who may call it. */
export const NEEDS = 'x-quire-role';

/**
 * Whom an operation is for: `anybody`, even without a token; any `user`; or those who have a role, on a space or a
 * collection or in an organization, where `guest` is every member.
 */
type Need = { of: 'anybody' | 'user' } | { of: 'organization' | 'collection' | 'space'; role: Role | 'guest' };

/** Says whom an operation is for, and in a sentence what decides besides. docs/permissions.md is made of it. */
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
