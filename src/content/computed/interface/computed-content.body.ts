import { BadRequestException } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import type { ContentSource } from '../application/compute-document.js';

const TYPE = /^(builtin:(openapi|translation)|integration:[^:\s]{1,100}:[^\s]{1,100})$/;
/** The member by which a reference tells the id of what it leads to, by its kind. */
const IDS: Readonly<Record<string, string>> = { openapi: 'spec', translation: 'translation', space: 'space' };

/** Members by the type of the source: of an OpenAPI specification those that its pages have, of a translation two. */
const PROPS = {
  type: 'object',
  additionalProperties: true,
  properties: {
    doc: { type: 'string', description: 'Of an OpenAPI specification.' },
    page: { type: 'string', description: 'Likewise.' },
    method: { type: 'string', description: 'Likewise.' },
    deprecated: { type: 'boolean', description: 'Likewise.' },
    space: { type: 'string', description: 'Of a translation: the space that is translated.' },
    document: { type: 'string', description: 'Likewise: the id of one of its documents.' },
  },
};
const reference = (kind: string, member: string): object => ({
  type: 'object',
  required: ['kind', member],
  properties: { kind: { type: 'string', enum: [kind] }, [member]: { type: 'string' } },
});
const DEPENDENCY = {
  type: 'object',
  required: ['ref'],
  properties: { ref: { oneOf: Object.entries(IDS).map(([kind, member]) => reference(kind, member)) } },
};

/** What a document is computed from. */
export class DocumentSourceBody {
  /**
   * `builtin:openapi`, `builtin:translation` or `integration:<name>:<source>`.
   * @example builtin:translation
   */
  @MaxLength(300)
  @Matches(TYPE, { message: '$property: must be builtin:openapi, builtin:translation or integration:<name>:<source>' })
  type!: string;

  /**
   * What of the source is wanted. Of a translation: the space that is translated and the id of one of its documents;
   * the translation is the one that is named as a dependency, or that whose result the space of the path is.
   * @example {"space": "0VbbU5n7Ed2QvZt8KlXa", "document": "3q2-7wR0c1p0bGV4dGhhdGlzbm90aGVyZWF0YWxsMDE"}
   */
  @Described(PROPS)
  @IsObject()
  props!: Record<string, unknown>;

  /**
   * What the source depends on, by name: references to an OpenAPI specification, a translation or a space.
   * @example {"translation": {"ref": {"kind": "translation", "translation": "0VbbU5n7Ed2QvZt8KlXb"}}}
   */
  @Described({ type: 'object', additionalProperties: DEPENDENCY })
  @Optional()
  @IsObject()
  dependencies?: Record<string, unknown>;
}

/** A document that is to be computed. */
export class ComputeDocumentBody {
  @IsObject()
  @ValidateNested()
  @Type(() => DocumentSourceBody)
  source!: DocumentSourceBody;

  /**
   * What the page or reusable content has as its `computedSeed`.
   * @example 1
   */
  @IsString()
  @MaxLength(1000)
  seed!: string;
}

export function toSource({ type, props, dependencies = {} }: DocumentSourceBody): ContentSource {
  const known = Object.entries(dependencies).map(([name, dependency]) => [name, toDependency(name, dependency)]);
  return { type, props, dependencies: Object.fromEntries(known) as ContentSource['dependencies'] };
}

/** The values that clients send along are not looked at: what a reference leads to is found anew. */
function toDependency(name: string, dependency: unknown): { kind: string; id: string } {
  const { ref } = (dependency ?? {}) as { ref?: Record<string, unknown> | null };
  const kind = ref?.['kind'];
  const id = typeof kind === 'string' && Object.hasOwn(IDS, kind) ? ref?.[IDS[kind] ?? ''] : undefined;
  if (typeof kind === 'string' && typeof id === 'string') return { kind, id };
  throw new BadRequestException(
    `source.dependencies.${name}: must be {"ref": …} with a reference to an openapi specification, a translation or a space`,
  );
}
