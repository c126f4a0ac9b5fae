import { registerDecorator } from 'class-validator';

/** Why a member or parameter is refused, and with which values it says nothing and is let pass. */
export type Refusal = string | { because: string; unless: readonly unknown[] };

/**
 * Names what clients of the API may send here and Quire can do nothing with: it is refused, since a client that sends it
 * counts on it. Other members that are unknown are dropped. `docs/api/compatibility.md` lists them all.
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

/** An empty list or object is as good as another. */
function same(harmless: unknown, value: unknown): boolean {
  if (typeof harmless !== 'object' || harmless === null) return harmless === value;
  if (typeof value !== 'object' || value === null || Array.isArray(harmless) !== Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}
