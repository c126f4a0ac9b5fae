import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, UnsupportedMediaType } from '../../domain/errors.js';
import type { RouteFlags } from '../request.js';

const FORM = 'application/x-www-form-urlencoded';
/** Bytes; room for 256 kB in base64 with every character escaped that needs to be. */
const MAX_FORM_BYTES = 600_000;
const MAX_FIELDS = 50;

/** The route takes a form from a browser, and is called by nobody known. The body is a `Map` of its fields. */
export const TakesForm = (): MethodDecorator => RouteConfig({ form: true } satisfies RouteFlags) as MethodDecorator;

/**
 * Reads forms, for routes that say they take them; to every other a form is as strange as any kind of body that is not
 * JSON. A field that comes twice is refused: nobody could say which one counts.
 */
export function parseForms(server: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  server.addContentTypeParser(
    FORM,
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (request: FastifyRequest, bytes, done) => {
      if ((request.routeOptions.config as RouteFlags).form !== true) {
        return done(new UnsupportedMediaType('Unsupported Media Type'));
      }
      let fields: ReadonlyMap<string, string>;
      try {
        fields = fieldsOf(utf8.decode(bytes as Buffer));
      } catch {
        return done(new Invalid('The form is not valid'));
      }
      done(null, fields);
    },
  );
}

function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name) || fields.size === MAX_FIELDS) throw new Error('A field comes twice, or there are too many');
    fields.set(name, value);
  }
  return fields;
}
