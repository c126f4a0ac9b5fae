import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { plainToInstance, TransformationType } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';

type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;
/** A rule of a member, from its decorator. */
export type Rule = Rules[number];
type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']>[number];

/** What the decorators of one member say. */
export interface DecoratedMember {
  name: string;
  /** Whether there is something to check at all. */
  conditions: readonly ((body: object, value: unknown) => boolean)[];
  /** In the order in which they were recorded: the top decorator is the last. */
  checks: readonly Rule[];
  transforms: readonly ((value: unknown, sent: object) => unknown)[];
  /** Whether it is looked into, or each of its items. */
  isNested: boolean;
  isListOfNested: boolean;
  /** The class of the member, or of its items. */
  kind: (() => Type) | undefined;
}

const CONDITION = 'conditionalValidation';
const NESTED = 'nestedValidation';
const CUSTOM = 'customValidation';

/** What the decorators of class-validator and class-transformer say of the members of a class. */
export function decoratedMembers(type: Type): DecoratedMember[] {
  const byName = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    byName.set(rule.propertyName, [...(byName.get(rule.propertyName) ?? []), rule]);
  }
  return [...byName].map(([name, rules]) => memberOf(type, name, rules));
}

function memberOf(type: Type, name: string, rules: readonly Rule[]): DecoratedMember {
  const kind = defaultMetadataStorage.findTypeMetadata(type, name);
  const transforms = defaultMetadataStorage.findTransformMetadatas(type, name, TransformationType.PLAIN_TO_CLASS);
  return {
    name,
    conditions: rules
      .filter((rule) => rule.type === CONDITION)
      .map(({ constraints }) => constraints[0] as (body: object, value: unknown) => boolean),
    checks: rules.filter((rule) => rule.type === CUSTOM),
    transforms: transforms.map(
      ({ transformFn }) =>
        (value, sent): unknown =>
          transformFn({ value, key: name, obj: sent, type: TransformationType.PLAIN_TO_CLASS, options: {} }),
    ),
    isNested: rules.some((rule) => rule.type === NESTED),
    isListOfNested: rules.some((rule) => rule.type === NESTED && rule.each),
    kind: kind && ((): Type => kind.typeFunction() as Type),
  };
}

/** What checks a rule. */
export function constraintsOf(rule: Rule): readonly Constraint[] {
  return getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
}

/** The same by what the libraries publish: an instance of the class, and what is wrong with it. */
export function validatedInstance(type: Type, sent: object): { value: object; errors: ValidationError[] } {
  const value = plainToInstance(type, sent) as object;
  return { value, errors: validateSync(value, { whitelist: true, forbidUnknownValues: false }) };
}

/**
 * Where an instance has a list although its class declares one object, as paths. class-validator looks into either. The
 * types of members are those that TypeScript writes down.
 */
export function misplacedLists(instance: object, path = ''): string[] {
  return Object.entries(instance).flatMap(([name, value]: [string, unknown]) => {
    const at = `${path}${name}`;
    if (!Array.isArray(value)) return isInstance(value) ? misplacedLists(value, `${at}.`) : [];
    const declared: unknown = Reflect.getMetadata('design:type', instance, name);
    if (typeof declared === 'function' && declared !== Array && declared !== Object) return [at];
    return value.flatMap((item: unknown, index) => {
      if (isInstance(item)) return misplacedLists(item, `${at}.${index}.`);
      return Array.isArray(item) && hasClassOfItems(instance, name) ? [`${at}.${index}`] : [];
    });
  });
}

/** Whether the items of a list become instances of a class. Only trying it out shows. */
function hasClassOfItems({ constructor }: object, name: string): boolean {
  const tried = plainToInstance(constructor as Type, { [name]: [{}] }) as Record<string, unknown>;
  const items = tried[name];
  return Array.isArray(items) && isInstance(items[0]);
}

/** Whether it was made from a class. */
function isInstance(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}
