import { Invalid, type FieldFault } from '#kernel/domain/errors';

/** One setting of an installation, as the manifest describes it. */
export type ConfigurationProperty = { title?: string; description?: string } & (
  | { type: 'string'; default?: string; completion_url?: string; enum?: string[] }
  | { type: 'number'; default?: number }
  | { type: 'boolean'; default?: boolean }
  | { type: 'button'; callback_url: string; button_text: string }
);

/** What is set of an installation: by properties that a form can be made of, or by a component that the script draws. */
export type ConfigurationSchema =
  { properties: Record<string, ConfigurationProperty>; required?: string[] } | { componentId: string };

/** The settings of an installation. Scripts may keep members of their own in it, such as tokens of another service. */
export type Configuration = Record<string, unknown>;

/**
 * Throws Invalid for a value of another type than its property declares, or one that its enumeration lacks. Null counts
 * as not set.
 */
export function requireValidConfiguration(schema: ConfigurationSchema | undefined, configuration: Configuration): void {
  if (!schema || !('properties' in schema)) return;
  const faults = Object.entries(schema.properties).flatMap(([name, property]): FieldFault[] => {
    const message = faultOf(property, Object.hasOwn(configuration, name) ? configuration[name] : undefined);
    return message === undefined
      ? []
      : [{ path: `configuration.${name}`, message: `configuration.${name} ${message}` }];
  });
  if (faults.length > 0) throw new Invalid(faults.map(({ message }) => message).join('; '), faults);
}

/** Whether everything is set that the schema requires. */
export function isComplete(schema: ConfigurationSchema | undefined, configuration: Configuration): boolean {
  if (!schema || !('properties' in schema)) return true;
  return (schema.required ?? []).every((name) => isSet(configuration, name));
}

/** The configuration with the defaults of what is not set. */
export function withDefaults(schema: ConfigurationSchema | undefined, configuration: Configuration): Configuration {
  if (!schema || !('properties' in schema)) return configuration;
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    'default' in property && property.default !== undefined && !isSet(configuration, name)
      ? [[name, property.default] as const]
      : [],
  );
  return { ...configuration, ...Object.fromEntries(defaults) };
}

function isSet(configuration: Configuration, name: string): boolean {
  const value = Object.hasOwn(configuration, name) ? configuration[name] : undefined;
  return value !== undefined && value !== null && value !== '';
}

function faultOf(property: ConfigurationProperty, value: unknown): string | undefined {
  if (value === undefined || value === null || property.type === 'button') return undefined;
  if (typeof value !== property.type) return `must be a ${property.type}`;
  if (property.type !== 'string' || !property.enum || property.enum.includes(value as string)) return undefined;
  return value === '' ? undefined : `must be one of ${property.enum.join(', ')}`;
}
