import type {
  OutlineInfo,
  OutlineOperation,
  OutlineSecurityScheme,
  OutlineTag,
  OutlineWebhook,
  SpecificationOutline,
} from '#openapi';
import type { RichDocument } from '#rich-document';
import { documentOf, heading, link, linkTo, list, paragraph, text, voidBlock, type Draft } from './blocks.js';
import { blocksOf } from './description.js';
import { titleOf } from './names.js';

type Ref = { kind: 'openapi'; spec: string };
export type Operation = OutlineOperation | OutlineWebhook;

const refTo = (spec: string): Ref => ({ kind: 'openapi', spec });

/** The overview of an API: what it is, its servers and its authentication. */
export function infoDocument({ info }: SpecificationOutline, spec: string, download: boolean): RichDocument {
  const { summary, description, version, servers, security } = info;
  const more = linksOf(info);
  return documentOf([
    ...(summary === undefined ? [] : [paragraph(text(summary))]),
    ...blocksOf(description),
    ...(version === undefined ? [] : [paragraph(text('Version', 'bold'), text(` ${version}`))]),
    ...(servers.length === 0 ? [] : [heading('Servers'), list(servers.map(lineOfServer))]),
    ...(security.length === 0 ? [] : [heading('Authentication'), ...security.flatMap(blocksOfScheme)]),
    ...(more.length === 0 ? [] : [heading('More'), list(more)]),
    ...(download ? [paragraph(link('Download the OpenAPI specification', refTo(spec)))] : []),
  ]);
}

/** A tag, with its operations if they have no pages of their own. */
export function tagDocument(tag: OutlineTag | undefined, operations: readonly Operation[], spec: string): RichDocument {
  const docs = tag?.externalDocs;
  const address = docs?.url;
  return documentOf([
    ...blocksOf(tag?.description),
    ...(address === undefined ? [] : [paragraph(linkTo(docs?.name ?? address, address))]),
    ...described(operations, spec).flatMap(([operation, blocks]) => [heading(titleOf(operation)), ...blocks]),
  ]);
}

/** One operation, or one webhook with all its methods. The title of the page is its heading. */
export function operationDocument(operations: readonly Operation[], spec: string): RichDocument {
  return documentOf(described(operations, spec).flatMap(([, blocks]) => blocks));
}

/** Characters that the descriptions of all operations on a page may have; those beyond are left out. */
const MOST_DESCRIBED = 500_000;

/**
 * Operations with their blocks. These show neither title nor description themselves (`headless`), so the description
 * comes before.
 */
function described(operations: readonly Operation[], spec: string): [Operation, Draft[]][] {
  let room = MOST_DESCRIBED;
  return operations.map((operation) => {
    room -= operation.description?.length ?? 0;
    return [operation, [...blocksOf(room < 0 ? undefined : operation.description), blockOf(operation, spec)]];
  });
}

/** All models, each in a block of its own. */
export function modelsDocument({ models }: SpecificationOutline, spec: string): RichDocument {
  return documentOf(
    models.map(({ name }) => voidBlock('openapi-schemas', { ref: refTo(spec), schemas: [name], grouped: true })),
  );
}

function blockOf(operation: Operation, spec: string): Draft {
  const { method } = operation;
  const named = 'path' in operation ? { path: operation.path } : { name: operation.name };
  const type = 'path' in operation ? 'openapi-operation' : 'openapi-webhook';
  return voidBlock(type, { ref: refTo(spec), ...named, method, headless: true });
}

function lineOfServer({ url, description }: OutlineInfo['servers'][number]): Draft[] {
  return [text(url, 'code'), ...(description === undefined ? [] : [text(`: ${description}`)])];
}

function blocksOfScheme(scheme: OutlineSecurityScheme): Draft[] {
  return [paragraph(text(scheme.key, 'bold'), text(': '), ...wayOf(scheme)), ...blocksOf(scheme.description)];
}

function wayOf({ type, scheme, in: place, name, openIdConnectUrl, flows }: OutlineSecurityScheme): Draft[] {
  switch (type) {
    case 'apiKey':
      return [
        text('API key'),
        ...(name === undefined ? [] : [text(' '), text(name, 'code')]),
        text(` in ${place ?? 'header'}`),
      ];
    case 'http':
      return [text(`HTTP ${scheme ?? 'authentication'}`)];
    case 'oauth2':
      return [text('OAuth 2.0'), ...(flows === undefined ? [] : [text(` (${flows.join(', ')})`)])];
    case 'openIdConnect':
      return openIdConnectUrl === undefined ? [text('OpenID Connect')] : [linkTo('OpenID Connect', openIdConnectUrl)];
    case 'mutualTLS':
      return [text('Mutual TLS')];
    default:
      return [text(type)];
  }
}

function linksOf({ externalDocs, contact, license, termsOfService }: OutlineInfo): Draft[][] {
  const mail = contact?.email;
  return [
    lineOf('Documentation', externalDocs?.name, externalDocs?.url),
    lineOf('Contact', contact?.name ?? mail, contact?.url ?? (mail === undefined ? undefined : `mailto:${mail}`)),
    lineOf('License', license?.name, license?.url),
    lineOf('Terms of service', undefined, termsOfService),
  ].flatMap((line) => (line === undefined ? [] : [line]));
}

function lineOf(title: string, name: string | undefined, url: string | undefined): Draft[] | undefined {
  if (url === undefined) return name === undefined ? undefined : [text(`${title}: ${name}`)];
  return name === undefined ? [linkTo(title, url)] : [text(`${title}: `), linkTo(name, url)];
}
