import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { matches } from '#kernel/application/entity-tag';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { RowStreams } from '#kernel/infrastructure/database/row-streams';
import { Settings } from '#kernel/infrastructure/settings';
import { ShowsOpenAPISpec } from '#content';
import {
  ReadOpenAPISpecContent,
  ReadOpenAPISpecification,
  type ReadConditions,
  type ReadText,
  type VersionPlace,
} from '../application/openapi-spec.queries.js';
import { readsPrivateSpecs, requireContentReader } from '../domain/openapi-spec.policy.js';
import { IS_NAMED, specificationUrl } from './openapi-spec-row.js';

/** What is read of a version: the file system, the original text, or the specification itself. */
type Form = 'content' | 'raw' | 'plain';

/** Parts that are read at a time. */
const PARTS = 4;

/**
 * The entity tag of each form: the hash of the specification, for `content` with one of the visibility and the address
 * of the source; for `raw` the id of the version.
 */
const TAGS: Readonly<Record<Form, string>> = {
  content: `v.content_hash || '-' || left(md5(s.visibility || ' ' || coalesce(v.source_url, '')), 8)`,
  raw: 'v.id',
  plain: 'v.content_hash',
};

/** The statement of each form. It reads the frame of the text, and the text unless the client has it already. */
const TEXTS = Object.fromEntries(
  Object.entries(TAGS).map(([form, tag]) => [
    form,
    `select s.organization_id as "organizationId", s.slug, s.visibility, v.id, v.source_url as "sourceUrl", v.format,
       v.${form === 'raw' ? 'raw' : 'content'}_bytes as bytes, ${tag} as tag, p.text
     from publishing.openapi_spec s
     join publishing.openapi_version v on v.organization_id = s.organization_id and v.spec_id = s.id
       and v.id = coalesce($3, s.last_version_id)
     left join publishing.openapi_part p on p.organization_id = v.organization_id and p.spec_id = v.spec_id
       and p.version_id = v.id and p.kind = '${form === 'raw' ? 'raw' : 'content'}'
       and not ($4::text[] && array[${tag}, '*'])
     where s.organization_id = $1 and ${IS_NAMED} and (s.visibility = 'public' or $5)
     order by p.seq`,
  ]),
) as Record<Form, string>;

const notFound = (): NotFound => new NotFound('Version of an OpenAPI specification not found');

interface TextRow {
  organizationId: string;
  slug: string;
  visibility: 'private' | 'public';
  id: string;
  sourceUrl: string | null;
  format: 'json' | 'yaml';
  bytes: number;
  tag: string;
  text: string | null;
}

/** Streams the texts of versions: one statement, which is read a few parts at a time. */
@Injectable()
export class SpecificationTexts {
  constructor(
    private readonly streams: RowStreams,
    private readonly settings: Settings,
  ) {}

  async open(
    form: Form,
    { organizationId, specSlug, versionId }: VersionPlace,
    { ifNoneMatch, headOnly }: ReadConditions,
    readsPrivate: boolean,
  ): Promise<ReadText> {
    const known = headOnly ? ['*'] : tagsIn(ifNoneMatch);
    const values = [organizationId, specSlug, versionId ?? null, known, readsPrivate];
    const pieces = this.streams.read<TextRow & {}>(TEXTS[form], values, PARTS);
    const first = await pieces.next();
    const [row] = first.done === true ? [] : first.value;
    if (!row) throw notFound();
    const etag = `"${row.tag}"`;
    const [before, after] = this.#around(form, row);
    const length = Buffer.byteLength(before) + row.bytes + Buffer.byteLength(after);
    const isKnown = matches(ifNoneMatch, etag);
    if (isKnown || headOnly) await pieces.return(undefined);
    const open = row.visibility === 'public';
    if (isKnown) return { etag, length, open, body: undefined };
    const bytes = headOnly ? [] : joined(before, first.value as TextRow[], pieces, after);
    const body = Readable.from(bytes, { objectMode: false });
    // If the client disconnects before the end, or even before the beginning, the connection is released.
    body.once('close', () => void pieces.return(undefined));
    return { etag, length, open, body };
  }

  /** What precedes and follows the text. */
  #around(form: Form, row: TextRow): [string, string] {
    if (form === 'plain') return ['', ''];
    if (form === 'raw') return ['{"text":"', `","format":"${row.format}"}`];
    const { publicUrl } = this.settings;
    const url = specificationUrl(row, publicUrl, row.id);
    const source = row.sourceUrl ?? url;
    const shown = row.visibility === 'public' ? (row.sourceUrl ?? specificationUrl(row, publicUrl)) : null;
    return [
      '{"filesystem":[{"dir":".","isEntrypoint":true,"references":[],"filename":"openapi.json","specification":',
      `}],"url":${JSON.stringify(url)},"urls":${JSON.stringify({ source, public: shown })}}`,
    ];
  }
}

@QueryHandler(ReadOpenAPISpecContent)
export class ReadOpenAPISpecContentHandler implements IQueryHandler<ReadOpenAPISpecContent> {
  constructor(
    private readonly texts: SpecificationTexts,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, place, form, conditions }: ReadOpenAPISpecContent): Promise<ReadText> {
    const { organizationId, specSlug } = place;
    const visitor = requireContentReader(caller, organizationId);
    if (visitor) {
      const shown = { organizationId, spaceIds: visitor.spaces, claims: visitor.claims };
      if (!(await this.dispatcher.ask(new ShowsOpenAPISpec(shown, specSlug)))) throw notFound();
    }
    return this.texts.open(form, place, conditions, true);
  }
}

@QueryHandler(ReadOpenAPISpecification)
export class ReadOpenAPISpecificationHandler implements IQueryHandler<ReadOpenAPISpecification> {
  constructor(private readonly texts: SpecificationTexts) {}

  execute({ caller, place, conditions }: ReadOpenAPISpecification): Promise<ReadText> {
    return this.texts.open('plain', place, conditions, readsPrivateSpecs(caller, place.organizationId));
  }
}

async function* joined(
  before: string,
  first: readonly TextRow[],
  rest: AsyncGenerator<TextRow[], void>,
  after: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(before + first.map(({ text }) => text ?? '').join(''));
  for await (const rows of rest) yield Buffer.from(rows.map(({ text }) => text ?? '').join(''));
  if (after !== '') yield Buffer.from(after);
}

/** The entity tags in an `If-None-Match` header, without their quotes. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}
