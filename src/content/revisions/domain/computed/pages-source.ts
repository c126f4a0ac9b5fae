import { Invalid } from '#kernel/domain/errors';
import type { OpenAPIDocumentProps, OpenAPIPagesProps } from '../../../contract/openapi.js';

/** A dependency of a source on an OpenAPI specification, which is named by its slug. */
export interface OpenAPIDependency {
  ref: { kind: 'openapi'; spec: string };
}

/** The source of generated pages, as a page of the type `computed` declares it. */
export interface PagesSource {
  type: 'builtin:openapi';
  props: OpenAPIPagesProps;
  dependencies: { spec: OpenAPIDependency };
}

/** The source from which the document of a generated page is computed. */
export interface DocumentSource {
  type: 'builtin:openapi';
  props: OpenAPIDocumentProps;
  dependencies: { spec: OpenAPIDependency };
}

const SLUG = /^[A-Za-z0-9_-]{1,100}$/;
const GROUPINGS: readonly unknown[] = ['by-tag', 'by-operation'];

/** Validates a source that a caller sent and drops unknown members. Throws Invalid. */
export function readPagesSource(value: unknown, field: string): PagesSource {
  const { type, props, dependencies } = membersOf(value, field);
  if (type !== 'builtin:openapi') {
    throw new Invalid(`${field}.type: must be builtin:openapi; translated pages are made by translations`);
  }
  const { models, downloadLink, grouping } = membersOf(props ?? {}, `${field}.props`);
  requireBoolean(models ?? true, `${field}.props.models`);
  requireBoolean(downloadLink ?? false, `${field}.props.downloadLink`);
  if (grouping !== undefined && !GROUPINGS.includes(grouping)) {
    throw new Invalid(`${field}.props.grouping: must be by-tag or by-operation`);
  }
  const { spec: dependency } = membersOf(dependencies, `${field}.dependencies`);
  const { ref } = membersOf(dependency, `${field}.dependencies.spec`);
  const { kind, spec } = membersOf(ref, `${field}.dependencies.spec.ref`);
  if (kind !== 'openapi' || typeof spec !== 'string' || !SLUG.test(spec)) {
    throw new Invalid(`${field}.dependencies.spec.ref: must be a reference to an OpenAPI specification by its slug`);
  }
  return {
    type,
    props: {
      models: models !== false,
      ...(downloadLink === true ? { downloadLink } : {}),
      ...(grouping === undefined ? {} : { grouping: grouping as 'by-tag' | 'by-operation' }),
    },
    dependencies: { spec: { ref: { kind, spec } } },
  };
}

/** The slug of the specification on which a source depends. */
export function specOf({ dependencies }: PagesSource | DocumentSource): string {
  return dependencies.spec.ref.spec;
}

function membersOf(value: unknown, field: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Invalid(`${field}: must be an object`);
}

function requireBoolean(value: unknown, field: string): void {
  if (typeof value !== 'boolean') throw new Invalid(`${field}: must be true or false`);
}
