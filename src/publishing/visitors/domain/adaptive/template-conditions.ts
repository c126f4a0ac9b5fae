import { MOST_CHARACTERS } from '#expressions';
import type { AdaptiveJsonSchema, ClaimSchema, ClaimSchemas, PlainClaim } from './claim-schema.js';

/** A suggested condition. */
export interface TemplateCondition {
  /** What is true of visitors who meet it. */
  description: string;
  condition: string;
}

/** The conditions that the claims schema of a site suggests. */
export function templateConditions(schema: AdaptiveJsonSchema): TemplateCondition[] {
  return [...conditionsOf(schema.properties, 'visitor.claims', '')].filter(
    ({ condition }) => condition.length <= MOST_CHARACTERS,
  );
}

function* conditionsOf(claims: ClaimSchemas, parent: string, group: string): Generator<TemplateCondition> {
  for (const [name, claim] of Object.entries(claims)) {
    const path = /^[A-Za-z_$][\w$]*$/.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`;
    const label = `${group}${name}`;
    if (claim.type === 'object') yield* conditionsOf(claim.properties, path, `${label}.`);
    else yield* conditionsOfOne(claim, path, label);
  }
}

function* conditionsOfOne(
  claim: Exclude<ClaimSchema, { type: 'object' }>,
  path: string,
  label: string,
): Generator<TemplateCondition> {
  if (claim.type === 'array') {
    if (!claim.items.enum) yield { description: `${label} has any`, condition: `${path}.length > 0` };
    for (const value of claim.items.enum ?? [])
      yield { description: `${label} has ${value}`, condition: `${path}.includes(${JSON.stringify(value)})` };
    return;
  }
  for (const value of valuesOf(claim))
    yield { description: `${label} is ${String(value)}`, condition: `${path} == ${JSON.stringify(value)}` };
  if (claim.type === 'number') yield { description: `${label} is more than 0`, condition: `${path} > 0` };
  if (claim.type === 'string' && !claim.enum) yield { description: `${label} is known`, condition: `${path} != null` };
}

const valuesOf = (claim: PlainClaim): readonly (string | boolean)[] =>
  claim.type === 'boolean' ? [true] : (claim.enum ?? []);
