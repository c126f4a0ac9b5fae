import { IntersectionType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import type { Adaptation, PageReading } from '../application/content.queries.js';

/** Which revision of which space. */
export class RevisionPathParams {
  @IsString()
  spaceId!: string;

  @IsString()
  revisionId!: string;
}

/** How a revision is read. */
export class RevisionParams {
  /** Whether what Git knows of pages and files is shown; true unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  metadata?: boolean;

  /** Whether computed content is computed; true unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  computed?: boolean;
}

/** Which files of a revision are listed. */
export class FilesParams extends PageParams {
  /** Whether what Git knows of files is shown; true unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  metadata?: boolean;

  /** Whether computed content is computed; true unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  computed?: boolean;
}

/** Which schema a block tree is to follow. */
export class SchemaParams {
  /** Block trees are the same in both, so it makes no difference. */
  @Optional()
  @IsIn(['current', 'next'])
  schema?: 'current' | 'next';
}

/** How a block tree is read. */
export class AdaptationParams {
  /**
   * Whether expressions and conditional blocks are replaced by their values: not unless told, `true` for all of them,
   * `deterministic-only` for those that read nothing but variables of the space and the page. As Markdown, `true` also
   * writes what OpenAPI blocks show.
   */
  @Optional()
  @IsIn(['true', 'false', 'deterministic-only'])
  evaluated?: 'true' | 'false' | 'deterministic-only';

  /** Whether reusable contents stand in the place of the blocks that include them; not unless told. */
  @Optional()
  @IsIn(['true', 'false', 'reusable-contents'])
  dereferenced?: 'true' | 'false' | 'reusable-contents';
}

/** How a page is read. */
export class PageReadingParams extends IntersectionType(RevisionParams, AdaptationParams) {
  /** Whether what Git knows may be some seconds old. It never is, so it makes no difference. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  cachedMetadata?: boolean;

  /** The form of the body: the block tree (unless told) or Markdown. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';
}

/** Nothing where a body is read as it is stored. */
export function toAdaptation({ evaluated, dereferenced }: AdaptationParams): Adaptation | undefined {
  const wanted = evaluated === 'false' ? undefined : evaluated;
  const isDereferenced = dereferenced !== undefined && dereferenced !== 'false';
  if (wanted === undefined && !isDereferenced) return undefined;
  return { dereferenced: isDereferenced, ...(wanted === undefined ? {} : { evaluated: wanted }) };
}

/** How a revision is read, with what the caller has of it already. */
export function toRevisionReading(
  { metadata = true, computed = true }: RevisionParams,
  ifNoneMatch: string | undefined,
) {
  return { metadata, computed, ifNoneMatch };
}

/** `format.markdown.refs` is no name a class member can have: it is read from the query as it came. */
export function toReading(
  params: PageReadingParams,
  query: Record<string, unknown>,
  ifNoneMatch: string | undefined,
): PageReading {
  return {
    format: params.format ?? 'document',
    refs: query['format.markdown.refs'] === 'stable' ? 'stable' : 'relative',
    metadata: params.metadata ?? true,
    computed: params.computed ?? true,
    adapted: toAdaptation(params),
    ifNoneMatch,
  };
}

/** Which address is embedded. */
export class EmbedParams {
  /**
   * A public http or https address.
   * @example https://videos.example.com/watch/7
   */
  @IsWebAddress()
  @MaxLength(2048)
  url!: string;
}
