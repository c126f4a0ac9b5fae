import { describeError } from '#kernel/interface/error.filter';

/** What to tell of a refusal beside a field; what is nobody's mistake is thrown on. */
export function faultOf(error: unknown): string {
  const { status, message } = describeError(error);
  if (status >= 500) throw error;
  if (status === 409 && message.includes('e-mail'))
    return 'There is an account with this address: sign in with it instead.';
  return `${message.replace(/^displayName /, 'The name ').replace(/^label /, 'It ')}.`;
}
