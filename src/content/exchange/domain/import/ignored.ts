/** The files that say which others are no content, in the order in which they are read. Their syntax is that of Git. */
const IGNORE_FILES = ['.bookignore', '.gitbookignore'];

/** Rules of one file; those beyond have no effect. */
const MOST_RULES = 500;
/** Rules that are asked of paths before other work of the process has its turn. */
const AT_ONCE = 20_000;

/** A character of a pattern: as it is, any, or one of a set. */
type Unit = string | { any: true } | { set: string; negated: boolean };
/** `*`, of any length, or a unit. */
type Piece = Unit | '*many';
/** The patterns of the parts of a path; `**` is any number of parts. */
type Part = '**' | readonly Piece[];

interface Rule {
  parts: readonly Part[];
  /** Names what is content all the same. */
  negated: boolean;
  foldersOnly: boolean;
}

/**
 * Takes out of a tree what its own files say is no content. `read` gives the text of a file of the tree; `pause` lets
 * other work of the process have its turn.
 */
export async function leaveOutIgnored(
  tree: Map<string, unknown>,
  read: (path: string) => Promise<string | undefined>,
  pause: () => Promise<void>,
): Promise<void> {
  for (const name of IGNORE_FILES) {
    const text = tree.has(name) ? await read(name) : undefined;
    if (text === undefined) continue;
    const isIgnored = readIgnored(text);
    const some = Math.ceil(AT_ONCE / (Math.min(MOST_RULES, text.split('\n').length) + 1));
    let seen = 0;
    for (const path of tree.keys()) {
      if (++seen % some === 0) await pause();
      if (isIgnored(path)) tree.delete(path);
    }
  }
}

/** Whether paths, from the folder of the file, are ignored by its text. The last rule that a path meets decides. */
export function readIgnored(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf).slice(0, MOST_RULES);
  const folders = new Map<string, boolean>();
  const decides = (parts: readonly string[], isFolder: boolean): boolean => {
    const met = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && meets(rule.parts, parts));
    return met !== undefined && !met.negated;
  };
  // What is in an ignored folder can't be named as content again.
  const inIgnored = (parts: readonly string[]): boolean => {
    if (parts.length === 0) return false;
    const path = parts.join('/');
    const known = folders.get(path);
    if (known !== undefined) return known;
    const isIgnored = inIgnored(parts.slice(0, -1)) || decides(parts, true);
    folders.set(path, isIgnored);
    return isIgnored;
  };
  return (path) => {
    const parts = path.split('/');
    return inIgnored(parts.slice(0, -1)) || decides(parts, false);
  };
}

function ruleOf(line: string): Rule[] {
  // Blanks at the end have to be escaped to count.
  let pattern = line.replace(/(?<!\\)[ \t]+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return [];
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const isAnchored = pattern.includes('/');
  const names = pattern.replace(/^\//, '').split('/');
  if (names.some((name) => name === '')) return [];
  const parts = names.map((name): Part => (name === '**' ? '**' : piecesOf(name)));
  // `folder/**` is all that is in the folder, and not the folder itself.
  if (isAnchored && parts.at(-1) === '**') parts.push(['*many']);
  return [{ parts: isAnchored ? parts : ['**', ...parts], negated, foldersOnly }];
}

function piecesOf(name: string): Piece[] {
  const pieces: Piece[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (pieces.at(-1) !== '*many') pieces.push('*many');
    } else if (character === '?') pieces.push({ any: true });
    else if (character === '\\' && at + 1 < characters.length) pieces.push(characters[++at] ?? '');
    else if (character === '[') {
      const end = characters.indexOf(']', at + (/[!^]/.test(characters[at + 1] ?? '') ? 3 : 2));
      if (end === -1) pieces.push(character);
      else {
        pieces.push(setOf(characters.slice(at + 1, end)));
        at = end;
      }
    } else pieces.push(character);
  }
  return pieces;
}

function setOf(members: readonly string[]): Unit {
  const negated = /[!^]/.test(members[0] ?? '');
  return { set: members.slice(negated ? 1 : 0).join(''), negated };
}

function isIn(character: string, { set, negated }: { set: string; negated: boolean }): boolean {
  const members = [...set];
  let found = false;
  for (let at = 0; at < members.length && !found; at++) {
    const [from = '', dash, to] = members.slice(at, at + 3);
    if (dash === '-' && to !== undefined) {
      found = character >= from && character <= to;
      at += 2;
    } else found = character === from;
  }
  return found !== negated;
}

const meets = (pattern: readonly Part[], parts: readonly string[]): boolean =>
  fits(pattern, parts, (part) => part === '**', meetsName);

function meetsName(part: Part, name: string): boolean {
  return fits(part as readonly Piece[], [...name], (piece) => piece === '*many', meetsCharacter);
}

function meetsCharacter(piece: Piece, character: string): boolean {
  if (typeof piece === 'string') return piece === character;
  return 'any' in piece || isIn(character, piece);
}

/**
 * Whether a pattern fits all of a text, where some of its parts may be any number of others. Only the latest of these
 * has to be tried again, so the time is in proportion to both lengths, whatever the pattern.
 */
function fits<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  isMany: (part: P) => boolean,
  meetsOne: (part: P, item: T) => boolean,
): boolean {
  let [at, done] = [0, 0];
  let tried: { at: number; done: number } | undefined;
  while (done < text.length) {
    const part = pattern[at];
    if (part !== undefined && isMany(part)) tried = { at: at++, done };
    else if (part !== undefined && meetsOne(part, text[done] as T)) {
      at++;
      done++;
    } else if (tried) {
      tried = { at: tried.at, done: tried.done + 1 };
      [at, done] = [tried.at + 1, tried.done];
    } else return false;
  }
  return pattern.slice(at).every(isMany);
}
