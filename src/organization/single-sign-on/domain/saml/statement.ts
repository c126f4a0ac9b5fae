/** The content of a provider's response, read only from the bytes that its signature covers (but for `response`). */
export interface Statement {
  response: {
    /** Where the response was sent to; absent where it does not say. */
    destination: string | undefined;
    inResponseTo: string | undefined;
    /** The sender; absent where it does not say. */
    issuer: string | undefined;
    /** Whether the signature covers the response as a whole, not only its assertion. */
    signed: boolean;
  };
  assertionId: string;
  issuer: string;
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
  /** For each restriction the audiences of which one must match. */
  audiences: string[][];
  confirmations: Confirmation[];
  nameId: { format: string | undefined; value: string } | undefined;
  /** Names in lower case. */
  attributes: ReadonlyMap<string, string[]>;
}

/**
 * A confirmation that the bearer of the response is the subject: for which recipient, until when, for which request.
 */
export interface Confirmation {
  recipient: string | undefined;
  inResponseTo: string | undefined;
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
}

/** What a statement must match to be accepted. */
export interface Expected {
  /** The entity id of the provider. */
  issuer: string;
  /** Our entity id. */
  audience: string;
  /** The address responses are sent to. */
  recipient: string;
}

/** Why a statement is not accepted. */
export type Fault = 'issuer' | 'audience' | 'recipient' | 'destination' | 'time' | 'request';

/** The largest accepted difference between a provider's clock and ours. */
export const SKEW_MS = 60_000;

/** The first fault of a signed statement, if there is one. Does not check whether the request was ours. */
export function faultOf(statement: Statement, expected: Expected, now: Date): Fault | undefined {
  const { response, confirmations } = statement;
  if (statement.issuer !== expected.issuer) return 'issuer';
  if (response.issuer !== undefined && response.issuer !== expected.issuer) return 'issuer';
  // A signed response must name its destination (SAML bindings, 3.5.5.2); an unsigned one must not name another.
  const { destination } = response;
  if (destination === undefined ? response.signed : destination !== expected.recipient) return 'destination';
  if (statement.audiences.length === 0) return 'audience';
  if (!statement.audiences.every((audiences) => audiences.includes(expected.audience))) return 'audience';
  if (!within(statement, now)) return 'time';
  const mine = confirmations.filter(({ recipient }) => recipient === expected.recipient);
  if (mine.length === 0) return 'recipient';
  const timely = mine.filter((confirmation) => confirmation.notOnOrAfter && within(confirmation, now));
  if (timely.length === 0) return 'time';
  const request = response.inResponseTo;
  if (request === undefined || !timely.some(({ inResponseTo }) => inResponseTo === request)) return 'request';
  return undefined;
}

/** Until when a replayed statement would be accepted, and so until when its id must be stored. */
export function lastMoment({ notOnOrAfter, confirmations }: Statement): Date {
  const ends = [notOnOrAfter, ...confirmations.map((confirmation) => confirmation.notOnOrAfter)];
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)) + SKEW_MS);
}

function within({ notBefore, notOnOrAfter }: Pick<Confirmation, 'notBefore' | 'notOnOrAfter'>, now: Date): boolean {
  if (notBefore && now.getTime() + SKEW_MS < notBefore.getTime()) return false;
  return !notOnOrAfter || now.getTime() - SKEW_MS < notOnOrAfter.getTime();
}
