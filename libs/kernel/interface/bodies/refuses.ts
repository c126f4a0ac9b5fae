import { registerDecorator } from 'class-validator';

/** Why a member or parameter is refused, and the values with which it has no effect and is accepted. */
export type Refusal = string | { because: string; unless: readonly unknown[] };

/**
 * Declares members that clients of the API may send and that Quire does not support: they are refused, since a client
 * that sends them relies on them. Other unknown members are dropped. `docs/api/compatibility.md` lists them all.
 */
export function Refuses(members: Readonly<Record<string, Refusal>>): ClassDecorator {
  return (body) => {
    for (const [member, refusal] of Object.entries(members)) {
      const { because, unless } = typeof refusal === 'string' ? { because: refusal, unless: [] } : refusal;
      registerDecorator({
        name: 'refused',
        target: body,
        propertyName: member,
        validator: {
          validate: (value: unknown) => value === undefined || unless.some((harmless) => same(harmless, value)),
          defaultMessage: () => `${member}: ${because}`,
        },
      });
    }
  };
}

/** Empty lists are equal to each other, and so are empty objects. */
function same(harmless: unknown, value: unknown): boolean {
  if (typeof harmless !== 'object' || harmless === null) return harmless === value;
  if (typeof value !== 'object' || value === null || Array.isArray(harmless) !== Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}
