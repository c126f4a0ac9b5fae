import { Invalid } from '#kernel/domain/errors';
import { InvalidOutput, noticeOf, readRenderOutput, type RenderOutput } from '#contentkit';
import type { ComponentCall } from './component.js';

/** What came of a call of the script. */
export type Answered =
  | { kind: 'shown'; output: RenderOutput; maxAge: number | undefined }
  /** The script has no such component. */
  | { kind: 'unknown' }
  /** `reason` is for the author and for administrators; `refusal` is what the script says to the user, if it does. */
  | { kind: 'failed'; reason: string; refusal?: string | undefined };

/** What a script answered. */
export interface ScriptAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** Longest time for which clients may keep what they were shown, seconds. */
const MOST_AGE = 86_400;
const MAX_AGE = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,;])/i;
const FORBIDDEN = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,;])/i;
/** Statuses of scripts that have no such component, or none at all. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 406]);
const MOST_SHOWN = 300;
const OPENS_MODAL = '@ui.modal.open';

/** Reads the answer of a script that was asked to render a component. */
export function readAnswer({ status, headers, body }: ScriptAnswer): Answered {
  if (UNKNOWN.has(status)) return { kind: 'unknown' };
  if (status < 200 || status > 299) {
    const said = saidIn(body);
    const reason = `The script answered with status ${status}${said === '' ? '' : `: ${said}`}`;
    return { kind: 'failed', reason, refusal: said !== '' && status >= 400 && status <= 499 ? said : undefined };
  }
  try {
    return { kind: 'shown', output: readRenderOutput(body), maxAge: maxAgeOf(headers) };
  } catch (error) {
    if (error instanceof InvalidOutput) return { kind: 'failed', reason: error.message };
    throw error;
  }
}

/**
 * Throws Invalid where the script does not accept what the user did on a screen: clients show the message beside what was
 * entered, which a notice would replace.
 */
export function requireAccepted({ action, context }: ComponentCall, answered: Answered): void {
  const refusal = answered.kind === 'failed' ? answered.refusal : undefined;
  if (refusal !== undefined && action && context.type !== 'document') throw new Invalid(refusal);
}

/** What is shown instead of a component that failed. Only those who administer the place learn why. */
export function noticeFor(call: ComponentCall, reason: string, administers: boolean): RenderOutput {
  const { action, state = {}, props, context } = call;
  const isBlock = context.type === 'document';
  const form = action?.action === OPENS_MODAL ? 'modal' : isBlock ? 'block' : 'configuration';
  const element = noticeOf(form, {
    title: isBlock ? 'This block can’t be shown now.' : 'This screen can’t be shown now.',
    reason: administers ? reason : undefined,
    again: repeatable(action),
  });
  return { type: 'element', state: { ...state }, props: { ...props }, element };
}

/** What the script was to do: it may be asked again. Clients do themselves what begins with `@`. */
function repeatable(action: ComponentCall['action']): { action: string } | undefined {
  return action?.action.startsWith('@') === false ? { ...action } : undefined;
}

function maxAgeOf(headers: ScriptAnswer['headers']): number | undefined {
  const value = headers.find(([name]) => name === 'cache-control')?.[1] ?? '';
  const seconds = FORBIDDEN.test(value) ? 0 : Number(MAX_AGE.exec(value)?.[1] ?? 0);
  return seconds > 0 ? Math.min(seconds, MOST_AGE) : undefined;
}

/** Scripts say in `error` what was wrong. */
function saidIn(body: Buffer): string {
  const text = body.subarray(0, MOST_SHOWN * 4).toString();
  return (/^\s*\{\s*"error"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text)?.[1] ?? '').slice(0, MOST_SHOWN);
}
