import { Catch } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ErrorFilter, sendError } from '#kernel/interface/error.filter';
import { scimErrorOf, SCIM_JSON } from '#kernel/interface/http/scim-errors';
import { scimTypeOf } from '../../application/scim/require-provisioning.js';

/** Answers refusals of handlers with the kind that SCIM has for them. */
@Catch()
export class ScimErrors extends ErrorFilter {
  protected override answer(
    reply: FastifyReply,
    status: number,
    message: string,
    _fields?: unknown,
    error?: unknown,
  ): void {
    const scimType = scimTypeOf(error);
    if (scimType === undefined) return sendError(reply, status, message);
    void reply
      .status(status)
      .header('content-type', SCIM_JSON)
      .send(scimErrorOf(status, message, scimType));
  }
}
