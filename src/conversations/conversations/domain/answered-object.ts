/**
 * The JSON object in a language model's answer, which models like to wrap in words or a block of code; empty for none.
 * `answer`: kept ones have a limit of characters, see `ConversationModel`.
 */
export function answeredObject(answer: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
