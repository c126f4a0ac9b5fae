import type { PasskeyAnswer } from './second-factor-ports.js';

/** Most characters of an answer as JSON; browsers send about 1,000. */
const LONGEST_ANSWER = 20_000;
/** Most characters of the id that an authenticator gave a passkey: 1,023 bytes in base64url. */
const LONGEST_ID = 1_364;

/** An answer as the browser sent it, with the id of a passkey; undefined for anything else. */
export function parseAnswer(text: string): PasskeyAnswer | undefined {
  if (text.length > LONGEST_ANSWER) return undefined;
  try {
    const answer = JSON.parse(text) as { id?: unknown } | null;
    if (typeof answer?.id !== 'string' || !/^[\w-]+$/.test(answer.id) || answer.id.length > LONGEST_ID)
      return undefined;
    return answer as PasskeyAnswer;
  } catch {
    return undefined;
  }
}
