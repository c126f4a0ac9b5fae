import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, TooLarge, UnsupportedMediaType } from '../../domain/errors.js';
import type { RouteFlags } from '../route-flags.js';

/** Larger than any form of ours, in characters. */
const MAX_OWN_FORM = 65_536;
/** Bytes; room for 256 kB in base64 with every character escaped that needs to be. */
const MAX_FORM_BYTES = 600_000;

/** The fields of a form. */
export class Form {
  constructor(private readonly fields: URLSearchParams) {}

  /** The value of a field, the empty text when there is none. */
  text(name: string): string {
    return this.fields.get(name) ?? '';
  }
}

/** The form that was sent; without one it has no fields. */
export const SentForm = createParamDecorator((_: unknown, context: ExecutionContext): Form => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return body instanceof Form ? body : new Form(new URLSearchParams());
});

/** Reads the forms of browsers, for routes that say so; the API goes on refusing them. */
export function readForms(server: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
  server.addContentTypeParser('application/x-www-form-urlencoded', options, (request: FastifyRequest, text, done) => {
    const { form } = request.routeOptions.config as RouteFlags;
    if (form === undefined) return done(new UnsupportedMediaType('This operation reads no forms'));
    if (form === 'own' && String(text).length > MAX_OWN_FORM) return done(new TooLarge('The form is too large'));
    const fields = new URLSearchParams(String(text));
    if (new Set(fields.keys()).size < [...fields].length) return done(new Invalid('A field of the form comes twice'));
    if ([...fields.values()].some((value) => value.includes('\u0000')))
      return done(new Invalid('The form contains the NUL character'));
    done(null, new Form(fields));
  });
}
