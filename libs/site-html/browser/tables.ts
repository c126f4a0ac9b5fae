import type { ScriptWords } from '../scripts/script-words.js';
import type { Kit } from './kit.js';

/** Puts a field into the region of each table that is to be searched; only the rows with all of its words are shown. */
export async function addSearch(kit: Kit): Promise<void> {
  const words = await kit.words();
  for (const region of document.querySelectorAll('.table[data-search]')) addField(region, words, kit);
}

function addField(region: Element, { table }: ScriptWords, { make }: Kit): void {
  const rows = rowsIn(region);
  const field = make('input', { type: 'search', placeholder: table.search, autocomplete: 'off', maxlength: '256' });
  const nothing = make('p', { class: 'table-nothing', role: 'status' });
  field.addEventListener('input', () => {
    const asked = plain(field.value).split(/\s+/);
    let found = 0;
    for (const { text, elements } of rows) {
      const isFound = asked.every((word) => text.includes(word));
      if (isFound) found++;
      for (const element of elements) element.hidden = !isFound;
    }
    nothing.textContent = found === 0 ? table.nothing : '';
  });
  const label = `${table.search}: ${region.getAttribute('aria-label') ?? ''}`;
  region.prepend(make('label', { class: 'table-search' }, make('span', { class: 'sr' }, label), field));
  region.append(nothing);
  region.classList.add('searchable');
}

interface Rows {
  text: string;
  elements: HTMLElement[];
}

/** The rows of a table with their words; those that cells connect are one. */
function rowsIn(region: Element): Rows[] {
  const groups: Rows[] = [];
  let until = 0;
  for (const [index, row] of [...region.querySelectorAll<HTMLTableRowElement>('tbody > tr')].entries()) {
    const last = groups.at(-1);
    const text = plain(row.textContent ?? '');
    if (last && index < until) {
      last.elements.push(row);
      last.text += ` ${text}`;
    } else groups.push({ text, elements: [row] });
    for (const { rowSpan } of row.cells) until = Math.max(until, index + rowSpan);
  }
  return groups;
}

/** Without what distinguishes capitals and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
