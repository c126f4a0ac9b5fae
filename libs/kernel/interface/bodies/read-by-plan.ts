import { MOST_FIELDS, type FieldFault } from '../../domain/errors.js';
import type { ClassPlan, MemberPlan } from './class-plan.js';

/** The request as an instance of its class, or the violations of its rules. */
export type Read = { value: object; violations?: undefined } | { value?: undefined; violations: readonly FieldFault[] };

/**
 * Creates instances of classes from a request, by the rules of their decorators. Undeclared members are dropped, those
 * without a class are copied as they are, and a list that is too long is not examined: the work is bounded by the size
 * of what the class declares, and ends with the last violation that a response would name.
 */
export function readByPlan(plan: ClassPlan, sent: unknown): Read {
  if (!isObject(sent)) return { violations: [{ path: '', message: 'An object is expected' }] };
  const reader = new Reader();
  const value = reader.object(plan, sent, '');
  return reader.violations.length > 0 ? { violations: reader.violations } : { value };
}

class Reader {
  readonly violations: FieldFault[] = [];

  object(plan: ClassPlan, sent: Json, path: string): object {
    const instance = new plan.type() as Json;
    for (const { name, transforms } of plan.members) {
      if (!Object.hasOwn(sent, name)) continue;
      let value = sent[name];
      for (const transform of transforms) value = transform(value, sent);
      instance[name] = value;
    }
    for (const member of plan.members) {
      if (this.#isFull) break;
      if (member.applies(instance, instance[member.name])) this.#member(member, instance, path);
    }
    return instance;
  }

  get #isFull(): boolean {
    return this.violations.length >= MOST_FIELDS;
  }

  #member(member: MemberPlan, instance: Json, path: string): void {
    const value = instance[member.name];
    for (const check of member.checks) {
      const items = check.each && Array.isArray(value) ? (value as unknown[]) : [value];
      if (items.every((item) => check.holds(item, instance))) continue;
      this.violations.push({ path: `${path}${member.name}`, message: `${path}${check.message(value, instance)}` });
      return;
    }
    if (member.nested) instance[member.name] = this.#nested(member.nested(), member, value, `${path}${member.name}`);
  }

  #nested(plan: ClassPlan, { isList, name }: MemberPlan, value: unknown, path: string): unknown {
    if (!isList) return this.#one(plan, value, path, `${path} must be an object`);
    if (!Array.isArray(value)) return void this.violations.push({ path, message: `${path} must be an array` });
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) {
      if (this.#isFull) break;
      items.push(
        this.#one(plan, item, `${path}.${index}`, `${path}.${index}: each value in ${name} must be an object`),
      );
    }
    return items;
  }

  #one(plan: ClassPlan, value: unknown, path: string, message: string): unknown {
    if (isObject(value)) return this.object(plan, value, `${path}.`);
    this.violations.push({ path, message });
    return value;
  }
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
