import { createHash } from 'node:crypto';
import { beginningOf, exceeds } from '#kernel/domain/characters';
import type { OutlineOperation, OutlinePage, OutlineWebhook } from '#openapi';

const MAX_KEY = 500;
const MAX_TITLE = 500;
/** Characters kept of a key that is too long; a hash follows. */
const KEPT = 400;
const MAX_ICON = 50;

/** Keys of pages. They can't collide, whatever the names of tags and paths are. */
export const INFO = 'info';
export const INFO_WITH_DOWNLOAD = 'info:download';
export const OTHER = 'other';
export const WEBHOOKS = 'webhooks';
export const MODELS = 'models';

export const tagKey = (name: string): string => fitKey(`tag:${name}`);
export const operationKey = ({ method, path }: Pick<OutlineOperation, 'method' | 'path'>): string =>
  fitKey(`operation:${method} ${path}`);
export const webhookKey = (name: string): string => fitKey(`webhook:${name}`);

/** The title of an operation: `x-page-title`, else its summary, else its name (see below). */
export function titleOf(operation: OutlineOperation | OutlineWebhook): string {
  return beginningOf(operation.pageTitle ?? operation.summary ?? nameOf(operation), MAX_TITLE).trimEnd();
}

/** Distinguishes it from others with the same title. */
export function nameOf(operation: OutlineOperation | OutlineWebhook): string {
  if (operation.operationId !== undefined) return operation.operationId;
  return 'path' in operation ? `${operation.method.toUpperCase()} ${operation.path}` : operation.name;
}

export function fieldsOf({ pageDescription, pageIcon }: OutlinePage): { description?: string; icon?: string } {
  return {
    ...(pageDescription !== undefined && { description: pageDescription }),
    ...(pageIcon !== undefined && !exceeds(pageIcon, MAX_ICON) && { icon: pageIcon }),
  };
}

/** The hash of a value whose members are always in the same order, as in documents. */
export const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function fitKey(key: string): string {
  return !exceeds(key, MAX_KEY) ? key : `${beginningOf(key, KEPT)}#${digestOf(key)}`;
}
