import { BadRequestException } from '@nestjs/common';
import { decompressed } from '#contentkit';
import { readBody } from '#kernel/interface/request-validation';
import type { ComponentCall, RenderContext } from '../application/render.queries.js';
import { RenderBody, type RenderContextBody, type RenderParams } from './rendering.body.js';

/** Largest request to render a component, bytes. */
export const MAX_RENDER_BYTES = 500_000;
const LONGEST_ACTION = 200;

/** What a body says. Refuses one where its context lacks the id of what it is about. */
export function toCall({ componentId, props, state, action, context }: RenderBody): ComponentCall {
  return { componentId, props, state, action: toAction(action), context: toContext(context) };
}

/** The same for a request in an address. As addresses may be opened by accident, they configure nothing. */
export function callInAddress({ request }: RenderParams): ComponentCall {
  const json = decompressed(request, MAX_RENDER_BYTES);
  if (json === undefined) throw new BadRequestException('request must be a compressed request to render a component');
  const call = toCall(readBody(RenderBody, json, MAX_RENDER_BYTES));
  if (call.action && call.context.type !== 'document')
    throw new BadRequestException('Actions of configuration screens are sent with POST');
  return call;
}

function toAction(sent: Record<string, unknown> | undefined): ComponentCall['action'] {
  if (sent === undefined) return undefined;
  const { action } = sent;
  if (typeof action !== 'string' || action.length > LONGEST_ACTION)
    throw new BadRequestException(`action.action must be a text of at most ${LONGEST_ACTION} characters`);
  return { ...sent, action };
}

function toContext(context: RenderContextBody): RenderContext {
  const { type, theme = 'light', editable = false, spaceId } = context;
  switch (type) {
    case 'document':
      return { type, theme, spaceId: idOf(context, 'spaceId'), editable };
    case 'configuration_space':
      return { type, theme, spaceId: idOf(context, 'spaceId') };
    case 'configuration_site':
      return { type, theme, siteId: idOf(context, 'siteId') };
    case 'configuration_account':
      return { type, theme, organizationId: idOf(context, 'organizationId') };
    case 'configuration_contentsource':
      return { type, theme, organizationId: idOf(context, 'organizationId'), spaceId };
  }
}

function idOf(context: RenderContextBody, name: 'spaceId' | 'siteId' | 'organizationId'): string {
  const id = context[name];
  if (id === undefined || id === '')
    throw new BadRequestException(`context.${name} is required with the type ${context.type}`);
  return id;
}
