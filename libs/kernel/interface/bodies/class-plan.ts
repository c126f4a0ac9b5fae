import type { Type } from '@nestjs/common';
import type { ValidationArguments } from 'class-validator';
import { constraintsOf, decoratedMembers, type DecoratedMember, type Rule } from '#library-internals';
import { exceeds } from '../../domain/characters.js';

/** A rule of a member, from its decorator. */
export interface Check {
  /** The name of the decorator in class-validator. */
  name: string;
  /** Whether it applies to each item of a list. */
  each: boolean;
  /** The arguments of the decorator. */
  given: readonly unknown[];
  holds: (value: unknown, body: object) => boolean;
  message: (value: unknown, body: object) => string;
}

/** The rules of one member of a class. */
export interface MemberPlan {
  name: string;
  /** Whether there is something to check: `Optional` and `Nullable` decide this. */
  applies: (body: object, value: unknown) => boolean;
  /** Convert the value that was sent to the value that is checked. */
  transforms: readonly ((value: unknown, sent: object) => unknown)[];
  /** In the order in which they are checked: first those that bound the others. */
  checks: readonly Check[];
  isList: boolean;
  /** The class of the member, or of its items. Without one its content is not validated. */
  nested: (() => ClassPlan) | undefined;
}

/** The rules of a class for bodies, queries or paths. */
export interface ClassPlan {
  type: Type;
  members: readonly MemberPlan[];
}

const plans = new Map<Type, ClassPlan>();

/** The plan of a class, read from its decorators on first use. */
export function planOf(type: Type): ClassPlan {
  let plan = plans.get(type);
  if (!plan) plans.set(type, (plan = { type, members: membersOf(type) }));
  return plan;
}

function membersOf(type: Type): MemberPlan[] {
  return decoratedMembers(type).map((member) => memberOf(type, member));
}

function memberOf(type: Type, member: DecoratedMember): MemberPlan {
  const { name, conditions, transforms, isNested, isListOfNested, kind } = member;
  // The top decorator was recorded last, and says which type of value the member has: it is checked first.
  const checks = [...member.checks].reverse().flatMap((rule) => checksOf(type, rule));
  if (isNested && !kind) throw new Error(`${type.name}.${name} is validated within, and no decorator says as what`);
  return {
    name,
    applies: (body, value) => conditions.every((holds) => holds(body, value)),
    transforms,
    checks: inOrder(checks),
    isList: checks.some((check) => check.name === 'isArray') || isListOfNested,
    nested: isNested && kind ? (): ClassPlan => planOf(kind()) : undefined,
  };
}

/** Lengths are cheap to check and bound everything after them; checks of each item come last. */
export function inOrder<C extends Pick<Check, 'name' | 'each'>>(checks: readonly C[]): C[] {
  const rank = ({ name, each }: C): number => (each ? 2 : 0) + (BOUNDS.has(name) || KINDS.has(name) ? 0 : 1);
  return [...checks].sort((a, b) => rank(a) - rank(b));
}

/** Checks of the type of a value and of its length. */
const KINDS = new Set(['isString', 'isArray', 'isObject', 'isBoolean', 'isInt', 'isIn', 'isDefined']);
const BOUNDS = new Set(['arrayMinSize', 'arrayMaxSize', 'maxLength', 'minLength']);

function checksOf(type: Type, rule: Rule): Check[] {
  return constraintsOf(rule).map((constraint) => {
    const { name, async, instance } = constraint;
    if (async) throw new Error(`${type.name}.${rule.propertyName}: rules that wait are not for requests`);
    const given: readonly unknown[] = rule.constraints ?? [];
    const [property, targetName] = [rule.propertyName, type.name];
    const argumentsOf = (value: unknown, object: object): ValidationArguments =>
      ({ targetName, property, object, value, constraints: rule.constraints }) as ValidationArguments;
    const holds: Check['holds'] =
      // The library's own check counts no variation selectors: a text of only those could have any length.
      name === 'maxLength'
        ? (value) => typeof value === 'string' && !exceeds(value, Number(given[0]))
        : (value, body) => instance.validate(value, argumentsOf(value, body)) === true;
    return {
      name,
      each: rule.each,
      given,
      holds: (value, body) => rule.validateIf?.(body, value) === false || holds(value, body),
      message: (value, body) => {
        const text = rule.message || (instance.defaultMessage?.(argumentsOf(value, body)) ?? '');
        return filledIn(typeof text === 'string' ? text : text(argumentsOf(value, body)), property, given);
      },
    };
  });
}

function filledIn(text: string, property: string, given: readonly unknown[]): string {
  return text
    .replace(/\$constraint(\d+)/g, (_, number: string) => {
      const value = given[Number(number) - 1];
      return Array.isArray(value) ? value.join(', ') : String(value);
    })
    .replace(/\$property/g, property);
}
