import { Invalid } from '#kernel/domain/errors';
import { exceeds } from '#kernel/domain/characters';
import type { ConfigurationProperty, ConfigurationSchema } from './configuration-schema.js';
import type { Manifest } from './manifest.js';

const PLACES = ['account', 'space', 'site'] as const;
const MAX_PROPERTIES = 50;
const MAX_ENUM = 100;
const NAME = /^[^\s\u0000]{1,100}$/;
const MAX_TEXT = 2048;

/** The members of each type of property, besides title and description, with their types; `*` marks required ones. */
const TYPES: Readonly<
  Record<ConfigurationProperty['type'], Readonly<Record<string, 'string' | 'number' | 'boolean' | 'strings'>>>
> = {
  string: { default: 'string', completion_url: 'string', enum: 'strings' },
  number: { default: 'number' },
  boolean: { default: 'boolean' },
  button: { callback_url: 'string', button_text: 'string' },
};
const REQUIRED: Partial<Record<ConfigurationProperty['type'], readonly string[]>> = {
  button: ['callback_url', 'button_text'],
};

/** Reads what authors declare of configurations. Throws Invalid; drops members that mean nothing. */
export function readConfigurations(value: unknown): Manifest['configurations'] {
  const all = objectOf('configurations', value);
  return Object.fromEntries(
    PLACES.flatMap((place) =>
      all[place] === undefined ? [] : [[place, readSchema(`configurations.${place}`, all[place])] as const],
    ),
  );
}

function readSchema(path: string, value: unknown): ConfigurationSchema {
  const { componentId, properties, required } = objectOf(path, value);
  if (componentId !== undefined) return { componentId: textOf(`${path}.componentId`, componentId) };
  const entries = Object.entries(objectOf(`${path}.properties`, properties));
  if (entries.length > MAX_PROPERTIES) throw new Invalid(`${path}.properties takes at most ${MAX_PROPERTIES} members`);
  const read = Object.fromEntries(
    entries.map(([name, property]) => {
      if (!NAME.test(name)) throw new Invalid(`${path}.properties has a name that can't be used`);
      return [name, readProperty(`${path}.properties.${name}`, property)] as const;
    }),
  );
  if (required === undefined) return { properties: read };
  const names = textsOf(`${path}.required`, required, MAX_PROPERTIES);
  const unknown = names.find((name) => !Object.hasOwn(read, name));
  if (unknown !== undefined) throw new Invalid(`${path}.required names ${unknown}, which is not among its properties`);
  return { properties: read, required: names };
}

function readProperty(path: string, value: unknown): ConfigurationProperty {
  const members = objectOf(path, value);
  const { type, title, description } = members;
  if (typeof type !== 'string' || !Object.hasOwn(TYPES, type))
    throw new Invalid(`${path}.type must be one of ${Object.keys(TYPES).join(', ')}`);
  const kind = type as ConfigurationProperty['type'];
  const missing = REQUIRED[kind]?.find((name) => members[name] === undefined);
  if (missing !== undefined) throw new Invalid(`${path}.${missing} is required`);
  const own = Object.entries(TYPES[kind]).flatMap(([name, wanted]) =>
    members[name] === undefined ? [] : [[name, memberOf(`${path}.${name}`, members[name], wanted)] as const],
  );
  return {
    type: kind,
    ...(title === undefined ? {} : { title: textOf(`${path}.title`, title) }),
    ...(description === undefined ? {} : { description: textOf(`${path}.description`, description) }),
    ...Object.fromEntries(own),
  } as ConfigurationProperty;
}

function memberOf(path: string, value: unknown, wanted: 'string' | 'number' | 'boolean' | 'strings'): unknown {
  if (wanted === 'strings') return textsOf(path, value, MAX_ENUM);
  if (wanted === 'string') return textOf(path, value);
  if (typeof value !== wanted) throw new Invalid(`${path} must be a ${wanted}`);
  return value;
}

function objectOf(path: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Invalid(`${path} must be an object`);
  return value as Record<string, unknown>;
}

function textsOf(path: string, value: unknown, most: number): string[] {
  if (!Array.isArray(value) || value.length > most)
    throw new Invalid(`${path} must be a list of at most ${most} texts`);
  return value.map((each: unknown, at) => textOf(`${path}.${at}`, each));
}

function textOf(path: string, value: unknown): string {
  if (typeof value !== 'string' || value.includes('\u0000') || exceeds(value, MAX_TEXT))
    throw new Invalid(`${path} must be a text of at most ${MAX_TEXT} characters`);
  return value;
}

/** Most secrets of an integration, and most characters of each and of its name. */
const MAX_SECRETS = 20;
const MAX_SECRET = 8192;

/** Reads the secrets of a script: texts by name. */
export function readSecrets(value: unknown): Record<string, string> {
  const entries = Object.entries(objectOf('secrets', value));
  if (entries.length > MAX_SECRETS) throw new Invalid(`secrets takes at most ${MAX_SECRETS} members`);
  return Object.fromEntries(
    entries.map(([name, secret]) => {
      if (!NAME.test(name)) throw new Invalid("secrets has a name that can't be used");
      if (typeof secret !== 'string' || secret.includes('\u0000') || exceeds(secret, MAX_SECRET))
        throw new Invalid(`secrets.${name} must be a text of at most ${MAX_SECRET} characters`);
      return [name, secret] as const;
    }),
  );
}
