import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, UnsupportedMediaType } from '../../domain/errors.js';
import type { RouteFlags } from '../route-flags.js';
import { faultOfPairs } from './pairs.js';

/** Larger than any form of ours, in bytes. */
const MAX_OWN_FORM = 65_536;
/** Bytes; enough for 256 kB in base64 with every special character escaped. */
const MAX_FOREIGN_FORM = 600_000;

/** The fields of a form. */
export class Form {
  constructor(readonly fields: URLSearchParams) {}

  /** The value of a field, empty when there is none. */
  text(name: string): string {
    return this.fields.get(name) ?? '';
  }
}

/** The form of a request; without one it has no fields. */
export const SentForm = createParamDecorator((_: unknown, context: ExecutionContext): Form => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return body instanceof Form ? body : new Form(new URLSearchParams());
});

/** Largest form from this origin, bytes. */
export const bytesOfForm = (from: 'own' | 'foreign'): number => (from === 'own' ? MAX_OWN_FORM : MAX_FOREIGN_FORM);

/** Parses browser forms for routes that declare it; routes of the API go on refusing them. */
export function readForms(server: FastifyInstance): void {
  const options = { parseAs: 'string' } as const;
  server.addContentTypeParser('application/x-www-form-urlencoded', options, (request: FastifyRequest, body, done) => {
    const { form } = request.routeOptions.config as RouteFlags;
    if (form === undefined) return done(new UnsupportedMediaType('This operation reads no forms'));
    const text = String(body);
    const fault = faultOfPairs(text);
    if (fault !== undefined) return done(new Invalid(`The form ${fault}`));
    const fields = new URLSearchParams(text);
    if (new Set(fields.keys()).size < [...fields].length) return done(new Invalid('A field of the form comes twice'));
    if ([...fields.values()].some((value) => value.includes('\u0000')))
      return done(new Invalid('The form contains the NUL character'));
    done(null, new Form(fields));
  });
}
