/** What was answered with success, and has to be there in the end, whatever was killed in the meantime. */

const LANES = 4;
const MOST_SHOWN = 20;

export class Ledger {
  /** What holds, by a key: `what` in words, and `check()`, which answers what is wrong, or nothing. */
  #facts = new Map();
  /** Texts of places with one writer each: the last that was acknowledged, and those that may have come after it. */
  #texts = new Map();
  /** Revisions that were acknowledged. */
  revisions = [];
  /** How much was done, by name. */
  made = {};

  count(name, by = 1) {
    this.made[name] = (this.made[name] ?? 0) + by;
  }

  holds(key, what, check) {
    this.#facts.set(key, { what, check });
  }

  /** Whether it holds is not known any more, or of no interest. */
  forget(key) {
    this.#facts.delete(key);
  }

  /** A text is being written at a place; call what is answered once it was acknowledged. `read()` answers its text now. */
  writes(place, text, read) {
    const known = this.#texts.get(place) ?? { possible: [], isKnown: false };
    this.#texts.set(place, known);
    known.read = read;
    known.possible.push(text);
    return () => {
      known.possible = [text];
      known.isKnown = true;
    };
  }

  /** A place whose writer is asked to say nothing about it any more. */
  leaves(place) {
    this.#texts.delete(place);
  }

  get size() {
    return { facts: this.#facts.size, texts: this.#texts.size, revisions: this.revisions.length };
  }

  /** Looks at all of it and answers what is wrong. */
  async faults(database) {
    const faults = [];
    const facts = [...this.#facts].map(([key, { what, check }]) => async () => {
      const wrong = await check();
      if (wrong) faults.push(`${what} (${key}): ${wrong}`);
    });
    const written = [...this.#texts].filter(([, { isKnown }]) => isKnown);
    const texts = written.map(([place, { possible, read }]) => async () => {
      const text = await read();
      if (!possible.some((one) => text.includes(one)))
        faults.push(`${place} has none of ${JSON.stringify(possible)}: ${text.slice(0, 200)}`);
    });
    await lanes([...facts, ...texts], faults);
    const { rows } = await database.query(
      'select id from unnest($1::text[]) id where not exists (select from content.revision r where r.id = id.id)',
      [this.revisions],
    );
    for (const { id } of rows) faults.push(`The revision ${id} was acknowledged and is not there`);
    return faults.length > MOST_SHOWN ? [...faults.slice(0, MOST_SHOWN), `${faults.length - MOST_SHOWN} more`] : faults;
  }
}

async function lanes(works, faults) {
  const lane = async () => {
    for (let work = works.pop(); work; work = works.pop())
      await work().catch((error) => faults.push(`It could not be looked at: ${error.message}`));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
