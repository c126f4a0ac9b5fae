import { describeError } from '#kernel/interface/error.filter';

/** The message to show beside a field; throws errors that the user did not cause. */
export function faultOf(error: unknown): string {
  const { status, message } = describeError(error);
  if (status >= 500) throw error;
  if (status === 409 && message.includes('e-mail'))
    return 'There is an account with this address: sign in with it instead.';
  return `${message.replace(/^displayName /, 'The name ').replace(/^label /, 'It ')}.`;
}
