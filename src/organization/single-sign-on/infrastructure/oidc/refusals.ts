import { OutboundError } from '#outbound';
import { SignInRefused, type RefusalReason } from '../../domain/sign-in-refused.js';

/** The reason for each claim of a token that is not as it must be. */
const CLAIMS: Readonly<Record<string, RefusalReason>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'request',
  exp: 'time',
  nbf: 'time',
  iat: 'time',
};

/** The reason for each code of an error of openid-client or jose; `form` for all others. */
const CODES: Readonly<Record<string, RefusalReason>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'status',
  OAUTH_RESPONSE_BODY_ERROR: 'status',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'time',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_TIMEOUT: 'provider',
  OAUTH_ABORT: 'provider',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'provider',
  ERR_JWT_EXPIRED: 'time',
  ERR_JWKS_NO_MATCHING_KEY: 'signature',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'signature',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'signature',
  ERR_JWKS_TIMEOUT: 'provider',
  ERR_JWKS_INVALID: 'provider',
};

/** An `alg` or a signature that is not accepted. openid-client has no codes of their own for these. */
const SIGNATURE = /signature|"alg"|unsupported JWS/i;
const DEPTH = 6;

/**
 * The refusal for an error while a provider was asked or its answer checked. Errors that are no refusal of ours and none
 * of the libraries' are faults of this server: they are returned as they are.
 */
export function toRefusal(error: unknown): unknown {
  if (error instanceof SignInRefused) return error;
  const causes = causesOf(error);
  if (causes.some((each) => each instanceof OutboundError)) return new SignInRefused('provider', detailOf(causes));
  const known = causes.some((each) => codeOf(each) !== undefined);
  if (!known) return error;
  return new SignInRefused(reasonOf(causes), detailOf(causes));
}

function reasonOf(causes: readonly unknown[]): RefusalReason {
  const claim = causes.map(claimOf).find((name) => name !== undefined);
  const byClaim = claim === undefined ? undefined : CLAIMS[claim];
  if (byClaim) return byClaim;
  const byCode = causes.map((each) => CODES[codeOf(each) ?? '']).find((reason) => reason !== undefined);
  if (byCode) return byCode;
  return causes.some((each) => each instanceof Error && SIGNATURE.test(each.message)) ? 'signature' : 'form';
}

/** The messages from the outermost error to its cause: those of the libraries contain no tokens and no secrets. */
function detailOf(causes: readonly unknown[]): string {
  const messages = causes.flatMap((each) => (each instanceof Error ? [each.message] : []));
  const stated = causes.map(statedError).find((text) => text !== undefined);
  return [...new Set(messages), ...(stated === undefined ? [] : [stated])].join(': ');
}

/** The error that the provider stated, as `access_denied (The user said no)`. */
function statedError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('error' in error) || typeof error.error !== 'string') return;
  const description = 'error_description' in error ? error.error_description : undefined;
  return typeof description === 'string' ? `${error.error} (${description})` : error.error;
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < DEPTH;) {
    causes.push(each);
    each = each instanceof Error ? each.cause : undefined;
  }
  return causes;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^(?:OAUTH|ERR_J)/.test(error.code) ? error.code : undefined;
}

function claimOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('claim' in error)) return undefined;
  return typeof error.claim === 'string' ? error.claim : undefined;
}
