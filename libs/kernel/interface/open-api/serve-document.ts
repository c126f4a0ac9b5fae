import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { matches } from '../../application/entity-tag.js';
import { variesByEncoding } from '../http/compressed-answers.js';
import { DOCS_STYLE, FILTER_SCRIPT } from './docs-page.js';

const DOCUMENT = '/openapi.json';
const SCRIPT = '/docs/filter.js';
/** Above this, brotli takes seconds for a few bytes less. */
const BROTLI_QUALITY = 9;
/** Anyone may cache it, and revalidates it each time. */
const CACHE_CONTROL = 'public, no-cache';

const SWAGGER_UI = {
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  // There are hundreds of schemas: they are shown where they are used.
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  defaultModelRendering: 'example',
  validatorUrl: null,
};

interface Served {
  text: string;
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

/** Serves the document at /openapi.json and /openapi.yaml, and Swagger UI, which loads it from there, at /docs. */
export function serveApiDocument(app: NestFastifyApplication, describe: () => OpenAPIObject): void {
  let document: OpenAPIObject | undefined;
  const described = (): OpenAPIObject => (document ??= describe());
  let served: Promise<Served> | undefined;
  const server = app.getHttpAdapter().getInstance();
  server.get(DOCUMENT, async (request, reply) => {
    const { text, etag, ...packed } = await (served ??= pack(described()));
    variesByEncoding(reply);
    reply.header('cache-control', CACHE_CONTROL);
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
    const accepted = request.headers['accept-encoding'];
    const encoding = typeof accepted === 'string' ? negotiate(accepted, ['br', 'gzip']) : null;
    reply.type('application/json; charset=utf-8');
    if (encoding !== 'br' && encoding !== 'gzip') return reply.header('etag', etag).send(text);
    // The tag of compressed bytes is weak: it identifies the document, not these bytes.
    return reply.headers({ etag: `W/${etag}`, 'content-encoding': encoding }).send(packed[encoding]);
  });
  server.get(SCRIPT, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(FILTER_SCRIPT));
  SwaggerModule.setup('docs', app, described, { ui: false, raw: ['yaml'], yamlDocumentUrl: 'openapi.yaml' });
  SwaggerModule.setup('docs', app, described, {
    raw: false,
    swaggerUrl: DOCUMENT,
    // The page itself contains nothing of the document.
    patchDocumentOnRequest: () => undefined as never,
    customSiteTitle: 'Quire API',
    customCss: DOCS_STYLE,
    customJs: SCRIPT,
    swaggerOptions: SWAGGER_UI,
  });
}

async function pack(document: OpenAPIObject): Promise<Served> {
  const text = JSON.stringify(document);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"`, br, gzip: zipped };
}
