/** The pieces of a line. The end of a text is escaped where it would merge with what follows. */
export class Pieces {
  private readonly parts: string[] = [];
  /** The last piece that is not empty. */
  last = '';

  /** `isBehindText`: what was added before is a text. */
  add(piece: string, isBehindText: boolean): void {
    if (piece === '') return;
    if (this.last !== '' && isBehindText) {
      const safe = guard(this.last, piece);
      if (safe !== this.last) this.parts[this.parts.length - 1] = safe;
    }
    this.parts.push(piece);
    this.last = piece;
  }

  text(): string {
    return this.parts.join('');
  }
}

function guard(last: string, next: string): string {
  const mark = next.charAt(0);
  if (mark === '[' && endsBare(last, '!')) return `${last.slice(0, -1)}\\!`;
  if (mark === '$' && endsBare(last, '$')) return `${last.slice(0, -1)}\\$`;
  const name = mark === ':' ? /:[a-z0-9_+-]{0,40}$/.exec(last.slice(-50))?.[0] : undefined;
  if (name === undefined) return last;
  const before = last.slice(0, last.length - name.length);
  return endsBare(`${before}:`, ':') ? `${before}\\${name}` : last;
}

/** Whether it ends with this mark and no backslash that is one by itself before it. */
function endsBare(text: string, mark: string): boolean {
  if (!text.endsWith(mark)) return false;
  let slashes = 0;
  while (text.charAt(text.length - 2 - slashes) === '\\') slashes++;
  return slashes % 2 === 0;
}
