import { Invalid } from '#kernel/domain/errors';

const DIRECTIVE = /^[a-z][a-z0-9-]{0,50}$/;
/** Visible characters of ASCII, without those that end a directive or a header. */
const VALUE = /^[\x20\x21-\x2b\x2d-\x3a\x3c-\x7e]*$/;
const MAX_LENGTH = 4096;

/**
 * A Content-Security-Policy as one line: written as text, or as directives by name. Throws Invalid for what no header
 * takes.
 */
export function readPolicy(policy: unknown): string | undefined {
  if (policy === undefined) return undefined;
  const written = directivesOf(policy)
    .map((directive) => directive.replace(/\s+/g, ' ').trim())
    .filter((directive) => directive !== '');
  for (const directive of written) {
    const [name = '', ...values] = directive.split(' ');
    if (!DIRECTIVE.test(name) || !values.every((value) => VALUE.test(value)))
      throw new Invalid(`contentSecurityPolicy has a directive that can't be used: ${directive.slice(0, 100)}`);
  }
  const line = written.join('; ');
  if (line.length > MAX_LENGTH) throw new Invalid(`contentSecurityPolicy takes at most ${MAX_LENGTH} characters`);
  return line === '' ? undefined : line;
}

function directivesOf(policy: unknown): string[] {
  if (typeof policy === 'string') return policy.split(';');
  const entries: [string, unknown][] =
    typeof policy === 'object' && policy !== null ? Object.entries(policy) : [['', 0]];
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') throw new Invalid('contentSecurityPolicy must be a text, or texts by directive');
    // The name is the directive: semicolons among its sources part them, as authors end their lines with one.
    return `${name} ${value.replaceAll(';', ' ')}`;
  });
}
