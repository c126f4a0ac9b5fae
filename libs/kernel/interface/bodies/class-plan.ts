import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { TransformationType } from 'class-transformer';
import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import { exceeds } from '../../domain/characters.js';

type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;
type Rule = Rules[number];

/** One rule of a member, as its decorator says it. */
export interface Check {
  /** The decorator, as class-validator calls it. */
  name: string;
  /** Whether it is about each item of a list. */
  each: boolean;
  /** What the decorator was given. */
  given: readonly unknown[];
  holds: (value: unknown, body: object) => boolean;
  message: (value: unknown, body: object) => string;
}

/** What a class says of one of its members. */
export interface MemberPlan {
  name: string;
  /** Whether there is something to check: `Optional` and `Nullable` say when there is not. */
  applies: (body: object, value: unknown) => boolean;
  /** Makes of what was sent what is checked. */
  transforms: readonly ((value: unknown, sent: object) => unknown)[];
  /** In the order in which they are tried: what bounds the others first. */
  checks: readonly Check[];
  isList: boolean;
  /** The class of the member, or of its items. A member without one is not looked into. */
  nested: (() => ClassPlan) | undefined;
}

/** What a class of bodies, queries or paths says of its members. */
export interface ClassPlan {
  type: Type;
  members: readonly MemberPlan[];
}

const CONDITION = 'conditionalValidation';
const NESTED = 'nestedValidation';
const CUSTOM = 'customValidation';

const plans = new Map<Type, ClassPlan>();

/** The plan of a class, read from its decorators the first time it is asked for. */
export function planOf(type: Type): ClassPlan {
  let plan = plans.get(type);
  if (!plan) plans.set(type, (plan = { type, members: membersOf(type) }));
  return plan;
}

function membersOf(type: Type): MemberPlan[] {
  const byName = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    byName.set(rule.propertyName, [...(byName.get(rule.propertyName) ?? []), rule]);
  }
  return [...byName].map(([name, rules]) => memberOf(type, name, rules));
}

function memberOf(type: Type, name: string, rules: readonly Rule[]): MemberPlan {
  const conditions = rules
    .filter((rule) => rule.type === CONDITION)
    .map(({ constraints }) => constraints[0] as (body: object, value: unknown) => boolean);
  // The decorator on top is the last that was noted, and says what kind of value the member takes: it is asked first.
  const checks = rules
    .filter((rule) => rule.type === CUSTOM)
    .reverse()
    .flatMap((rule) => checksOf(type, rule));
  const kind = defaultMetadataStorage.findTypeMetadata(type, name);
  const isNested = rules.some((rule) => rule.type === NESTED);
  if (isNested && !kind) throw new Error(`${type.name}.${name} is validated within, and no decorator says as what`);
  const transforms = defaultMetadataStorage.findTransformMetadatas(type, name, TransformationType.PLAIN_TO_CLASS);
  return {
    name,
    applies: (body, value) => conditions.every((holds) => holds(body, value)),
    transforms: transforms.map(
      ({ transformFn }) =>
        (value, sent): unknown =>
          transformFn({ value, key: name, obj: sent, type: TransformationType.PLAIN_TO_CLASS, options: {} }),
    ),
    checks: inOrder(checks),
    isList: checks.some((check) => check.name === 'isArray') || rules.some((rule) => rule.type === NESTED && rule.each),
    nested: isNested && kind ? (): ClassPlan => planOf(kind.typeFunction() as Type) : undefined,
  };
}

/** Lengths are known at once and bound all that is done after them; what is about each item comes last. */
function inOrder(checks: readonly Check[]): Check[] {
  const rank = ({ name, each }: Check): number => (each ? 2 : 0) + (BOUNDS.has(name) || KINDS.has(name) ? 0 : 1);
  return [...checks].sort((a, b) => rank(a) - rank(b));
}

/** What a value is at all, and how long it is. */
const KINDS = new Set(['isString', 'isArray', 'isObject', 'isBoolean', 'isInt', 'isIn', 'isDefined']);
const BOUNDS = new Set(['arrayMinSize', 'arrayMaxSize', 'maxLength', 'minLength']);

function checksOf(type: Type, rule: Rule): Check[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  return constraints.map((constraint) => {
    const { name, async, instance } = constraint;
    if (async) throw new Error(`${type.name}.${rule.propertyName}: rules that wait are not for requests`);
    const given: readonly unknown[] = rule.constraints ?? [];
    const [property, targetName] = [rule.propertyName, type.name];
    const told = (value: unknown, object: object): ValidationArguments =>
      ({ targetName, property, object, value, constraints: rule.constraints }) as ValidationArguments;
    const holds: Check['holds'] =
      // The library's own counts no variation selectors: a text of them alone may be of any length.
      name === 'maxLength'
        ? (value) => typeof value === 'string' && !exceeds(value, Number(given[0]))
        : (value, body) => instance.validate(value, told(value, body)) === true;
    return {
      name,
      each: rule.each,
      given,
      holds: (value, body) => rule.validateIf?.(body, value) === false || holds(value, body),
      message: (value, body) => {
        const text = rule.message || (instance.defaultMessage?.(told(value, body)) ?? '');
        return filledIn(typeof text === 'string' ? text : text(told(value, body)), property, given);
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
